// Package storetest tests the contract of registrations.Store.
package storetest

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Run runs the suite. open returns an empty store that tells no time: each method is told what the time is.
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
		"TimeThatIsLostMovesEveryEnd":              testBeat,
		"TimeThatIsLostLetsWhatHasEndedLiveAgain":  testBeatEnded,
		"NoTimeIsLostWhileAnyRegistryRuns":         testBeatShared,
		"ALeaseThatEndsDoesNotEndTheInstancesNext": testReplacedLease,
		"WhatDepartsIsRemembered":                  testDeparted,
		"WhoReturnsDepartedNoMore":                 testReturned,
		"DepartedIsWhatTheRuleReturns":             testDepartedIsWhatTheRuleReturns,
		"WhatIsForgottenIsGone":                    testForget,
		"WhatIsMarkedIsListed":                     testMark,
		"WhoRegistersAgainIsNotMarked":             testMarkReplaced,
		"PublishNumbersEachChange":                 testPublish,
		"PublishDecidesWithAll":                    testPublishSeesAll,
		"PublishOfTheSameChangesNothing":           testPublishSame,
		"PublishesDoNotOvertakeEachOther":          testConcurrentPublishes,
		"ChangesLeadToWhatIsPublished":             testChangesAreWhole,
		"ChangesThatAreNotKeptAreSaid":             testNoChanges,
		"OldChangesAreForgotten":                   testForgotten,
		"SettledIsKept":                            testSettle,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// registration returns a registration of an instance of a service. Its lease is named after both and ends a number of
// seconds after epoch.
func registration(service, id string, seconds int) registrations.Registration {
	definition := definitionOf(service)
	return registrations.Registration{
		LeaseID:    "lease of " + service + "/" + id,
		Instance:   catalog.Instance{ID: id, Service: service, Address: "127.0.0.1:1", DefinitionHash: definition.Hash},
		Definition: definition,
		Holder:     registrations.Holder{Host: netip.MustParseAddr("192.0.2.7"), Trusted: service == "a"},
		Since:      epoch.Add(time.Microsecond),
		Expires:    after(seconds),
	}
}

// definitions are those of the services of the suite.
var definitions sync.Map

// definitionOf returns what a service offers: its health.
func definitionOf(service string) *catalog.Definition {
	if known, ok := definitions.Load(service); ok {
		return known.(*catalog.Definition)
	}
	files := &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		protodesc.ToFileDescriptorProto(healthv1.File_grpc_health_v1_health_proto),
	}}
	definition, err := catalogtest.NewDefinition(
		service, "1", []string{healthv1.Health_ServiceDesc.ServiceName}, files, toolspec.DefaultLimits())
	if err != nil {
		panic(err)
	}
	known, _ := definitions.LoadOrStore(service, definition)
	return known.(*catalog.Definition)
}

func after(seconds int) time.Time { return epoch.Add(time.Duration(seconds) * time.Second) }

func anyone(*catalog.Definition, *registrations.Registration, []registrations.Registration) error {
	return nil
}

func refuse(*catalog.Definition, *registrations.Registration, []registrations.Registration) error {
	return errors.New("not now")
}

