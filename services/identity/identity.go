// Package identity is who is calling. It travels in the context of a call, and between services as gRPC metadata
// that only grpcclient writes and only grpcserver reads.
package identity

import (
	"context"
	"net/netip"
	"time"

	"github.com/salaatflow/platform/services/apperr"
)

// Role is what a caller may do.
type Role string

// The roles there are.
const (
	RoleUser  Role = "user"
	RoleAdmin Role = "admin"
)

// Caller is who is calling. The zero Caller is nobody.
type Caller struct {
	// UserID is the user's number, from 1; 0 is nobody.
	UserID int32
	// Role is what the user may do; empty is an ordinary user.
	Role Role
	// Timezone is the user's time zone; nil is the default. Read it with Zone.
	Timezone *time.Location
	// Language is the language of answers, such as en, ur or ur-Latn; empty when not known.
	Language string
	// TokenID says which credential proved the caller, such as the number of an API token, and is never the credential
	// itself. It is known to the edge that verified it, and does not travel.
	TokenID string
	// PreferredMasjid is the masjid that the user prefers, 0 when there is none; nil when that is not known.
	PreferredMasjid *int32
	// Scopes is what the caller's credential is good for; the zero value is not limited.
	Scopes Scopes
	// Issuer is who says that this is the user: the URL of the OpenID provider at which they sign in, also when they call with
	// an API token; empty for a user whom no provider knows, as in development.
	Issuer string
	// Unnamed says of nobody that each call may name its user itself, as in development: what needs a user is not out of reach.
	Unnamed bool
	// Address is from where the user calls, for rules about it; the zero value when nobody needs it.
	Address netip.Addr
}

// Zone returns the caller's time zone, or DefaultTimezone when it is not known. It is never nil.
func (c Caller) Zone() *time.Location {
	if c.Timezone == nil {
		return defaultZone
	}
	return c.Timezone
}

// IsAdmin reports whether the caller is a user with the role admin.
func (c Caller) IsAdmin() bool { return c.UserID != 0 && c.Role == RoleAdmin }

type contextKey struct{}

// NewContext returns a context that carries the caller.
func NewContext(ctx context.Context, caller Caller) context.Context {
	return context.WithValue(ctx, contextKey{}, caller)
}

// FromContext returns the context's caller, or the zero Caller if it has none.
func FromContext(ctx context.Context) Caller {
	caller, _ := ctx.Value(contextKey{}).(Caller)
	return caller
}

// RequireUser returns the ID of the calling user, or UNAUTHENTICATED with AUTH_REQUIRED if there is none.
func RequireUser(ctx context.Context) (Caller, error) {
	caller := FromContext(ctx)
	if caller.UserID == 0 {
		return Caller{}, apperr.Unauthenticated("a user is required: say who is calling")
	}
	return caller, nil
}
