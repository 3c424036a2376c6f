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
	err := store.Import(t.Context(), func(add func(masjids.Record) (masjids.Outcome, error)) error {
		for _, record := range []masjids.Record{incomplete, nobody} {
			var refused *masjids.RefusedError
			if _, err := add(record); !errors.As(err, &refused) || refused.Reason == "" {
				t.Errorf("add = %v, want a refusal", err)
			}
		}
		_, err := add(masjids.Whole(named("a")))
		return err
	})
	if err != nil || only(t, store).SourceRef != "a" {
		t.Errorf("Import = %v", err)
	}
}

// at is a masjid of OpenStreetMap at a position in Karachi, some metres north of a point.
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
