package storetest

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/salaatflow/platform/users-svc/internal/users"
)

// IdentityStore is what stores identities beside profiles.
type IdentityStore interface {
	users.Store
	users.Identities
}

// RunIdentities tests the contract of users.Identities. fresh returns a new, empty store for each test.
func RunIdentities(t *testing.T, fresh func(t *testing.T) IdentityStore) {
	for name, test := range map[string]func(*testing.T, IdentityStore){
		"an identity stays the same user":                   sameUser,
		"identities that look alike are different users":    lookAlikes,
		"a new user's number is nobody's yet":               freeNumbers,
		"an identity becomes a user once, whoever is asked": resolvedOnce,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

const issuer = "https://id.example.org"

func none(int32) bool { return false }

func resolve(t *testing.T, store users.Identities, issuer, subject string) int32 {
	t.Helper()
	id, err := store.Resolve(t.Context(), users.Identity{Issuer: issuer, Subject: subject}, none, noon)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func sameUser(t *testing.T, store IdentityStore) {
	first := resolve(t, store, issuer, "aisha")
	if first <= 1000 {
		t.Errorf("the first user is %d, a number that callers choose in development", first)
	}
	resolve(t, store, issuer, "bilal")
	if again := resolve(t, store, issuer, "aisha"); again != first {
		t.Errorf("the same identity is user %d, and then %d", first, again)
	}
}

func lookAlikes(t *testing.T, store IdentityStore) {
	seen := map[int32]string{}
	for _, one := range [][2]string{
		{issuer, "a"}, {issuer, "A"}, {issuer, " a"}, {issuer, "a "}, {issuer, "a%"}, {issuer, "a'"}, {issuer, `a"`}, {issuer, "a_"},
		{issuer + "/", "a"}, {issuer + "a", ""}, {"https://ID.example.org", "a"}, {"http://id.example.org", "a"},
	} {
		id := resolve(t, store, one[0], one[1])
		if other, taken := seen[id]; taken {
			t.Errorf("%q and %s are both user %d", one, other, id)
		}
		seen[id] = fmt.Sprintf("%q", one)
	}
}

func freeNumbers(t *testing.T, store IdentityStore) {
	first := resolve(t, store, issuer, "first")
	withProfile, reserved := first+1, first+2
	profile := initial
	profile.ID = withProfile
	_, err := store.Change(t.Context(), profile, func(user users.User) (users.User, error) {
		user.DisplayName = "made in development"
		return user, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	second, err := store.Resolve(t.Context(), users.Identity{Issuer: issuer, Subject: "second"},
		func(id int32) bool { return id == reserved }, noon)
	if err != nil || second == withProfile || second == reserved || second <= first {
		t.Errorf("the second user is %d, %v; %d has a profile and %d is reserved", second, err, withProfile, reserved)
	}
}

func resolvedOnce(t *testing.T, store IdentityStore) {
	const askers, subjects = 8, 5
	got := make([]map[string]int32, askers)
	var group sync.WaitGroup
	for asker := range askers {
		got[asker] = map[string]int32{}
		group.Go(func() {
			for subject := range subjects {
				name := fmt.Sprint((subject + asker) % subjects)
				id, err := store.Resolve(t.Context(), users.Identity{Issuer: issuer, Subject: name}, none, noon)
				if err != nil {
					t.Error(err)
				}
				got[asker][name] = id
			}
		})
	}
	group.Wait()
	for asker := range got {
		if !maps.Equal(got[asker], got[0]) {
			t.Errorf("one is told %v, another %v", got[0], got[asker])
		}
	}
	numbers := slices.Sorted(maps.Values(got[0]))
	if len(slices.Compact(numbers)) != subjects {
		t.Errorf("%d identities are the users %v", subjects, got[0])
	}
}
