// Package storetest tests the contract of registrations.Store.
package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Run runs the suite. open returns an empty store.
func Run(t *testing.T, open func(t *testing.T) registrations.Store) {
	for name, test := range map[string]func(*testing.T, registrations.Store){
		"PutIsListedByServiceAndInstance":          testList,
		"PutReplacesTheSameInstance":               testReplace,
		"PutShowsAdmitEveryOther":                  testAdmitSeesOthers,
		"PutThatIsRefusedChangesNothing":           testRefused,
		"PutsDoNotOvertakeEachOther":               testConcurrentPuts,
		"RenewMovesTheEnd":                         testRenew,
		"RenewRefusesWhatHasEnded":                 testRenewEnded,
		"DeleteGivesWhatItRemoved":                 testDelete,
		"DeleteExpiredTakesWhatHasEndedAndNoMore":  testExpired,
		"DeleteExpiredKnowsTheNextEnd":             testNextEnd,
		"PostponeMovesEveryEnd":                    testPostpone,
		"PostponeLetsWhatHasEndedLiveAgain":        testPostponeEnded,
		"ALeaseThatEndsDoesNotEndTheInstancesNext": testReplacedLease,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// registration returns a registration of an instance of a service. Its lease is named after both and ends a number of
// seconds after epoch.
func registration(service, id string, seconds int) registrations.Registration {
	return registrations.Registration{
		LeaseID:    "lease of " + service + "/" + id,
		Instance:   catalog.Instance{ID: id, Service: service, Address: "127.0.0.1:1", DefinitionHash: service},
		Definition: &catalog.Definition{Hash: service, Service: service, Version: "1"},
		Since:      epoch,
		Expires:    after(seconds),
	}
}

func after(seconds int) time.Time { return epoch.Add(time.Duration(seconds) * time.Second) }

func anyone(*registrations.Registration, []registrations.Registration) error { return nil }

func put(t *testing.T, s registrations.Store, rs ...registrations.Registration) {
	t.Helper()
	for _, r := range rs {
		if err := s.Put(t.Context(), r, anyone); err != nil {
			t.Fatalf("Put(%s): %v", r.LeaseID, err)
		}
	}
}

func wantListed(t *testing.T, s registrations.Store, want ...registrations.Registration) {
	t.Helper()
	got, err := s.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, got, want)
}

func wantSame(t *testing.T, got, want []registrations.Registration) {
	t.Helper()
	same := slices.EqualFunc(got, want, func(a, b registrations.Registration) bool {
		return a.LeaseID == b.LeaseID && a.Instance == b.Instance && a.Expires.Equal(b.Expires) && a.Since.Equal(b.Since) &&
			a.Definition.Hash == b.Definition.Hash
	})
	if !same {
		t.Errorf("got  %v\nwant %v", leases(got), leases(want))
	}
}

func leases(rs []registrations.Registration) []string {
	names := make([]string, len(rs))
	for i, r := range rs {
		names[i] = fmt.Sprintf("%s until %v", r.LeaseID, r.Expires.Sub(epoch))
	}
	return names
}

func testList(t *testing.T, s registrations.Store) {
	wantListed(t, s)
	b1, a2, a1 := registration("b", "1", 1), registration("a", "2", 2), registration("a", "1", 3)
	put(t, s, b1, a2, a1)
	wantListed(t, s, a1, a2, b1)
}

func testReplace(t *testing.T, s registrations.Store) {
	older, newer := registration("a", "1", 5), registration("a", "1", 9)
	newer.LeaseID, newer.Instance.Address = "another lease", "127.0.0.1:2"
	put(t, s, older, registration("b", "1", 5), newer)
	wantListed(t, s, newer, registration("b", "1", 5))
	if err := s.Renew(t.Context(), older.LeaseID, after(0), after(20)); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("Renew of the replaced lease: %v, want ErrNoLease", err)
	}
}

func testAdmitSeesOthers(t *testing.T, s registrations.Store) {
	put(t, s, registration("a", "1", 5), registration("a", "2", 5), registration("b", "1", 5))
	var seen, replacing []registrations.Registration
	see := func(replaced *registrations.Registration, others []registrations.Registration) error {
		seen, replacing = slices.Clone(others), nil
		if replaced != nil {
			replacing = append(replacing, *replaced)
		}
		return errors.New("not now")
	}
	if err := s.Put(t.Context(), registration("c", "1", 9), see); err == nil || replacing != nil || len(seen) != 3 {
		t.Errorf("a new one: %v, replacing %v beside %v", err, leases(replacing), leases(seen))
	}
	if err := s.Put(t.Context(), registration("a", "1", 9), see); err == nil {
		t.Error("what admit refused was put")
	}
	wantSame(t, replacing, []registrations.Registration{registration("a", "1", 5)})
	slices.SortFunc(seen, func(a, b registrations.Registration) int { return a.Instance.Key().Compare(b.Instance.Key()) })
	wantSame(t, seen, []registrations.Registration{registration("a", "2", 5), registration("b", "1", 5)})
}

func testRefused(t *testing.T, s registrations.Store) {
	put(t, s, registration("a", "1", 5))
	refusal := errors.New("no")
	changed := registration("a", "1", 9)
	changed.LeaseID = "another lease"
	for _, r := range []registrations.Registration{registration("b", "1", 5), changed} {
		err := s.Put(t.Context(), r, func(*registrations.Registration, []registrations.Registration) error { return refusal })
		if !errors.Is(err, refusal) {
			t.Errorf("Put of %s: %v, want what admit said", r.LeaseID, err)
		}
	}
	wantListed(t, s, registration("a", "1", 5))
	if err := s.Renew(t.Context(), registration("a", "1", 5).LeaseID, after(0), after(5)); err != nil {
		t.Errorf("the lease that was to be replaced: %v", err)
	}
}

