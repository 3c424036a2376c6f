package identity_test

import (
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// Whatever arrives as metadata is a caller that says the same when sent on, or is refused as UNAUTHENTICATED.
func FuzzFromIncomingMetadata(f *testing.F) {
	f.Add("1", "admin", "Asia/Karachi", "ur-Latn", "tasks:read chat")
	f.Add("", "", "", "", "")
	f.Add("0", "root", "Local", "en", "  a  ")
	f.Add("2147483648", "user", "../UTC", "\x00", "\"")
	f.Add("+1", "", "posix/UTC", "", "b a b")
	f.Fuzz(func(t *testing.T, id, role, zone, language, scopes string) {
		md := metadata.Pairs("x-user-id", id, "x-user-role", role, "x-user-timezone", zone, "x-user-language", language,
			"x-user-scopes", scopes)
		caller, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), md))
		if err != nil {
			if apperr.From(err).Code != codes.Unauthenticated {
				t.Fatalf("refused as %v", err)
			}
			return
		}
		if caller.UserID < 0 || (caller.UserID == 0) != (caller.Role == "") || caller.Zone() == nil {
			t.Fatalf("no caller: %+v", caller)
		}
		sent, _ := metadata.FromOutgoingContext(identity.OutgoingContext(t.Context(), caller))
		again, err := identity.FromIncomingMetadata(metadata.NewIncomingContext(t.Context(), sent))
		if err != nil || again != caller {
			t.Fatalf("%+v became %+v, %v", caller, again, err)
		}
	})
}
