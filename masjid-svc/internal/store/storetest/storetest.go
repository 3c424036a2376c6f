// Package storetest tests the contract of masjids.Store. It runs against each engine.
package storetest

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// Run runs the suite. fresh returns a new, empty store for each test.
func Run(t *testing.T, fresh func(t *testing.T) masjids.Store) {
	cases := map[string]func(*testing.T, masjids.Store){
		"a masjid is stored as given":                              keptAsGiven,
		"what is imported again keeps its number":                  importedAgain,
		"an import is whole or not at all":                         importedWhole,
		"numbers are consecutive under concurrency":                consecutiveConcurrently,
		"the revision grows with what changes":                     revised,
		"masjids are returned in the order of their ids":           gotInOrder,
		"each masjid is read once, until one is enough":            each,
		"a record changes the fields it gives, and no others":      saidAndUnsaid,
		"a record may identify a masjid by its id":                 namedByNumber,
		"what cannot become a masjid is refused, the rest is not":  refused,
		"records of one masjid are merged, and stay so":            merged,
		"records of one masjid are merged in any order alike":      mergedInAnyOrder,
		"what is far, or of another name or source, is not merged": notMerged,
		"a record may be of a masjid of another source":            ofAnotherSource,
		"what may be several masjids is a masjid of its own":       ofAnotherInDoubt,
		"a timetable is stored, changed and removed by day":        timetable,
		"a timetable may be of the masjid of a record":             timetableByRecord,
		"a timetable of an unknown masjid is refused":              timetableOfNobody,
		"an import of a timetable is whole or not at all":          timetableWhole,
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// named returns a masjid with only the required fields.
func named(ref string) masjids.Masjid {
	return masjids.Masjid{
		Source: "test", SourceRef: ref, Name: "Masjid " + ref, City: "Karachi", Accuracy: masjids.Exact, Timezone: "Asia/Karachi",
	}
}

// full returns a masjid with every field set.
func full(t *testing.T) masjids.Masjid {
	t.Helper()
	jamaat, err := masjids.ParseJamaat("fajr=05:45; maghrib=+5; isha@2026-02-18..2026-03-19=21:00; jummah=13:30; eid_al_fitr=07:30")
	if err != nil {
		t.Fatal(err)
	}
	return masjids.Masjid{
		Source: "OpenStreetMap", SourceRef: "way/1", Licence: "ODbL 1.0", Attribution: "© N. N.", Name: "Jamia Masjid 'Bait' $1 %",
		NameUrdu: "جامع مسجد",
		Area:     "North Nazimabad", City: "Karachi", Address: "Block A\nKarachi", Latitude: 24.93550001, Longitude: -67.0392,
		Accuracy: masjids.OfArea, Timezone: "Asia/Karachi", Phone: "+92 21 0", Website: "https://example.org", Imam: "N. N.",
		Facilities: masjids.Facilities{WomenArea: masjids.Yes, Wheelchair: masjids.No, Wudu: masjids.Yes}, Jamaat: jamaat,
	}
}

// tally is how many records had each outcome.
type tally map[masjids.Outcome]int

// add adds records, which must all be accepted.
func add(t *testing.T, store masjids.Store, mayRepeat bool, records ...masjids.Record) (tally, error) {
	t.Helper()
	outcomes := tally{}
	err := store.Import(t.Context(), func(intake masjids.Intake) error {
		for _, record := range records {
			record.MayRepeat = mayRepeat
			outcome, err := intake.Add(record)
			if err != nil {
				return err
			}
			outcomes[outcome]++
		}
		return nil
	})
	return outcomes, err
}

func importRecords(t *testing.T, store masjids.Store, mayRepeat bool, want tally, records ...masjids.Record) {
	t.Helper()
	got, err := add(t, store, mayRepeat, records...)
	if err != nil || !maps.Equal(got, want) {
		t.Fatalf("Import = %v, %v, want %v", got, err, want)
	}
}

func importAll(t *testing.T, store masjids.Store, want tally, all ...masjids.Masjid) {
	t.Helper()
	records := make([]masjids.Record, len(all))
	for i, m := range all {
		records[i] = masjids.Whole(m)
	}
	importRecords(t, store, false, want, records...)
}

func all(t *testing.T, store masjids.Store) (found []masjids.Masjid) {
	t.Helper()
	err := store.Each(t.Context(), func(m masjids.Masjid) error {
		found = append(found, m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func keptAsGiven(t *testing.T, store masjids.Store) {
	want := []masjids.Masjid{full(t), named("a")}
	importAll(t, store, tally{masjids.Added: 2}, want...)
	want[0].ID, want[1].ID = 1, 2
	if got := all(t, store); !reflect.DeepEqual(got, want) {
		t.Errorf("kept %+v\nwant %+v", got, want)
	}
	got, err := store.Get(t.Context(), []int32{1})
	if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want[0]) {
		t.Errorf("Get = %+v, %v\nwant %+v", got, err, want[0])
	}
}

func importedAgain(t *testing.T, store masjids.Store) {
	importAll(t, store, tally{masjids.Added: 2}, named("a"), named("b"))
	changed := named("b")
	changed.Phone = "+92"
	importAll(t, store, tally{masjids.Added: 1, masjids.Changed: 1, masjids.Unchanged: 1}, named("c"), changed, named("a"))
	kept := all(t, store)
	if len(kept) != 3 || kept[1].Phone != "+92" || kept[1].ID != 2 || kept[2].Name != "Masjid c" || kept[2].ID != 3 {
		t.Errorf("kept %+v", kept)
	}
	twice := named("d")
	importAll(t, store, tally{masjids.Added: 1, masjids.Unchanged: 1}, twice, twice)
}

func importedWhole(t *testing.T, store masjids.Store) {
	broken := named("b")
	broken.Name, broken.Latitude = "\xff", math.NaN() // not text in PostgreSQL, and not a number in SQLite
	if _, err := add(t, store, false, masjids.Whole(named("a")), masjids.Whole(broken)); err == nil {
		t.Fatal("what cannot be kept was taken")
	}
	if got := all(t, store); len(got) != 0 {
		t.Errorf("half an import was kept: %+v", got)
	}
	importAll(t, store, tally{masjids.Added: 1}, named("a"))
	if got := all(t, store); len(got) != 1 || got[0].ID != 1 {
		t.Errorf("the number of a failed import is lost: %+v", got)
	}
}

func consecutiveConcurrently(t *testing.T, store masjids.Store) {
	const importers, records = 4, 5
	var group sync.WaitGroup
	for i := range importers {
		group.Go(func() {
			for j := range records {
				if _, err := add(t, store, true, masjids.Whole(named(fmt.Sprint(i, j)))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	kept := all(t, store)
	if len(kept) != importers*records || kept[len(kept)-1].ID != importers*records {
		t.Errorf("%d are kept, the last is %d", len(kept), kept[len(kept)-1].ID)
	}
}

func revised(t *testing.T, store masjids.Store) {
	revision := func() int64 {
		r, err := store.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	before := revision()
	importAll(t, store, tally{masjids.Added: 1}, named("a"))
	first := revision()
	importAll(t, store, tally{masjids.Unchanged: 1}, named("a"))
	unchanged := revision()
	changed := named("a")
	changed.Area = "Clifton"
	importAll(t, store, tally{masjids.Changed: 1}, changed)
	if before != 0 || first <= before || unchanged != first || revision() <= unchanged {
		t.Errorf("revisions %d, %d, %d, %d", before, first, unchanged, revision())
	}
}

func gotInOrder(t *testing.T, store masjids.Store) {
	importAll(t, store, tally{masjids.Added: 3}, named("a"), named("b"), named("c"))
	got, err := store.Get(t.Context(), []int32{3, 99, 1})
	if err != nil || len(got) != 2 || got[0].ID != 3 || got[1].ID != 1 {
		t.Errorf("Get = %+v, %v", got, err)
	}
	if got, err := store.Get(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("Get of nothing = %+v, %v", got, err)
	}
}

func each(t *testing.T, store masjids.Store) {
	importAll(t, store, tally{masjids.Added: 3}, named("a"), named("b"), named("c"))
	enough := errors.New("enough")
	var names []string
	err := store.Each(t.Context(), func(m masjids.Masjid) error {
		names = append(names, m.SourceRef)
		if len(names) == 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || strings.Join(names, "") != "ab" {
		t.Errorf("read %v, %v", names, err)
	}
}
