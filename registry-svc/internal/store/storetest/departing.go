package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// departedOf is what the suite remembers of a registration.
func departedOf(r registrations.Registration, stopped bool, at int) registrations.Departed {
	return registrations.Departed{
		Instance: r.Instance, Version: "1", Host: r.Holder.Host, Tools: []string{"reap", "sow"}, Since: r.Since, At: after(at),
		Stopped: stopped, Error: map[bool]string{false: "nobody answers"}[stopped],
	}
}

// all remembers everything that departs, and what departed before.
func all(stopped bool, at int) registrations.Depart {
	return func(departed []registrations.Departed, _, removed []registrations.Registration) []registrations.Departed {
		for _, r := range removed {
			departed = append(departed, departedOf(r, stopped, at))
		}
		slices.SortFunc(departed, registrations.CompareDeparted)
		return departed
	}
}

func wantDeparted(t *testing.T, s registrations.Store, want ...registrations.Departed) {
	t.Helper()
	got, err := s.Departed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same := slices.EqualFunc(got, want, func(a, b registrations.Departed) bool {
		return a.Instance == b.Instance && a.Version == b.Version && a.Host == b.Host && slices.Equal(a.Tools, b.Tools) &&
			a.Since.Equal(b.Since) && a.At.Equal(b.At) && a.Stopped == b.Stopped && a.Error == b.Error
	})
	if !same {
		t.Errorf("departed are\n%+v, want\n%+v", got, want)
	}
}

func testDeparted(t *testing.T, s registrations.Store) {
	a1, a2, b1, c1 := registration("a", "1", 5), registration("a", "2", 9), registration("b", "1", 5), registration("c", "1", 9)
	put(t, s, a1, a2, b1, c1)
	wantDeparted(t, s)
	var left []registrations.Registration
	_, _, err := s.DeleteExpired(t.Context(), after(5),
		func(departed []registrations.Departed, l, removed []registrations.Registration) []registrations.Departed {
			left = slices.Clone(l)
			return all(false, 5)(departed, l, removed)
		})
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, left, []registrations.Registration{a2, c1})
	wantDeparted(t, s, departedOf(a1, false, 5), departedOf(b1, false, 5))
	if _, err := s.Delete(t.Context(), c1.LeaseID, all(true, 6)); err != nil {
		t.Fatal(err)
	}
	wantDeparted(t, s, departedOf(a1, false, 5), departedOf(b1, false, 5), departedOf(c1, true, 6))
	if _, _, err := s.DeleteExpired(t.Context(), after(6), all(false, 6)); err != nil { // of none
		t.Fatal(err)
	}
	put(t, s, registration("d", "1", 9))
	wantDeparted(t, s, departedOf(a1, false, 5), departedOf(b1, false, 5), departedOf(c1, true, 6))
}

// Whoever returns departed no more; whoever only registers again was never away.
func testReturned(t *testing.T, s registrations.Store) {
	a1, a2, b1 := registration("a", "1", 5), registration("a", "2", 9), registration("b", "1", 5)
	put(t, s, a1, a2, b1)
	if _, _, err := s.DeleteExpired(t.Context(), after(5), all(false, 5)); err != nil {
		t.Fatal(err)
	}
	again := a2
	again.LeaseID = "another lease"
	put(t, s, again)
	wantDeparted(t, s, departedOf(a1, false, 5), departedOf(b1, false, 5))
	refused := registration("a", "3", 9)
	_, _ = s.Put(t.Context(), refused, refuse)
	wantDeparted(t, s, departedOf(a1, false, 5), departedOf(b1, false, 5))
	put(t, s, registration("a", "3", 9))
	wantDeparted(t, s, departedOf(b1, false, 5))
}

// What a rule no longer returns is forgotten, and what it returns anew is what counts.
func testDepartedIsWhatTheRuleReturns(t *testing.T, s registrations.Store) {
	for i := range 3 {
		put(t, s, registration("a", fmt.Sprint(i), 5))
	}
	if _, _, err := s.DeleteExpired(t.Context(), after(5), all(false, 5)); err != nil {
		t.Fatal(err)
	}
	b := registration("b", "1", 9)
	put(t, s, b)
	later := departedOf(registration("a", "1", 5), true, 8)
	_, err := s.Delete(t.Context(), b.LeaseID,
		func(departed []registrations.Departed, _, _ []registrations.Registration) []registrations.Departed {
			return []registrations.Departed{departed[0], later}
		})
	if err != nil {
		t.Fatal(err)
	}
	wantDeparted(t, s, departedOf(registration("a", "0", 5), false, 5), later)
}

func testForget(t *testing.T, s registrations.Store) {
	var kept []registrations.Departed
	for _, r := range []registrations.Registration{
		registration("a", "1", 5), registration("a", "2", 5), registration("a", "3", 5), registration("b", "1", 5),
	} {
		put(t, s, r)
		kept = append(kept, departedOf(r, false, 5))
	}
	if _, _, err := s.DeleteExpired(t.Context(), after(5), all(false, 5)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		service, instance string
		forgotten         int
		left              []registrations.Departed
	}{
		{"a", "9", 0, kept},
		{"", "", 0, kept},
		{"a", "2", 1, []registrations.Departed{kept[0], kept[2], kept[3]}},
		{"a", "", 2, kept[3:]},
		{"a", "", 0, kept[3:]},
	} {
		if n, err := s.Forget(t.Context(), c.service, c.instance); err != nil || n != c.forgotten {
			t.Errorf("%q/%q: %d forgotten (%v), want %d", c.service, c.instance, n, err, c.forgotten)
		}
		wantDeparted(t, s, c.left...)
	}
}
