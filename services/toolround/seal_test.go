package toolround_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/toolround"
)

// A state goes on at any gateway with the same key, for the call that it was given for, and for an hour.
func TestAStateIsForTheCallItWasGivenFor(t *testing.T) {
	now := clockwork.NewFakeClock()
	key := toolround.NewKey()
	one, other := sealer(t, key, now), sealer(t, key, now)
	state := one.Seal("page 2", []byte("user 7"), []byte("print_poster"))
	if got, err := other.Open(state, []byte("user 7"), []byte("print_poster")); got != "page 2" || err != nil {
		t.Fatalf("another gateway reads %q, %v", got, err)
	}
	for name, parts := range map[string][][]byte{
		"another user":       {[]byte("user 8"), []byte("print_poster")},
		"another tool":       {[]byte("user 7"), []byte("print_book")},
		"parts run together": {[]byte("user 7print_poster")},
	} {
		if got, err := one.Open(state, parts...); !errors.Is(err, toolround.ErrForeign) {
			t.Errorf("%s reads %q, %v", name, got, err)
		}
	}
	for name, text := range map[string]string{"changed": state + "A", "cut": state[:8], "no state": "x"} {
		if got, err := one.Open(text, []byte("user 7"), []byte("print_poster")); !errors.Is(err, toolround.ErrForeign) {
			t.Errorf("%s: reads %q, %v", name, got, err)
		}
	}
	if _, err := sealer(t, toolround.NewKey(), now).Open(state, []byte("user 7"), []byte("print_poster")); err == nil {
		t.Error("a gateway with another key reads it")
	}
	now.Advance(time.Hour + time.Second)
	if _, err := one.Open(state, []byte("user 7"), []byte("print_poster")); !errors.Is(err, toolround.ErrExpired) {
		t.Errorf("after an hour: %v", err)
	}
	if _, err := toolround.NewSealer([]byte("short"), now); err == nil {
		t.Error("a short key is taken")
	}
}

func sealer(t *testing.T, key []byte, now *clockwork.FakeClock) *toolround.Sealer {
	t.Helper()
	made, err := toolround.NewSealer(key, now)
	if err != nil {
		t.Fatal(err)
	}
	return made
}
