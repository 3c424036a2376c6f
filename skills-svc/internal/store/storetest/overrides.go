package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Overrides runs the suite that every skills.Store must pass. fresh returns a new, empty store for each test.
func Overrides(t *testing.T, fresh func(t *testing.T) skills.Store) {
	for name, test := range map[string]func(*testing.T, skills.Store){
		"an override is stored as given":                overrideKept,
		"revoking is recorded and removes nothing":      overrideRevoked,
		"the first to revoke is the one recorded":       overrideRevokedTwice,
		"an override is revoked for its own skill only": overrideOfAnother,
		"numbers are consecutive under concurrency":     overridesConcurrently,
		"the revision grows with each change":           overrideRevisions,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

var noon = time.Date(2026, 3, 2, 12, 0, 0, 123e6, time.UTC)

// given returns an override with everything set that is known when it is created.
func given() skills.Override {
	return skills.Override{
		Skill: "plan-my-day", Tool: "look", Action: skills.Deny, Reason: "it's 'odd' \"$1\" % 100 \n — لا", CreatedBy: 7, CreatedAt: noon,
	}
}

func create(t *testing.T, store skills.Store, o skills.Override) skills.Override {
	t.Helper()
	made, err := store.Create(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func all(t *testing.T, store skills.Store) []skills.Override {
	t.Helper()
	overrides, err := store.Overrides(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return overrides
}

func overrideKept(t *testing.T, store skills.Store) {
	want := given()
	want.ID = 1
	o := given()
	o.ID = 99 // is ignored
	if got := create(t, store, o); !reflect.DeepEqual(got, want) {
		t.Errorf("created %+v, want %+v", got, want)
	}
	if got := all(t, store); !reflect.DeepEqual(got, []skills.Override{want}) {
		t.Errorf("kept %+v, want %+v", got, want)
	}
}

func overrideRevoked(t *testing.T, store skills.Store) {
	create(t, store, given())
	want := create(t, store, given())
	want.RevokedBy, want.RevokedAt, want.RevocationReason = 8, noon.Add(time.Hour), "a 'mistake'"
	got, err := store.Revoke(t.Context(), want.Skill, want.ID, 8, want.RevokedAt, want.RevocationReason)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("revoked %+v, %v, want %+v", got, err, want)
	}
	if got := all(t, store); len(got) != 2 || got[0].Revoked() || !reflect.DeepEqual(got[1], want) {
		t.Errorf("kept %+v", got)
	}
}

func overrideRevokedTwice(t *testing.T, store skills.Store) {
	o := create(t, store, given())
	first, err := store.Revoke(t.Context(), o.Skill, o.ID, 8, noon, "first")
	if err != nil {
		t.Fatal(err)
	}
	second, err := store.Revoke(t.Context(), o.Skill, o.ID, 9, noon.Add(time.Hour), "second")
	if err != nil || !reflect.DeepEqual(second, first) {
		t.Errorf("revoked again: %+v, %v, want %+v", second, err, first)
	}
}

func overrideOfAnother(t *testing.T, store skills.Store) {
	o := create(t, store, given())
	for skill, id := range map[string]int32{"another": o.ID, o.Skill: o.ID + 1} {
		if got, err := store.Revoke(t.Context(), skill, id, 8, noon, ""); !errors.Is(err, skills.ErrNoOverride) {
			t.Errorf("revoke %d of %s: %+v, %v, want ErrNoOverride", id, skill, got, err)
		}
	}
	if got := all(t, store); got[0].Revoked() {
		t.Errorf("kept %+v", got)
	}
}

func overridesConcurrently(t *testing.T, store skills.Store) {
	const each, callers = 5, 4
	var running sync.WaitGroup
	for range callers {
		running.Go(func() {
			for range each {
				if _, err := store.Create(t.Context(), given()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	got := all(t, store)
	if len(got) != each*callers {
		t.Fatalf("%d are kept", len(got))
	}
	for i, o := range got {
		if int(o.ID) != i+1 {
			t.Errorf("the number of the %dth is %d", i+1, o.ID)
		}
	}
}

func overrideRevisions(t *testing.T, store skills.Store) {
	var revisions []int64
	look := func() {
		revision, err := store.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		revisions = append(revisions, revision)
	}
	look()
	o := create(t, store, given())
	look()
	for range 2 { // the second time nothing changes
		if _, err := store.Revoke(t.Context(), o.Skill, o.ID, 8, noon, ""); err != nil {
			t.Fatal(err)
		}
		look()
	}
	if got := fmt.Sprint(revisions); got != "[0 1 2 2]" {
		t.Errorf("the revisions are %s", got)
	}
}
