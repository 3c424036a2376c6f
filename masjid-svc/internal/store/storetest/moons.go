package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/moons"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// RunMoons runs the suite of moons.Store. fresh returns a new, empty store for each test.
func RunMoons(t *testing.T, fresh func(t *testing.T) moons.Store) {
	cases := map[string]func(*testing.T, moons.Store){
		"an announcement is stored as given":       moonKept,
		"a later one of the month takes its place": moonReplaced,
		"what is refused changes nothing":          moonRefused,
		"announcements take turns":                 moonsInTurn,
		"what is withdrawn is gone":                moonWithdrawn,
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

func moon(t *testing.T, country string, year, month int, first string) moons.Announcement {
	t.Helper()
	return moons.Announcement{
		Announcement: prayertime.Announcement{Country: country, Year: year, Month: month, First: day(t, first)},
		Source:       "مرکزی رویت ہلال کمیٹی", By: 7, At: time.Date(2027, 2, 8, 14, 30, 5, 0, time.UTC),
	}
}

func accept([]moons.Announcement) error { return nil }

func announce(t *testing.T, store moons.Store, all ...moons.Announcement) {
	t.Helper()
	for _, a := range all {
		if err := store.Announce(t.Context(), a, accept); err != nil {
			t.Fatal(err)
		}
	}
}

func wantMoons(t *testing.T, store moons.Store, want string) []moons.Announcement {
	t.Helper()
	all, err := store.Announcements(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := moonText(all); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	return all
}

func moonText(all []moons.Announcement) string {
	texts := make([]string, 0, len(all))
	for _, a := range all {
		texts = append(texts, fmt.Sprintf("%s %d-%d %s", a.Country, a.Year, a.Month, a.First))
	}
	return strings.Join(texts, ", ")
}

func moonKept(t *testing.T, store moons.Store) {
	wantMoons(t, store, "")
	given := moon(t, "PK", 1448, 9, "2027-02-09")
	announce(t, store, given, moon(t, "PK", 1447, 12, "2026-05-19"), moon(t, "IN", 1448, 9, "2027-02-10"))
	all := wantMoons(t, store, "IN 1448-9 2027-02-10, PK 1447-12 2026-05-19, PK 1448-9 2027-02-09")
	if len(all) == 3 && (all[2].Source != given.Source || all[2].By != 7 || !all[2].At.Equal(given.At)) {
		t.Errorf("%+v, want %+v", all[2], given)
	}
}

func moonReplaced(t *testing.T, store moons.Store) {
	announce(t, store, moon(t, "PK", 1448, 9, "2027-02-09"))
	again := moon(t, "PK", 1448, 9, "2027-02-10")
	again.Source, again.By = "", 8
	announce(t, store, again)
	if all := wantMoons(t, store, "PK 1448-9 2027-02-10"); len(all) == 1 && (all[0].Source != "" || all[0].By != 8) {
		t.Errorf("%+v", all[0])
	}
}

func moonRefused(t *testing.T, store moons.Store) {
	announce(t, store, moon(t, "PK", 1448, 9, "2027-02-09"), moon(t, "PK", 1448, 8, "2027-01-10"), moon(t, "IN", 1448, 9, "2027-02-09"))
	refusal := errors.New("31 days")
	seen := ""
	err := store.Announce(t.Context(), moon(t, "PK", 1448, 9, "2027-02-11"), func(others []moons.Announcement) error {
		seen = moonText(others)
		return refusal
	})
	if !errors.Is(err, refusal) || seen != "PK 1448-8 2027-01-10" {
		t.Errorf("%v, after it saw %s", err, seen)
	}
	wantMoons(t, store, "IN 1448-9 2027-02-09, PK 1448-8 2027-01-10, PK 1448-9 2027-02-09")
}

// Two months that exclude each other are announced at once: one of them is stored.
func moonsInTurn(t *testing.T, store moons.Store) {
	var wait sync.WaitGroup
	alone := func(others []moons.Announcement) error {
		if len(others) > 0 {
			return errors.New("not alone")
		}
		return nil
	}
	refused := make([]error, 6)
	for i := range refused {
		wait.Go(func() { refused[i] = store.Announce(t.Context(), moon(t, "PK", 1448, 1+i, "2027-02-09"), alone) })
	}
	wait.Wait()
	stored := 0
	for _, err := range refused {
		if err == nil {
			stored++
		}
	}
	if all, err := store.Announcements(t.Context()); stored != 1 || len(all) != 1 || err != nil {
		t.Errorf("%d were accepted, %d stored: %v, %v", stored, len(all), refused, err)
	}
}

func moonWithdrawn(t *testing.T, store moons.Store) {
	announce(t, store, moon(t, "PK", 1448, 9, "2027-02-09"), moon(t, "PK", 1448, 10, "2027-03-10"))
	gone, err := store.Withdraw(t.Context(), "PK", 1448, 9)
	if err != nil || moonText([]moons.Announcement{gone}) != "PK 1448-9 2027-02-09" {
		t.Errorf("%+v, %v", gone, err)
	}
	wantMoons(t, store, "PK 1448-10 2027-03-10")
	if _, err := store.Withdraw(t.Context(), "PK", 1448, 9); !errors.Is(err, moons.ErrNotFound) {
		t.Errorf("again: %v", err)
	}
}
