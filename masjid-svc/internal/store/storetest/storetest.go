// Package storetest is what every masjids.Store must do, as tests. It is run against each engine.
package storetest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// Run runs the suite; fresh gives each test a store of its own without masjids.
func Run(t *testing.T, fresh func(t *testing.T) masjids.Store) {
	cases := map[string]func(*testing.T, masjids.Store){
		"a masjid is kept as it was given":                keptAsGiven,
		"what is imported again keeps its number":         importedAgain,
		"an import is whole or not at all":                importedWhole,
		"numbers are consecutive under concurrency":       consecutiveConcurrently,
		"the revision grows with what changes":            revised,
		"masjids are got in the order of their numbers":   gotInOrder,
		"each masjid is read once, until one says enough": each,
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// named is a masjid that says nothing it need not.
func named(ref string) masjids.Masjid {
	return masjids.Masjid{
		Source: "test", SourceRef: ref, Name: "Masjid " + ref, City: "Karachi", Accuracy: masjids.Exact, Timezone: "Asia/Karachi",
	}
}

// full is a masjid of which everything is known.
func full(t *testing.T) masjids.Masjid {
	t.Helper()
	jamaat, err := masjids.ParseJamaat("fajr=05:45; maghrib=+5; isha@2026-02-18..2026-03-19=21:00; jummah=13:30; eid_al_fitr=07:30")
	if err != nil {
		t.Fatal(err)
	}
	return masjids.Masjid{
		Source: "OpenStreetMap", SourceRef: "way/1", Licence: "ODbL 1.0", Name: "Jamia Masjid 'Bait' $1 %", NameUrdu: "جامع مسجد",
		Area: "North Nazimabad", City: "Karachi", Address: "Block A\nKarachi", Latitude: 24.93550001, Longitude: -67.0392,
		Accuracy: masjids.OfArea, Timezone: "Asia/Karachi", Phone: "+92 21 0", Website: "https://example.org", Imam: "N. N.",
		Facilities: masjids.Facilities{WomenArea: masjids.Yes, Wheelchair: masjids.No, Wudu: masjids.Yes}, Jamaat: jamaat,
	}
}

func importAll(t *testing.T, store masjids.Store, records ...masjids.Masjid) masjids.Outcome {
	t.Helper()
	outcome, err := store.Import(t.Context(), records)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
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
	if got := importAll(t, store, want...); got != (masjids.Outcome{Added: 2}) {
		t.Fatalf("Import = %+v", got)
	}
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
	importAll(t, store, named("a"), named("b"))
	changed := named("b")
	changed.Phone = "+92"
	got := importAll(t, store, named("c"), changed, named("a"))
	if got != (masjids.Outcome{Added: 1, Changed: 1, Unchanged: 1}) {
		t.Errorf("Import = %+v", got)
	}
	kept := all(t, store)
	if len(kept) != 3 || kept[1].Phone != "+92" || kept[1].ID != 2 || kept[2].Name != "Masjid c" || kept[2].ID != 3 {
		t.Errorf("kept %+v", kept)
	}
	twice := named("d")
	if got := importAll(t, store, twice, twice); got != (masjids.Outcome{Added: 1, Unchanged: 1}) {
		t.Errorf("the same twice: %+v", got)
	}
}

func importedWhole(t *testing.T, store masjids.Store) {
	broken := named("b")
	broken.Name, broken.Latitude = "\xff", math.NaN() // no text in PostgreSQL, and no number in SQLite
	if _, err := store.Import(t.Context(), []masjids.Masjid{named("a"), broken}); err == nil {
		t.Fatal("what cannot be kept was taken")
	}
	if got := all(t, store); len(got) != 0 {
		t.Errorf("half an import was kept: %+v", got)
	}
	if got := importAll(t, store, named("a")); got.Added != 1 {
		t.Errorf("Import = %+v", got)
	}
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
				if _, err := store.Import(t.Context(), []masjids.Masjid{named(fmt.Sprint(i, j))}); err != nil {
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
	importAll(t, store, named("a"))
	first := revision()
	importAll(t, store, named("a"))
	unchanged := revision()
	changed := named("a")
	changed.Area = "Clifton"
	importAll(t, store, changed)
	if before != 0 || first <= before || unchanged != first || revision() <= unchanged {
		t.Errorf("revisions %d, %d, %d, %d", before, first, unchanged, revision())
	}
}

func gotInOrder(t *testing.T, store masjids.Store) {
	importAll(t, store, named("a"), named("b"), named("c"))
	got, err := store.Get(t.Context(), []int32{3, 99, 1})
	if err != nil || len(got) != 2 || got[0].ID != 3 || got[1].ID != 1 {
		t.Errorf("Get = %+v, %v", got, err)
	}
	if got, err := store.Get(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("Get of nothing = %+v, %v", got, err)
	}
}

func each(t *testing.T, store masjids.Store) {
	importAll(t, store, named("a"), named("b"), named("c"))
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
