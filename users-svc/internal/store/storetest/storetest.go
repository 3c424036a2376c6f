// Package storetest tests the contract of users.Store. It runs against each engine.
package storetest

import (
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/users-svc/internal/users"
)

// Run runs the suite. fresh returns a new, empty store for each test.
func Run(t *testing.T, fresh func(t *testing.T) users.Store) {
	for name, test := range map[string]func(*testing.T, users.Store){
		"a profile is stored as given":                 kept,
		"a refused change stores nothing":              refused,
		"a change without effect stores nothing":       unchanged,
		"concurrent changes of a profile lose nothing": oneByOne,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, int(time.Millisecond), time.UTC)

// full has every field set, initial only a few.
var (
	full = users.User{
		ID: 7, DisplayName: "عائشہ 'A' \"B\" $1", Email: "a@example.org", Language: "ur-Latn", City: "Lahore",
		Area: "Gulberg", Timezone: "Asia/Karachi", PreferredMasjidID: 2147483647, AsrSchool: "shafi",
		PrayerMethod: "turkey",
		CreatedAt:    noon, UpdatedAt: noon.Add(time.Second),
	}
	initial = users.User{ID: 7, Language: "en", City: "Karachi", Timezone: "UTC", AsrSchool: "hanafi"}
)

func wantNone(t *testing.T, store users.Store, id int32) {
	t.Helper()
	if user, err := store.Get(t.Context(), id); !errors.Is(err, users.ErrNotFound) {
		t.Fatalf("Get(%d) = %+v, %v, want ErrNotFound", id, user, err)
	}
}

func kept(t *testing.T, store users.Store) {
	wantNone(t, store, 7)
	before := initial
	for _, want := range []users.User{full, {ID: 7, City: "Quetta", UpdatedAt: noon}} {
		got, err := store.Change(t.Context(), initial, func(user users.User) (users.User, error) {
			if user != before {
				t.Errorf("the rule got %+v, want %+v", user, before)
			}
			return want, nil
		})
		if err != nil || got != want {
			t.Fatalf("Change = %+v, %v, want %+v", got, err, want)
		}
		if got, err = store.Get(t.Context(), 7); err != nil || got != want {
			t.Fatalf("Get = %+v, %v, want %+v", got, err, want)
		}
		before = want
	}
	wantNone(t, store, 8)
}

func refused(t *testing.T, store users.Store) {
	refusal := errors.New("no")
	_, err := store.Change(t.Context(), initial, func(users.User) (users.User, error) { return full, refusal })
	if !errors.Is(err, refusal) {
		t.Fatalf("Change = %v, want the rule's refusal", err)
	}
	wantNone(t, store, 7)
}

func unchanged(t *testing.T, store users.Store) {
	got, err := store.Change(t.Context(), initial, func(user users.User) (users.User, error) { return user, nil })
	if err != nil || got != initial {
		t.Fatalf("Change = %+v, %v, want %+v", got, err, initial)
	}
	wantNone(t, store, 7)
}

func oneByOne(t *testing.T, store users.Store) {
	const changers, each = 6, 5
	first := initial
	first.DisplayName = "0"
	increment := func(user users.User) (users.User, error) {
		n, err := strconv.Atoi(user.DisplayName)
		user.DisplayName = strconv.Itoa(n + 1)
		return user, err
	}
	var group sync.WaitGroup
	for range changers {
		group.Go(func() {
			for range each {
				if _, err := store.Change(t.Context(), first, increment); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if got, err := store.Get(t.Context(), 7); err != nil || got.DisplayName != strconv.Itoa(changers*each) {
		t.Fatalf("counted to %s, %v, want %d: changes were lost", got.DisplayName, err, changers*each)
	}
}
