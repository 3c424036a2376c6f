package storetest

import (
	"errors"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

func only(t *testing.T, store masjids.Store) masjids.Masjid {
	t.Helper()
	kept := all(t, store)
	if len(kept) != 1 {
		t.Fatalf("kept %+v, want one masjid", kept)
	}
	return kept[0]
}

func saidAndUnsaid(t *testing.T, store masjids.Store) {
	known := full(t)
	importAll(t, store, tally{masjids.Added: 1}, known)
	said := masjids.Record{Masjid: named("way/1"), Says: masjids.SaysName | masjids.SaysPhone, Incomplete: errors.New("no city")}
	said.Source, said.City = known.Source, "Lahore"
	importRecords(t, store, false, tally{masjids.Changed: 1}, said)
	importRecords(t, store, false, tally{masjids.Unchanged: 1}, said)
	kept := only(t, store)
	if kept.Name != "Masjid way/1" || kept.Phone != "" || kept.City != known.City || kept.Licence != known.Licence ||
		kept.Accuracy != known.Accuracy || masjids.FormatJamaat(kept.Jamaat) != masjids.FormatJamaat(known.Jamaat) {
		t.Errorf("kept %+v", kept)
	}
}

func namedByNumber(t *testing.T, store masjids.Store) {
	importAll(t, store, tally{masjids.Added: 2}, named("a"), named("b"))
	jamaat, err := masjids.ParseJamaat("fajr=05:45")
	if err != nil {
		t.Fatal(err)
	}
	rule := masjids.Record{Masjid: masjids.Masjid{ID: 2, Jamaat: jamaat}, Says: masjids.SaysJamaat}
	importRecords(t, store, false, tally{masjids.Changed: 1}, rule)
	if kept := all(t, store); kept[1].Jamaat == nil || kept[1].SourceRef != "b" || kept[1].Name != "Masjid b" || kept[0].Jamaat != nil {
		t.Errorf("kept %+v", kept)
	}
}

func refused(t *testing.T, store masjids.Store) {
	incomplete := masjids.Whole(named("b"))
	incomplete.Incomplete = errors.New("its city is not known")
	nobody := masjids.Record{Masjid: masjids.Masjid{ID: 9}}
	err := store.Import(t.Context(), func(intake masjids.Intake) error {
		for _, record := range []masjids.Record{incomplete, nobody} {
			var refused *masjids.RefusedError
			if _, err := intake.Add(record); !errors.As(err, &refused) || refused.Reason == "" {
				t.Errorf("add = %v, want a refusal", err)
			}
		}
		_, err := intake.Add(masjids.Whole(named("a")))
		return err
	})
	if err != nil || only(t, store).SourceRef != "a" {
		t.Errorf("Import = %v", err)
	}
}

// at returns a masjid of OpenStreetMap at a position in Karachi, some metres north of a point.
func at(ref, name string, north float64) masjids.Masjid {
	m := named(ref)
	m.Source, m.Name, m.Latitude, m.Longitude = "OpenStreetMap", name, 24.9333+north/111_195, 67.0392
	return m
}

func merged(t *testing.T, store masjids.Store) {
	node, way := at("node/1", "Jamia Masjid Namoona", 0), at("way/2", "Namoona Masjid", 80)
	node.NameUrdu, way.Phone, way.Facilities.Wudu = "جامع مسجد نمونہ", "+92", masjids.Yes
	importRecords(t, store, true, tally{masjids.Added: 1, masjids.Merged: 1}, masjids.Whole(node), masjids.Whole(way))
	kept := only(t, store)
	if kept.Name != node.Name || kept.NameUrdu != node.NameUrdu || kept.Phone != "+92" || kept.Facilities.Wudu != masjids.Yes ||
		kept.Latitude != node.Latitude || kept.SourceRef != "node/1" {
		t.Errorf("merged %+v", kept)
	}
	importRecords(t, store, true, tally{masjids.Unchanged: 2}, masjids.Whole(node), masjids.Whole(way))

	way.Phone = "+92 21"
	importRecords(t, store, true, tally{masjids.Unchanged: 1, masjids.Changed: 1}, masjids.Whole(node), masjids.Whole(way))
	node.Phone = "111"
	importRecords(t, store, true, tally{masjids.Changed: 1, masjids.Unchanged: 1}, masjids.Whole(node), masjids.Whole(way))
	if kept := only(t, store); kept.Phone != "111" {
		t.Errorf("the first record's phone is %s", kept.Phone)
	}
	node.Phone = ""
	importRecords(t, store, true, tally{masjids.Changed: 1}, masjids.Whole(node))
	relation := at("relation/3", "Jamia Namoona", -60)
	relation.Website = "https://example.org"
	importRecords(t, store, true, tally{masjids.Merged: 1}, masjids.Whole(relation))
	if kept := only(t, store); kept.Phone != "+92 21" || kept.Website == "" {
		t.Errorf("of three records %+v", kept)
	}
}

func mergedInAnyOrder(t *testing.T, store masjids.Store) {
	node, way := at("node/1", "Masjid Namoona", 0), at("way/2", "Namoona Masjid", 10)
	node.Phone, way.Phone = "1", "2"
	importRecords(t, store, true, tally{masjids.Added: 1, masjids.Merged: 1}, masjids.Whole(way), masjids.Whole(node))
	if kept := only(t, store); kept.Phone != "1" || kept.Name != "Masjid Namoona" || kept.SourceRef != "way/2" || kept.ID != 1 {
		t.Errorf("merged %+v", kept)
	}
	importRecords(t, store, true, tally{masjids.Unchanged: 2}, masjids.Whole(node), masjids.Whole(way))
}

func notMerged(t *testing.T, store masjids.Store) {
	elsewhere := at("x", "Masjid Namoona", 5)
	elsewhere.Source = "another"
	rough := at("node/5", "Masjid Namoona", 5)
	rough.Accuracy = masjids.OfArea
	importRecords(t, store, true, tally{masjids.Added: 7},
		masjids.Whole(at("node/1", "Masjid Namoona", 0)), masjids.Whole(at("node/2", "Masjid Namoona", 120)),
		masjids.Whole(at("node/3", "Masjid Bilal", 5)), masjids.Whole(at("node/4", "Masjid Block 3", 5)),
		masjids.Whole(at("node/6", "Masjid Block 5", 6)), masjids.Whole(elsewhere), masjids.Whole(rough))
	importRecords(t, store, false, tally{masjids.Added: 1}, masjids.Whole(at("node/9", "Masjid Namoona", 0)))
}

// listed returns a masjid of the data set that a record of OpenStreetMap may be of. Its area is known.
func listed(ref, name string) masjids.Masjid {
	m := named(ref)
	m.Source, m.Name, m.Area, m.Licence, m.Accuracy = "listed", name, "North Nazimabad", "CC0-1.0", masjids.OfArea
	m.Latitude, m.Longitude = 24.9333, 67.0392
	return m
}

// mapped returns a record of OpenStreetMap some metres north of a point, which may be of a listed masjid.
func mapped(ref, name string, north float64) masjids.Record {
	m := at(ref, name, north)
	m.Licence, m.Attribution = "ODbL-1.0", "© contributors"
	r := masjids.Whole(m)
	r.MayBeOf = "listed"
	return r
}

func settled(t *testing.T, store masjids.Store, records ...masjids.Record) (joined []masjids.Joined) {
	t.Helper()
	err := store.Import(t.Context(), func(intake masjids.Intake) (err error) {
		for _, record := range records {
			record.MayRepeat = true
			if _, err := intake.Add(record); err != nil {
				return err
			}
		}
		joined, err = intake.Settle()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return joined
}

func ofAnotherSource(t *testing.T, store masjids.Store) {
	tooba, farooq := listed("tooba", "Masjid-e-Tooba (Gol Masjid)"), listed("farooq", "Jamia Masjid Farooq-e-Azam")
	tooba.Phone = "1"
	importAll(t, store, tally{masjids.Added: 2}, tooba, farooq)
	node, way, other := mapped("node/1", "Gol Masjid", 900), mapped("way/2", "Masjid Gol", 950), mapped("node/3", "Masjid Bilal", 10)
	node.Phone, way.Website = "2", "https://example.org"
	joined := settled(t, store, node, way, other)
	if len(joined) != 1 || joined[0].SourceRef != "node/1" || joined[0].To.ID != 1 || joined[0].To.Name != tooba.Name {
		t.Fatalf("joined %+v", joined)
	}
	kept := all(t, store)
	if len(kept) != 3 {
		t.Fatalf("kept %+v", kept)
	}
	got := kept[0]
	if got.Name != tooba.Name || got.Phone != "1" || got.Website != "https://example.org" || got.Accuracy != masjids.Exact ||
		got.Latitude != node.Latitude || got.Licence != "CC0-1.0 AND ODbL-1.0" || got.Attribution != "© contributors" ||
		got.SourceRef != "tooba" {
		t.Errorf("masjid of three records %+v", got)
	}
	if again := settled(t, store, node, way, other); len(again) != 0 || len(all(t, store)) != 3 {
		t.Errorf("again joined %+v, kept %+v", again, all(t, store))
	}
	if late := settled(t, store, mapped("relation/4", "Gol Masjid", 920)); len(late) != 1 || len(all(t, store)) != 3 {
		t.Errorf("a record that comes later: joined %+v, kept %+v", late, all(t, store))
	}
	importRecords(t, store, false, tally{masjids.Unchanged: 2}, masjids.Whole(tooba), masjids.Whole(farooq))
	imam := masjids.Record{Masjid: masjids.Masjid{ID: 1, Imam: "N. N.", Phone: "3"}, Says: masjids.SaysImam | masjids.SaysPhone}
	importRecords(t, store, false, tally{masjids.Changed: 1}, imam)
	importRecords(t, store, true, tally{masjids.Unchanged: 1}, node)
	if got := all(t, store)[0]; got.Imam != "N. N." || got.Phone != "3" {
		t.Errorf("what an operator says is lost: %+v", got)
	}
}

func ofAnotherInDoubt(t *testing.T, store masjids.Store) {
	exact := listed("memon", "New Memon Masjid")
	exact.Accuracy = masjids.Exact
	importAll(t, store, tally{masjids.Added: 4},
		listed("madina", "Madina Masjid"), listed("a", "Masjid Noor"), listed("b", "Noor Masjid"), exact)
	elsewhere := mapped("node/9", "Masjid-e-Quba", 10)
	elsewhere.Area = "Clifton"
	joined := settled(t, store,
		mapped("node/1", "Madina Masjid", 200), mapped("node/2", "Madina Masjid", -700), // either
		mapped("node/3", "Noor Masjid", 5), // of either
		mapped("node/4", "New Memon Masjid", 500), elsewhere)
	if len(joined) != 0 || len(all(t, store)) != 9 {
		t.Errorf("joined %+v, kept %+v", joined, all(t, store))
	}
	if near := settled(t, store, mapped("node/5", "New Memon Jamia Masjid", 250)); len(near) != 1 || near[0].To.SourceRef != "memon" {
		t.Errorf("joined %+v", near)
	}
}
