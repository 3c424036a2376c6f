package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// on returns a day of a timetable.
func on(t *testing.T, id int32, date, times string) masjids.TimetableDay {
	t.Helper()
	parsed, err := masjids.ParseTimes(times)
	if err != nil {
		t.Fatal(err)
	}
	return masjids.TimetableDay{MasjidID: id, Date: day(t, date), Times: parsed}
}

func day(t *testing.T, text string) prayertime.Date {
	t.Helper()
	date, err := prayertime.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return date
}

func importDays(t *testing.T, store masjids.Store, days ...masjids.TimetableDay) (tally, error) {
	t.Helper()
	outcomes := tally{}
	err := store.ImportTimetable(t.Context(), func(add func(masjids.TimetableDay) (masjids.Outcome, error)) error {
		for _, day := range days {
			outcome, err := add(day)
			if err != nil {
				return err
			}
			outcomes[outcome]++
		}
		return nil
	})
	return outcomes, err
}

func wantDays(t *testing.T, store masjids.Store, from, until, want string, ids ...int32) {
	t.Helper()
	days, err := store.Timetable(t.Context(), ids, day(t, from), day(t, until))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range days {
		got = append(got, fmt.Sprintf("%d %s %s", d.MasjidID, d.Date, masjids.FormatTimes(d.Times)))
	}
	slices.Sort(got)
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("from %s until %s: %s, want %s", from, until, all, want)
	}
}

func timetable(t *testing.T, store masjids.Store) {
	importAll(t, store, tally{masjids.Added: 2}, named("a"), named("b"))
	before, err := store.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := importDays(t, store, on(t, 1, "2026-03-01", "fajr_jamaat=05:45"), on(t, 1, "2026-03-02", "fajr_jamaat=05:44; jummah=13:30"),
		on(t, 2, "2026-03-01", "fajr_jamaat=06:00"))
	if err != nil || got[masjids.Added] != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	wantDays(t, store, "2026-03-01", "2026-03-01", "1 2026-03-01 fajr_jamaat=05:45, 2 2026-03-01 fajr_jamaat=06:00", 1, 2)
	wantDays(t, store, "2026-03-02", "2026-12-31", "1 2026-03-02 fajr_jamaat=05:44; jummah=13:30", 1, 2, 3)
	wantDays(t, store, "2026-03-01", "2026-03-02", "")
	if m := all(t, store)[0]; m.TimetableFrom != day(t, "2026-03-01") || m.TimetableUntil != day(t, "2026-03-02") || !m.GivesTimes() {
		t.Errorf("the masjid %+v", m)
	}
	got, err = importDays(t, store, on(t, 1, "2026-03-01", ""), on(t, 1, "2026-03-02", "fajr_jamaat=05:40"),
		on(t, 2, "2026-03-01", "fajr_jamaat=06:00"), on(t, 2, "2026-03-09", ""))
	if err != nil || got[masjids.Removed] != 1 || got[masjids.Changed] != 1 || got[masjids.Unchanged] != 2 {
		t.Errorf("%v, %v", got, err)
	}
	wantDays(t, store, "2026-01-01", "2026-12-31", "1 2026-03-02 fajr_jamaat=05:40", 1)
	// A record of the masjid leaves its timetable alone.
	importAll(t, store, tally{masjids.Unchanged: 1}, named("a"))
	if m := all(t, store)[0]; m.TimetableFrom != day(t, "2026-03-02") || m.TimetableUntil != day(t, "2026-03-02") {
		t.Errorf("the masjid %+v", m)
	}
	if _, err = importDays(t, store, on(t, 1, "2026-03-02", "")); err != nil || all(t, store)[0].HasTimetable() {
		t.Errorf("without days: %+v, %v", all(t, store)[0], err)
	}
	if after, err := store.Revision(t.Context()); err != nil || after != before+3 {
		t.Errorf("the revision was %d and is %d, %v", before, after, err)
	}
}

func timetableOfNobody(t *testing.T, store masjids.Store) {
	var refused *masjids.RefusedError
	if _, err := importDays(t, store, on(t, 1, "2026-03-01", "fajr_jamaat=05:45")); !errors.As(err, &refused) {
		t.Errorf("a timetable of no masjid: %v", err)
	}
}

func timetableByRecord(t *testing.T, store masjids.Store) {
	importRecords(t, store, true, tally{masjids.Added: 2, masjids.Merged: 1}, masjids.Whole(at("node/1", "Masjid Namoona", 0)),
		masjids.Whole(at("way/2", "Masjid Namoona", 50)), masjids.Whole(at("node/3", "Masjid Bilal", 0)))
	named := func(ref, date string) masjids.TimetableDay {
		d := on(t, 0, date, "fajr_jamaat=05:45")
		d.Source, d.SourceRef = "OpenStreetMap", ref
		return d
	}
	got, err := importDays(t, store, named("way/2", "2026-03-02"), named("node/1", "2026-03-01"), named("node/3", "2026-03-01"))
	if err != nil || got[masjids.Added] != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	var refused *masjids.RefusedError
	if _, err := importDays(t, store, named("way/9", "2026-03-01")); !errors.As(err, &refused) {
		t.Errorf("a timetable of no masjid: %v", err)
	}
	for id, want := range map[int32]string{
		0: "1 node/1 2026-03-01, 1 node/1 2026-03-02, 2 node/3 2026-03-01", 2: "2 node/3 2026-03-01", 3: "",
	} {
		var days []string
		err := store.EachDay(t.Context(), id, func(d masjids.TimetableDay) error {
			days = append(days, fmt.Sprintf("%d %s %s", d.MasjidID, d.SourceRef, d.Date))
			return nil
		})
		if all := strings.Join(days, ", "); err != nil || all != want {
			t.Errorf("of masjid %d: %s, %v, want %s", id, all, err, want)
		}
	}
	enough := errors.New("enough")
	if err := store.EachDay(t.Context(), 0, func(masjids.TimetableDay) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("EachDay = %v", err)
	}
}

func timetableWhole(t *testing.T, store masjids.Store) {
	importAll(t, store, tally{masjids.Added: 1}, named("a"))
	broken := errors.New("the file is broken")
	err := store.ImportTimetable(t.Context(), func(add func(masjids.TimetableDay) (masjids.Outcome, error)) error {
		if _, err := add(on(t, 1, "2026-03-01", "fajr_jamaat=05:45")); err != nil {
			t.Error(err)
		}
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("ImportTimetable = %v", err)
	}
	wantDays(t, store, "2026-01-01", "2026-12-31", "", 1)
}
