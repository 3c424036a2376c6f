package identity_test

import (
	"net/netip"
	"slices"
	"testing"

	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

func TestScopesAllowWhatTheyNameAndNothingElse(t *testing.T) {
	for name, tc := range map[string]struct {
		scopes   identity.Scopes
		required []string
		missing  []string
	}{
		"not limited":          {identity.Scopes{}, []string{"tasks:read", "audit:read"}, nil},
		"named":                {identity.LimitTo("tasks:read", "chat"), []string{"tasks:read"}, nil},
		"both named":           {identity.LimitTo("tasks:read", "chat"), []string{"chat", "tasks:read"}, nil},
		"nothing required":     {identity.LimitTo(), nil, nil},
		"limited to none":      {identity.LimitTo(), []string{"tasks:read"}, []string{"tasks:read"}},
		"one of two":           {identity.LimitTo("tasks:read"), []string{"tasks:read", "tasks:write"}, []string{"tasks:write"}},
		"a part of a word":     {identity.LimitTo("tasks:readers"), []string{"tasks:read"}, []string{"tasks:read"}},
		"another case":         {identity.LimitTo("Tasks:Read"), []string{"tasks:read"}, []string{"tasks:read"}},
		"words in one":         {identity.LimitTo("tasks:read tasks:write"), []string{"tasks:read"}, []string{"tasks:read"}},
		"an empty requirement": {identity.LimitTo("chat", ""), []string{""}, []string{""}},
		"no wildcard":          {identity.LimitTo("*", "tasks:*"), []string{"tasks:read"}, []string{"tasks:read"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tc.scopes.Allows(tc.required...); got != (tc.missing == nil) {
				t.Errorf("Allows(%q) is %t", tc.required, got)
			}
			if got := tc.scopes.Missing(tc.required...); !slices.Equal(got, tc.missing) {
				t.Errorf("Missing(%q) is %q, want %q", tc.required, got, tc.missing)
			}
		})
	}
}

func TestScopesAreEqualWhateverTheirOrder(t *testing.T) {
	a, b := identity.LimitTo("tasks:write", "chat", "chat", "bad word", "\x00"), identity.LimitTo("chat", "tasks:write")
	if a != b || a.String() != "chat tasks:write" || !slices.Equal(a.Words(), []string{"chat", "tasks:write"}) {
		t.Errorf("%q and %q", a, b)
	}
	if identity.LimitTo() == (identity.Scopes{}) || !identity.LimitTo().Limited() {
		t.Error("limited to none is not limited")
	}
}

func TestScopesTravel(t *testing.T) {
	for name, want := range map[string]identity.Scopes{
		"not limited": {},
		"none":        identity.LimitTo(),
		"some":        identity.LimitTo("tasks:write", "chat"),
	} {
		t.Run(name, func(t *testing.T) {
			forged := metadata.AppendToOutgoingContext(t.Context(), "x-user-scopes", "audit:read", "x-request-id", "r")
			caller := identity.Caller{UserID: 1, Role: identity.RoleUser, Scopes: want}
			sent, _ := metadata.FromOutgoingContext(identity.OutgoingContext(forged, caller))
			if got := sent.Get("x-user-scopes"); (len(got) == 1) != want.Limited() {
				t.Errorf("x-user-scopes is %q", got)
			}
			got, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), sent))
			if err != nil || got != caller {
				t.Errorf("sent %+v, got %+v, %v", caller, got, err)
			}
		})
	}
}

func TestMalformedScopesAreRefused(t *testing.T) {
	for name, md := range map[string]metadata.MD{
		"twice":         metadata.Pairs("x-user-scopes", "chat", "x-user-scopes", "audit:read"),
		"a quotation":   metadata.Pairs("x-user-scopes", `chat "audit:read"`),
		"a control":     metadata.Pairs("x-user-scopes", "chat\taudit:read"),
		"another space": metadata.Pairs("x-user-scopes", "chat\u00a0audit:read"),
	} {
		t.Run(name, func(t *testing.T) {
			caller, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), md))
			if apperr.From(err).ToolCode() != "AUTH_REQUIRED" {
				t.Errorf("got %+v, %v", caller, err)
			}
		})
	}
}

func TestIssuerAndAddressTravel(t *testing.T) {
	caller := identity.Caller{
		UserID: 1, Role: identity.RoleUser, Issuer: "https://sso.example.org", Address: netip.MustParseAddr("2001:db8::1"),
	}
	forged := metadata.AppendToOutgoingContext(t.Context(), "x-user-issuer", "me", "x-user-address", "10.0.0.1")
	sent, _ := metadata.FromOutgoingContext(identity.OutgoingContext(forged, caller))
	got, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), sent))
	if err != nil || got != caller {
		t.Errorf("sent %+v, got %+v, %v", caller, got, err)
	}
	sent, _ = metadata.FromOutgoingContext(identity.OutgoingContext(forged, identity.Caller{UserID: 1}))
	if sent.Get("x-user-issuer") != nil || sent.Get("x-user-address") != nil {
		t.Errorf("still %v", sent)
	}
	for _, wrong := range []string{"here", "10.0.0.1:80", "fe80::1%eth0", "10.0.0.1, 10.0.0.2"} {
		md := metadata.Pairs("x-user-address", wrong)
		if got, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), md)); err == nil {
			t.Errorf("%q is %v", wrong, got.Address)
		}
	}
}

func BenchmarkAllows(b *testing.B) {
	scopes := identity.LimitTo("chat", "hadith:read", "masjids:read", "prayer:read", "tasks:read", "tasks:write", "users:read")
	required := []string{"tasks:write"}
	b.ReportAllocs()
	for b.Loop() {
		if !scopes.Allows(required...) {
			b.Fatal("refused")
		}
	}
}