// Each registration is admitted only if there is none, so exactly one gets in.
func testConcurrentPuts(t *testing.T, s registrations.Store) {
	refusal := errors.New("there is one already")
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			err := s.Put(t.Context(), registration("a", fmt.Sprint(i), 5),
				func(_ *registrations.Registration, others []registrations.Registration) error {
					if len(others) > 0 {
						return refusal
					}
					return nil
				})
			if err != nil && !errors.Is(err, refusal) {
				t.Errorf("Put: %v", err)
			}
		})
	}
	group.Wait()
	if all, err := s.List(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%d got in (%v), want 1", len(all), err)
	}
}

func testRenew(t *testing.T, s registrations.Store) {
	r := registration("a", "1", 5)
	put(t, s, r)
	if err := s.Renew(t.Context(), r.LeaseID, after(4), after(14)); err != nil {
		t.Fatal(err)
	}
	wantListed(t, s, registration("a", "1", 14))
}

func testRenewEnded(t *testing.T, s registrations.Store) {
	r := registration("a", "1", 5)
	put(t, s, r)
	for name, renew := range map[string]struct {
		lease string
		now   int
	}{
		"at its end":    {r.LeaseID, 5},
		"after its end": {r.LeaseID, 6},
		"never given":   {"never given", 0},
		"empty":         {"", 0},
	} {
		if err := s.Renew(t.Context(), renew.lease, after(renew.now), after(20)); !errors.Is(err, registrations.ErrNoLease) {
			t.Errorf("a lease %s: %v, want ErrNoLease", name, err)
		}
	}
	wantListed(t, s, r)
}

func testDelete(t *testing.T, s registrations.Store) {
	a, b := registration("a", "1", 5), registration("b", "1", 5)
	put(t, s, a, b)
	gone, err := s.Delete(t.Context(), a.LeaseID)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, []registrations.Registration{gone}, []registrations.Registration{a})
	wantListed(t, s, b)
	if _, err := s.Delete(t.Context(), a.LeaseID); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("the second time: %v, want ErrNoLease", err)
	}
}

func testExpired(t *testing.T, s registrations.Store) {
	first, second, third := registration("a", "1", 4), registration("a", "2", 5), registration("a", "3", 6)
	put(t, s, third, first, second)
	expired, _, err := s.DeleteExpired(t.Context(), after(5))
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(expired, func(a, b registrations.Registration) int { return a.Expires.Compare(b.Expires) })
	wantSame(t, expired, []registrations.Registration{first, second})
	wantListed(t, s, third)
}

func testNextEnd(t *testing.T, s registrations.Store) {
	if _, next, err := s.DeleteExpired(t.Context(), after(0)); err != nil || !next.IsZero() {
		t.Errorf("of none: %v, %v; want zero", next, err)
	}
	put(t, s, registration("a", "1", 9), registration("a", "2", 7), registration("a", "3", 3))
	if _, next, err := s.DeleteExpired(t.Context(), after(5)); err != nil || !next.Equal(after(7)) {
		t.Errorf("next end is %v (%v), want %v", next, err, after(7))
	}
}

func testPostpone(t *testing.T, s registrations.Store) {
	if err := s.Postpone(t.Context(), time.Second); err != nil {
		t.Errorf("of none: %v", err)
	}
	put(t, s, registration("a", "1", 5), registration("b", "1", 9))
	if err := s.Postpone(t.Context(), 20*time.Second); err != nil {
		t.Fatal(err)
	}
	wantListed(t, s, registration("a", "1", 25), registration("b", "1", 29))
	put(t, s, registration("c", "1", 9)) // their ends are unchanged
	wantListed(t, s, registration("a", "1", 25), registration("b", "1", 29), registration("c", "1", 9))
	if expired, next, err := s.DeleteExpired(t.Context(), after(24)); err != nil || len(expired) != 1 || !next.Equal(after(25)) {
		t.Errorf("expired %v, next %v (%v); want the last, and then the first", leases(expired), next, err)
	}
}

// A registry that was stopped past the end of a lease postpones that end before it looks at it.
func testPostponeEnded(t *testing.T, s registrations.Store) {
	r := registration("a", "1", 5)
	put(t, s, r)
	if err := s.Postpone(t.Context(), 20*time.Second); err != nil {
		t.Fatal(err)
	}
	if expired, _, err := s.DeleteExpired(t.Context(), after(22)); err != nil || len(expired) != 0 {
		t.Errorf("expired %v (%v), want none", leases(expired), err)
	}
	if err := s.Renew(t.Context(), r.LeaseID, after(22), after(32)); err != nil {
		t.Errorf("Renew before the new end: %v", err)
	}
	wantListed(t, s, registration("a", "1", 32))
}

func testReplacedLease(t *testing.T, s registrations.Store) {
	older, newer := registration("a", "1", 5), registration("a", "1", 9)
	newer.LeaseID = "another lease"
	put(t, s, older, newer)
	if _, err := s.Delete(t.Context(), older.LeaseID); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("Delete of the replaced lease: %v, want ErrNoLease", err)
	}
	if _, _, err := s.DeleteExpired(t.Context(), after(6)); err != nil {
		t.Fatal(err)
	}
	wantListed(t, s, newer)
}