func put(t *testing.T, s registrations.Store, rs ...registrations.Registration) {
	t.Helper()
	for _, r := range rs {
		if _, err := s.Put(t.Context(), r, anyone); err != nil {
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
			a.Definition.Hash == b.Definition.Hash && a.Holder == b.Holder && a.Condition == b.Condition
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
	wantRenewed(t, s, 0, 20, []string{older.LeaseID})
}

func testAdmitSeesOthers(t *testing.T, s registrations.Store) {
	put(t, s, registration("a", "1", 5), registration("a", "2", 5), registration("b", "1", 5))
	var seen, replacing []registrations.Registration
	see := func(_ *catalog.Definition, replaced *registrations.Registration, others []registrations.Registration) error {
		seen, replacing = slices.Clone(others), nil
		if replaced != nil {
			replacing = append(replacing, *replaced)
		}
		return errors.New("not now")
	}
	if _, err := s.Put(t.Context(), registration("c", "1", 9), see); err == nil || replacing != nil || len(seen) != 3 {
		t.Errorf("a new one: %v, replacing %v beside %v", err, leases(replacing), leases(seen))
	}
	if _, err := s.Put(t.Context(), registration("a", "1", 9), see); err == nil {
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
		_, err := s.Put(t.Context(), r, func(*catalog.Definition, *registrations.Registration, []registrations.Registration) error {
			return refusal
		})
		if !errors.Is(err, refusal) {
			t.Errorf("Put of %s: %v, want what admit said", r.LeaseID, err)
		}
	}
	wantListed(t, s, registration("a", "1", 5))
	wantRenewed(t, s, 0, 5, []string{registration("a", "1", 5).LeaseID}, registration("a", "1", 5).LeaseID)
}

// Each registration is admitted only if there is none, so exactly one gets in.
func testConcurrentPuts(t *testing.T, s registrations.Store) {
	refusal := errors.New("there is one already")
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			_, err := s.Put(t.Context(), registration("a", fmt.Sprint(i), 5),
				func(_ *catalog.Definition, _ *registrations.Registration, others []registrations.Registration) error {
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

// wantRenewed renews leases, and checks which are.
func wantRenewed(t *testing.T, s registrations.Store, now, expires int, leaseIDs []string, want ...string) {
	t.Helper()
	renewed, err := s.Renew(t.Context(), leaseIDs, after(now), after(expires))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(renewed)
	if !slices.Equal(renewed, want) {
		t.Errorf("renewed %q of %q, want %q", renewed, leaseIDs, want)
	}
}

func testRenew(t *testing.T, s registrations.Store) {
	r, other, third := registration("a", "1", 5), registration("a", "2", 20), registration("a", "3", 9)
	put(t, s, r, other, third)
	wantRenewed(t, s, 4, 14, []string{r.LeaseID, other.LeaseID}, r.LeaseID, other.LeaseID)
	wantListed(t, s, registration("a", "1", 14), other, third) // an end never becomes earlier
}

func testRenewEnded(t *testing.T, s registrations.Store) {
	r, lives := registration("a", "1", 5), registration("a", "2", 9)
	put(t, s, r, lives)
	wantRenewed(t, s, 5, 20, []string{r.LeaseID})
	wantRenewed(t, s, 6, 20, []string{r.LeaseID, "never given", lives.LeaseID, ""}, lives.LeaseID)
	wantRenewed(t, s, 6, 20, nil)
	wantListed(t, s, r, registration("a", "2", 20))
}

func testDelete(t *testing.T, s registrations.Store) {
	a, b := registration("a", "1", 5), registration("b", "1", 5)
	put(t, s, a, b)
	gone, err := s.Delete(t.Context(), a.LeaseID, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, []registrations.Registration{gone}, []registrations.Registration{a})
	wantListed(t, s, b)
	if _, err := s.Delete(t.Context(), a.LeaseID, nil); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("the second time: %v, want ErrNoLease", err)
	}
}

func testExpired(t *testing.T, s registrations.Store) {
	first, second, third := registration("a", "1", 4), registration("a", "2", 5), registration("a", "3", 6)
	put(t, s, third, first, second)
	expired, _, err := s.DeleteExpired(t.Context(), after(5), nil)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(expired, func(a, b registrations.Registration) int { return a.Expires.Compare(b.Expires) })
	wantSame(t, expired, []registrations.Registration{first, second})
	wantListed(t, s, third)
}

func testNextEnd(t *testing.T, s registrations.Store) {
	if _, next, err := s.DeleteExpired(t.Context(), after(0), nil); err != nil || !next.IsZero() {
		t.Errorf("of none: %v, %v; want zero", next, err)
	}
	put(t, s, registration("a", "1", 9), registration("a", "2", 7), registration("a", "3", 3))
	if _, next, err := s.DeleteExpired(t.Context(), after(5), nil); err != nil || !next.Equal(after(7)) {
		t.Errorf("next end is %v (%v), want %v", next, err, after(7))
	}
}

// wantLost beats, and checks how many seconds were lost.
func wantLost(t *testing.T, s registrations.Store, last time.Time, now, want int) {
	t.Helper()
	lost, err := s.Beat(t.Context(), last, after(now), 2*time.Second)
	if err != nil || lost != time.Duration(want)*time.Second {
		t.Errorf("%v lost (%v) at %d, want %d s", lost, err, now, want)
	}
}

func testBeat(t *testing.T, s registrations.Store) {
	wantLost(t, s, time.Time{}, 0, 0)
	put(t, s, registration("a", "1", 5), registration("b", "1", 9))
	wantLost(t, s, after(0), 2, 0)
	wantLost(t, s, after(2), 22, 20)
	wantListed(t, s, registration("a", "1", 25), registration("b", "1", 29))
	put(t, s, registration("c", "1", 9)) // their ends are unchanged
	wantListed(t, s, registration("a", "1", 25), registration("b", "1", 29), registration("c", "1", 9))
	if expired, next, err := s.DeleteExpired(t.Context(), after(24), nil); err != nil || len(expired) != 1 || !next.Equal(after(25)) {
		t.Errorf("expired %v, next %v (%v); want the last, and then the first", leases(expired), next, err)
	}
}

// A registry that was stopped past the end of a lease beats before it looks at it.
func testBeatEnded(t *testing.T, s registrations.Store) {
	r := registration("a", "1", 5)
	put(t, s, r)
	wantLost(t, s, time.Time{}, 2, 0)
	wantLost(t, s, after(2), 22, 20)
	if expired, _, err := s.DeleteExpired(t.Context(), after(22), nil); err != nil || len(expired) != 0 {
		t.Errorf("expired %v (%v), want none", leases(expired), err)
	}
	wantRenewed(t, s, 22, 32, []string{r.LeaseID}, r.LeaseID)
	wantListed(t, s, registration("a", "1", 32))
}

// What one registry missed, another that shares the store has read; what both missed is counted once.
func testBeatShared(t *testing.T, s registrations.Store) {
	put(t, s, registration("a", "1", 40))
	wantLost(t, s, time.Time{}, 0, 0)
	for now := 2; now <= 10; now += 2 { // the other one
		wantLost(t, s, after(now-2), now, 0)
	}
	wantLost(t, s, after(0), 11, 0)
	wantListed(t, s, registration("a", "1", 40))
	wantLost(t, s, after(11), 31, 20)
	wantLost(t, s, after(10), 31, 0)
	wantListed(t, s, registration("a", "1", 60))
	wantLost(t, s, time.Time{}, 36, 5) // a registry that has just started knows no last one
	wantListed(t, s, registration("a", "1", 65))
}

func testReplacedLease(t *testing.T, s registrations.Store) {
	older, newer := registration("a", "1", 5), registration("a", "1", 9)
	newer.LeaseID = "another lease"
	put(t, s, older, newer)
	if _, err := s.Delete(t.Context(), older.LeaseID, nil); !errors.Is(err, registrations.ErrNoLease) {
		t.Errorf("Delete of the replaced lease: %v, want ErrNoLease", err)
	}
	if _, _, err := s.DeleteExpired(t.Context(), after(6), nil); err != nil {
		t.Fatal(err)
	}
	wantListed(t, s, newer)
}
