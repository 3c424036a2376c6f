package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

func everyone(all []registrations.Registration) []registrations.Registration { return all }

func nobody([]registrations.Registration) []registrations.Registration { return nil }

func publish(t *testing.T, s registrations.Store, decide registrations.Decide) registrations.Published {
	t.Helper()
	if err := s.Publish(t.Context(), decide); err != nil {
		t.Fatal(err)
	}
	return published(t, s)
}

func published(t *testing.T, s registrations.Store) registrations.Published {
	t.Helper()
	p, err := s.Published(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func changes(t *testing.T, s registrations.Store, after int64) []string {
	t.Helper()
	all, _, err := s.Changes(t.Context(), published(t, s).History, after)
	if err != nil {
		t.Fatal(err)
	}
	said := make([]string, len(all))
	for i, change := range all {
		said[i] = say(change)
	}
	return said
}

func say(c registrations.Change) string {
	switch {
	case c.DefinitionAdded != nil:
		return fmt.Sprintf("%d: %s is defined", c.Revision, c.DefinitionAdded.Service)
	case c.DefinitionRemoved != "":
		return fmt.Sprintf("%d: %s is no longer defined", c.Revision, serviceOf(c.DefinitionRemoved))
	case c.InstanceAdded != nil:
		return fmt.Sprintf("%d: %s/%s at %s", c.Revision, c.InstanceAdded.Service, c.InstanceAdded.ID, c.InstanceAdded.Address)
	case c.InstanceRemoved != nil:
		return fmt.Sprintf("%d: no %s/%s", c.Revision, c.InstanceRemoved.Service, c.InstanceRemoved.ID)
	}
	return fmt.Sprintf("%d: nothing", c.Revision)
}

func serviceOf(hash string) string {
	for _, service := range []string{"a", "b", "c"} {
		if definitionOf(service).Hash == hash {
			return service
		}
	}
	return hash
}

func wantChanges(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("changes %q\n   want %q", got, want)
	}
}

func testMark(t *testing.T, s registrations.Store) {
	a, b, c := registration("a", "1", 5), registration("b", "1", 5), registration("c", "1", 5)
	put(t, s, a, b, c)
	b.Condition = registrations.Condition{Renewed: true, Silent: true, Lost: true, Error: "nobody answers"}
	c.Condition = registrations.Condition{NotServing: true}
	err := s.Mark(t.Context(), map[string]registrations.Condition{
		b.LeaseID: b.Condition, c.LeaseID: c.Condition, "never given": {Renewed: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	wantListed(t, s, a, b, c)
	wantRenewed(t, s, 1, 5, []string{b.LeaseID}, b.LeaseID)
	wantListed(t, s, a, b, c)
}

func testMarkReplaced(t *testing.T, s registrations.Store) {
	older, newer := registration("a", "1", 5), registration("a", "1", 5)
	newer.LeaseID = "another lease"
	put(t, s, older)
	if err := s.Mark(t.Context(), map[string]registrations.Condition{older.LeaseID: {NotServing: true}}); err != nil {
		t.Fatal(err)
	}
	put(t, s, newer)
	wantListed(t, s, newer)
}

func testPublish(t *testing.T, s registrations.Store) {
	if p := published(t, s); p.Revision != 0 || p.History == "" || len(p.Instances) != 0 || len(p.Definitions) != 0 {
		t.Errorf("at first %v is published", p)
	}
	a1, a2, b := registration("a", "1", 5), registration("a", "2", 5), registration("b", "1", 5)
	put(t, s, a1, a2, b)
	p := publish(t, s, everyone)
	if p.Revision != 5 || p.Instances[a2.Instance.Key()] != a2.Instance || p.Definitions[b.Definition.Hash].Service != "b" {
		t.Errorf("revision %d with %v", p.Revision, p.Instances)
	}
	definedFirst := []string{"1: a is defined", "2: b is defined"}
	if cmp.Compare(a1.Definition.Hash, b.Definition.Hash) > 0 {
		definedFirst = []string{"1: b is defined", "2: a is defined"}
	}
	wantChanges(t, changes(t, s, 0), append(definedFirst, "3: a/1 at 127.0.0.1:1", "4: a/2 at 127.0.0.1:1", "5: b/1 at 127.0.0.1:1")...)

	moved := a1
	moved.LeaseID, moved.Instance.Address = "another lease", "127.0.0.1:2"
	put(t, s, moved)
	if _, err := s.Delete(t.Context(), b.LeaseID, nil); err != nil {
		t.Fatal(err)
	}
	if p := published(t, s); p.Revision != 5 {
		t.Errorf("what is not published has revision %d", p.Revision)
	}
	publish(t, s, everyone)
	wantChanges(t, changes(t, s, 5), "6: a/1 at 127.0.0.1:2", "7: no b/1", "8: b is no longer defined")
	wantChanges(t, changes(t, s, 7), "8: b is no longer defined")
	wantChanges(t, changes(t, s, 8))

	publish(t, s, nobody)
	put(t, s, b) // what it offered before is known again
	if p := publish(t, s, everyone); p.Definitions[b.Definition.Hash] == nil || p.Revision != 16 {
		t.Errorf("revision %d with %v", p.Revision, p.Instances)
	}
}

func testPublishSeesAll(t *testing.T, s registrations.Store) {
	a, b := registration("a", "1", 5), registration("b", "1", 9)
	put(t, s, b, a)
	b.Condition = registrations.Condition{Renewed: true}
	if err := s.Mark(t.Context(), map[string]registrations.Condition{b.LeaseID: b.Condition}); err != nil {
		t.Fatal(err)
	}
	publish(t, s, func(all []registrations.Registration) []registrations.Registration {
		wantSame(t, all, []registrations.Registration{a, b})
		return nil
	})
}

func testPublishSame(t *testing.T, s registrations.Store) {
	put(t, s, registration("a", "1", 5))
	before := publish(t, s, everyone)
	if after := publish(t, s, everyone); after.Revision != before.Revision || after.History != before.History {
		t.Errorf("revision %d of %s after %d of %s", after.Revision, after.History, before.Revision, before.History)
	}
}

// Each decides by what there is, so nothing is announced twice, and no revision is given twice.
func testConcurrentPublishes(t *testing.T, s registrations.Store) {
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if _, err := s.Put(t.Context(), registration("a", fmt.Sprint(i), 5), anyone); err != nil {
				t.Errorf("Put: %v", err)
			}
			if err := s.Publish(t.Context(), everyone); err != nil {
				t.Errorf("Publish: %v", err)
			}
		})
	}
	group.Wait()
	if p := published(t, s); p.Revision != 9 || len(p.Instances) != 8 {
		t.Errorf("revision %d with %d instances, want 9 with 8", p.Revision, len(p.Instances))
	}
	if got := changes(t, s, 0); len(got) != 9 {
		t.Errorf("changes %q", got)
	}
}

func testChangesAreWhole(t *testing.T, s registrations.Store) {
	put(t, s, registration("a", "1", 5), registration("b", "1", 5))
	follower := publish(t, s, everyone)
	put(t, s, registration("c", "1", 5))
	if _, err := s.Delete(t.Context(), registration("a", "1", 5).LeaseID, nil); err != nil {
		t.Fatal(err)
	}
	want := publish(t, s, everyone)
	all, _, err := s.Changes(t.Context(), follower.History, follower.Revision)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range all {
		follower.Apply(change)
	}
	if follower.Revision != want.Revision || !maps.Equal(follower.Instances, want.Instances) ||
		!slices.Equal(slices.Sorted(maps.Keys(follower.Definitions)), slices.Sorted(maps.Keys(want.Definitions))) {
		t.Errorf("who follows has %v\nwant %v", follower, want)
	}
}

func wantNoChanges(t *testing.T, s registrations.Store, history string, after int64) {
	t.Helper()
	if got, _, err := s.Changes(t.Context(), history, after); !errors.Is(err, registrations.ErrNoChanges) {
		t.Errorf("changes of %q after %d: %v, %v; want ErrNoChanges", history, after, got, err)
	}
}

func testNoChanges(t *testing.T, s registrations.Store) {
	put(t, s, registration("a", "1", 5))
	p := publish(t, s, everyone)
	wantNoChanges(t, s, p.History, p.Revision+1)
	wantNoChanges(t, s, p.History, -1)
	wantNoChanges(t, s, "another", 0)
	wantNoChanges(t, s, "", 0)
}

func testForgotten(t *testing.T, s registrations.Store) {
	r := registration("a", "1", 5)
	put(t, s, r)
	for revision := int64(0); revision < 2*registrations.KeptChanges+2; {
		publish(t, s, everyone)
		revision = publish(t, s, nobody).Revision
	}
	p := publish(t, s, everyone)
	wantNoChanges(t, s, p.History, 0)
	if got := changes(t, s, p.Revision-registrations.KeptChanges); len(got) != registrations.KeptChanges {
		t.Errorf("%d changes are kept, want at least %d", len(got), registrations.KeptChanges)
	}
}

func testSettle(t *testing.T, s registrations.Store) {
	settled := func() bool {
		_, settled, err := s.Changes(t.Context(), published(t, s).History, 0)
		return settled && err == nil && published(t, s).Settled
	}
	if settled() || published(t, s).Settled {
		t.Error("a new store has settled")
	}
	for range 2 {
		if err := s.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !settled() {
			t.Error("it has not settled")
		}
	}
}
