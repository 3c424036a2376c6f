package identity_test

import (
	"context"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

func zone(t *testing.T, name string) identity.Caller {
	t.Helper()
	z, err := identity.LoadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return identity.Caller{Timezone: z}
}

func TestACallerIsTheSameAfterAHop(t *testing.T) {
	berlin := zone(t, "Europe/Berlin").Timezone
	for name, sent := range map[string]identity.Caller{
		"nobody":             {},
		"nobody yet":         {Unnamed: true},
		"user":               {UserID: 1, Role: identity.RoleUser},
		"admin with all":     {UserID: 2147483647, Role: identity.RoleAdmin, Timezone: berlin, Language: "ur-Latn"},
		"nobody with a zone": {Timezone: berlin, Language: "en"},
	} {
		t.Run(name, func(t *testing.T) {
			md, _ := metadata.FromOutgoingContext(identity.OutgoingContext(t.Context(), sent))
			got, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), md))
			if err != nil || got != sent {
				t.Errorf("sent %+v, got %+v, %v", sent, got, err)
			}
		})
	}
}

func TestOutgoingMetadataNamesTheCallerAndNobodyElse(t *testing.T) {
	forged := metadata.AppendToOutgoingContext(t.Context(), "x-user-id", "1", "x-user-id", "2", "x-user-role", "admin",
		"x-user-timezone", "UTC", "x-user-language", "en", "x-user-scopes", "chat", "x-request-id", "r")
	for name, tc := range map[string]struct {
		caller identity.Caller
		id     string
	}{
		"nobody":  {identity.Caller{}, ""},
		"user 77": {identity.Caller{UserID: 77}, "77"},
	} {
		t.Run(name, func(t *testing.T) {
			md, _ := metadata.FromOutgoingContext(identity.OutgoingContext(forged, tc.caller))
			if got := md.Get("x-user-id"); (tc.id == "" && got != nil) || (tc.id != "" && (len(got) != 1 || got[0] != tc.id)) {
				t.Errorf("x-user-id is %v, want %q", got, tc.id)
			}
			for _, key := range []string{"x-user-role", "x-user-timezone", "x-user-language", "x-user-masjid", "x-user-scopes"} {
				if got := md.Get(key); got != nil {
					t.Errorf("%s is still %v", key, got)
				}
			}
			if got := md.Get("x-request-id"); len(got) != 1 {
				t.Errorf("other metadata is gone")
			}
		})
	}
}

func TestMalformedIdentityIsRefused(t *testing.T) {
	for name, md := range map[string]metadata.MD{
		"unnamed or not":  metadata.Pairs("x-user-unnamed", "perhaps"),
		"two users":       metadata.Pairs("x-user-id", "1", "x-user-id", "2"),
		"no number":       metadata.Pairs("x-user-id", "one"),
		"zero":            metadata.Pairs("x-user-id", "0"),
		"negative":        metadata.Pairs("x-user-id", "-1"),
		"too large":       metadata.Pairs("x-user-id", "2147483648"),
		"unknown role":    metadata.Pairs("x-user-id", "1", "x-user-role", "root"),
		"unknown zone":    metadata.Pairs("x-user-timezone", "Mars/Olympus"),
		"the local zone":  metadata.Pairs("x-user-timezone", "Local"),
		"a path for zone": metadata.Pairs("x-user-timezone", "../../etc/passwd"),
		"a masjid's name": metadata.Pairs("x-user-id", "1", "x-user-masjid", "Masjid-e-Tooba"),
		"masjid below 0":  metadata.Pairs("x-user-id", "1", "x-user-masjid", "-1"),
		"two masjids":     metadata.Pairs("x-user-id", "1", "x-user-masjid", "1", "x-user-masjid", "2"),
	} {
		t.Run(name, func(t *testing.T) {
			caller, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), md))
			if apperr.From(err) == nil || apperr.From(err).Code != codes.Unauthenticated {
				t.Errorf("got %+v, %v", caller, err)
			}
		})
	}
}

// Whoever names a user has one, and who has none may say so whoever they are.
func TestOnlyNobodyIsUnnamed(t *testing.T) {
	md := metadata.Pairs("x-user-id", "7", "x-user-unnamed", "true")
	caller, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), md))
	if err != nil || caller.Unnamed {
		t.Errorf("got %+v, %v", caller, err)
	}
	if identity.InIncomingMetadata(metadata.NewIncomingContext(t.Context(), metadata.Pairs("x-user-unnamed", "true"))) {
		t.Error("says something of a user")
	}
}

func TestARoleWithoutAUserIsNothing(t *testing.T) {
	md := metadata.Pairs("x-user-role", "admin")
	caller, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), md))
	if err != nil || caller != (identity.Caller{}) {
		t.Errorf("got %+v, %v", caller, err)
	}
}

func TestThePreferredMasjidTravels(t *testing.T) {
	some, none := int32(12), int32(0)
	for name, want := range map[string]*int32{"a masjid": &some, "none": &none, "not known": nil} {
		t.Run(name, func(t *testing.T) {
			sent, _ := metadata.FromOutgoingContext(identity.OutgoingContext(t.Context(), identity.Caller{UserID: 1, PreferredMasjid: want}))
			got, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), sent))
			if err != nil || (got.PreferredMasjid == nil) != (want == nil) || want != nil && *got.PreferredMasjid != *want {
				t.Errorf("sent %v, got %+v, %v", sent, got, err)
			}
		})
	}
}

func TestRequireUser(t *testing.T) {
	if _, err := identity.RequireUser(t.Context()); apperr.From(err).ToolCode() != "AUTH_REQUIRED" {
		t.Errorf("nobody: got %v", err)
	}
	want := identity.Caller{UserID: 3, Role: identity.RoleAdmin}
	got, err := identity.RequireUser(identity.NewContext(context.Background(), want))
	if err != nil || got != want || !got.IsAdmin() {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestTheDefaultZoneIsKarachi(t *testing.T) {
	if got := (identity.Caller{}).Zone().String(); got != "Asia/Karachi" {
		t.Errorf("got %s", got)
	}
	if got := zone(t, "Europe/Berlin").Zone().String(); got != "Europe/Berlin" {
		t.Errorf("got %s", got)
	}
}

func BenchmarkFromIncomingMetadata(b *testing.B) {
	md := metadata.Pairs("x-user-id", "1", "x-user-role", "user", "x-user-timezone", "Asia/Karachi", "x-user-language", "en")
	ctx := metadata.NewIncomingContext(b.Context(), md)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := identity.FromIncomingMetadata(ctx); err != nil {
			b.Fatal(err)
		}
	}
}
