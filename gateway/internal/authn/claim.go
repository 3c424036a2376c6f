// Package authn finds out who is calling from an HTTP request. It is the one place where the gateway decides that.
package authn

import (
	"context"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// Mode is how callers prove who they are.
type Mode string

const (
	// Dev believes the headers X-User-ID and X-User-Role and the argument user_id. X-User-Role: admin alone is user 1. For
	// loopback only.
	Dev Mode = "dev"
	// None believes nobody: only tools that need no user can be called.
	None Mode = "none"
)

// Claim is who a request says is calling, before a `user_id` argument is compared with it. The zero Claim is nobody's.
type Claim struct {
	mode    Mode
	caller  identity.Caller
	network netip.Prefix
	err     *apperr.Error
}

// FromRequest reads the claim of a request's headers and of its query parameter user_id. A credential that is wrong
// makes a claim whose Caller answers the error, so that an unknown tool is still reported first.
func FromRequest(mode Mode, r *http.Request) Claim {
	claim := Claim{mode: mode, network: networkOf(r.RemoteAddr)}
	if header := repeated(r.Header); header != "" {
		claim.err = apperr.Unauthenticated("%s is given more than once: say once who is calling", header)
		return claim
	}
	if r.Header.Get("Authorization") != "" {
		claim.err = apperr.Unauthenticated("this gateway does not accept bearer tokens yet")
		return claim
	}
	if mode != Dev {
		if r.Header.Get("X-User-ID") != "" {
			claim.err = apperr.Unauthenticated("X-User-ID is accepted in development mode only")
		}
		return claim
	}
	if header := r.Header.Get("X-User-ID"); header != "" {
		id, ok := parseUserID(header)
		if !ok {
			claim.err = apperr.Unauthenticated("X-User-ID must be a positive whole number")
			return claim
		}
		claim.caller.UserID = id
	}
	claim.caller.Role = identity.RoleUser
	if role := r.Header.Get("X-User-Role"); role != "" {
		if identity.Role(role) != identity.RoleUser && identity.Role(role) != identity.RoleAdmin {
			claim.err = apperr.Unauthenticated("X-User-Role must be user or admin")
			return claim
		}
		claim.caller.Role = identity.Role(role)
	}
	if r.URL.RawQuery == "" {
		return claim
	}
	return claim.withQuery(r.URL.Query()[UserIDArgument])
}

// repeated names a header that says twice who is calling: which of them counts would depend on who reads it.
func repeated(header http.Header) string {
	for _, name := range []string{"Authorization", "X-User-ID", "X-User-Role"} {
		if len(header.Values(name)) > 1 {
			return name
		}
	}
	return ""
}

// Network is where the request came from, for counting calls of callers who are nobody: an address, or of IPv6 the network
// of 64 bits that one subscriber has. It is the zero Prefix when that is not known.
func (c Claim) Network() netip.Prefix { return c.network }

func networkOf(remote string) netip.Prefix {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	address := from.Addr().Unmap().WithZone("")
	const subscriber = 64
	bits := min(address.BitLen(), subscriber)
	network, err := address.Prefix(bits)
	if err != nil { // no address has fewer bits than that
		return netip.Prefix{}
	}
	return network
}

// UserIDArgument is the name under which a caller may repeat who it is in a query, a body or tool arguments.
const UserIDArgument = "user_id"

func (c Claim) withQuery(values []string) Claim {
	for _, value := range values {
		id, ok := parseUserID(value)
		if !ok {
			c.err = apperr.Invalid(apperr.Violation{Field: UserIDArgument, Message: "Expected a positive whole number"})
			return c
		}
		c = c.WithArgument(id)
	}
	return c
}

// WithArgument adds the user that an argument names. It must be the user the request is already known to come from, if
// any; otherwise the claim's Caller answers FORBIDDEN.
func (c Claim) WithArgument(userID int32) Claim {
	switch {
	case c.err != nil:
	case c.mode != Dev:
		c.err = apperr.Unauthenticated("user_id is accepted in development mode only")
	case c.caller.UserID == 0:
		c.caller.UserID = userID
	case c.caller.UserID != userID:
		c.err = apperr.Forbidden("user_id %d is not the user who is calling", userID)
	}
	return c
}

// devAdministrator is who is calling in development when a request says that it is an administrator's, and not whose:
// what administrators do is kept with who did it.
const devAdministrator = 1

// Caller answers who is calling, or why the claim is refused. The zero Caller is nobody.
func (c Claim) Caller() (identity.Caller, *apperr.Error) {
	if c.caller.UserID == 0 && c.caller.Role == identity.RoleAdmin {
		c.caller.UserID = devAdministrator
	}
	return c.caller, c.err
}

func parseUserID(text string) (int32, bool) {
	id, err := strconv.ParseInt(text, 10, 32)
	return int32(id), err == nil && id > 0
}

type claimKey struct{}

// NewContext returns a context that carries the claim.
func NewContext(ctx context.Context, claim Claim) context.Context {
	return context.WithValue(ctx, claimKey{}, claim)
}

// FromContext returns the claim that ctx carries, or nobody's.
func FromContext(ctx context.Context) Claim {
	claim, _ := ctx.Value(claimKey{}).(Claim)
	return claim
}
