package oidc_test

import (
	"strings"
	"testing"
	"time"
)

// A token is known once it is verified, whatever its length, and only for as long as what is known of it holds.
func TestATokenIsKnownForAWhile(t *testing.T) {
	p := newProvider(t, ecOne().public())
	gate := newGate(t, nil, p.URL)
	if _, err := gate.Verify(t.Context(), ecOne().sign(t, usual(p.URL), nil)); err != nil { // which waits for the keys
		t.Fatal(err)
	}
	for name, claims := range map[string]claims{
		"a usual token": usual(p.URL).with("jti", "usual"), "a long one": usual(p.URL).with("groups", strings.Repeat("g", 8<<10)),
	} {
		token, other := ecOne().sign(t, claims, nil), ecOne().sign(t, claims.with("jti", "other"), nil)
		if caller, ok := gate.Known(token); ok {
			t.Errorf("%s is known as %+v before it is verified", name, caller)
		}
		want, err := gate.Verify(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := gate.Known(token); !ok || got != want {
			t.Errorf("%s is known as %+v, %t", name, got, ok)
		}
		if caller, ok := gate.Known(other); ok {
			t.Errorf("beside %s another one is known as %+v", name, caller)
		}
		gate.clock.Advance(30 * time.Second)
		if caller, ok := gate.Known(token); ok {
			t.Errorf("half a minute later %s is known as %+v", name, caller)
		}
	}
}
