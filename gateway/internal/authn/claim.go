// Package authn identifies the caller of an HTTP request. It is the only place in the gateway that does.
package authn

import (
	"context"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/identity"
)

// Mode is how callers authenticate.
type Mode string

const (
	// Dev trusts the headers X-User-ID and X-User-Role and the argument user_id. X-User-Role: admin without a user
	// means user 1. It is for loopback addresses only.
	Dev Mode = "dev"
	// OIDC trusts bearer tokens alone: those of OpenID providers, and API tokens.
	OIDC Mode = "oidc"
	// None accepts no credentials: only tools that need no user can be called.
	None Mode = "none"
)

// Claim is the caller that a request claims, before it is compared with a user_id argument. The zero Claim is
// anonymous.
type Claim struct {
	mode    Mode
	caller  identity.Caller
	address netip.Addr
	network netip.Prefix
	// bearer is true if the request has a bearer token, and proven if that was verified: what else names a caller may
	// then only agree.
	bearer, proven bool
	err            *apperr.Error
}

// FromRequest reads the claim from a request's headers and its query parameter user_id. If a credential is wrong, the
// Claim's Caller method returns the error, so that an unknown tool is still reported first.
func (a *Authenticator) FromRequest(r *http.Request) Claim {
	claim := Claim{mode: a.Mode, address: addressOf(r.RemoteAddr)}
	claim.network = networkOf(claim.address)
	if header := repeated(r.Header); header != "" {
		claim.err = apperr.Unauthenticated("%s is given more than once: say once who is calling", header)
		return claim
	}
	if authorization := r.Header.Get(authorizationHeader); authorization != "" {
		claim.bearer = true
		if claim.caller, claim.err = a.verify(r.Context(), authorization, claim.network); claim.err != nil {
			return claim
		}
		claim.proven = true
	}
	return claim.withHeaders(r.Header).withQuery(r)
}

// asking is the context of what is asked of others about a token: it counts as the network's. Most tokens are known, and nobody
// is asked, so its claim is made only then.
type asking struct {
	context.Context
	network netip.Prefix
}

// Value implements context.Context.
func (a asking) Value(key any) any {
	if key == (claimKey{}) {
		return Claim{network: a.network}
	}
	return a.Context.Value(key)
}

// withHeaders adds the caller that X-User-ID and X-User-Role name.
func (c Claim) withHeaders(header http.Header) Claim {
	if userID := header.Get(userIDHeader); userID != "" {
		id, ok := parseUserID(userID)
		switch {
		case !c.proven && c.mode != Dev:
			c.err = apperr.Unauthenticated("X-User-ID is accepted in development mode only")
		case !ok && !c.proven:
			c.err = apperr.Unauthenticated("X-User-ID must be a positive whole number")
		case c.proven && id != c.caller.UserID:
			c.err = apperr.Forbidden("X-User-ID is not the user whose token this is")
		default:
			c.caller.UserID = id
		}
	}
	if c.err != nil || c.proven || c.mode != Dev {
		return c
	}
	return c.withRole(header.Get(userRoleHeader))
}

// withRole adds the role that a header names, in development.
func (c Claim) withRole(role string) Claim {
	switch identity.Role(role) {
	case "":
		c.caller.Role = identity.RoleUser
	case identity.RoleUser, identity.RoleAdmin:
		c.caller.Role = identity.Role(role)
	default:
		c.err = apperr.Unauthenticated("X-User-Role must be user or admin")
	}
	return c
}

// repeated returns the name of an identity header that occurs more than once. Which one counts would depend on the
// reader.
func repeated(header http.Header) string {
	switch {
	case len(header[authorizationHeader]) > 1:
		return authorizationHeader
	case len(header[userIDHeader]) > 1:
		return "X-User-ID"
	case len(header[userRoleHeader]) > 1:
		return userRoleHeader
	}
	return ""
}

// The identity headers, as they are in an http.Header, which otherwise makes the names anew for each request.
const (
	authorizationHeader = "Authorization"
	userIDHeader        = "X-User-Id"
	userRoleHeader      = "X-User-Role"
)

// HasBearer reports whether the request has a bearer token, valid or not.
func (c Claim) HasBearer() bool { return c.bearer }

// Mode returns how callers authenticate; it is empty for the zero Claim.
func (c Claim) Mode() Mode { return c.mode }

// Origin returns where the request comes from and what proved its caller, for the audit.
func (c Claim) Origin() audit.Origin {
	origin := audit.Origin{Door: audit.DoorREST, TokenID: c.caller.TokenID, Address: c.network.Addr().String()}
	switch {
	case c.proven && origin.TokenID != "":
		origin.Credential = "api_token"
	case c.proven:
		origin.Credential = "oidc"
	case c.caller.UserID != 0:
		origin.Credential = string(Dev)
	}
	if !c.network.IsValid() {
		origin.Address = ""
	}
	return origin
}

// OriginOf returns where a request comes from whose caller was not looked at.
func OriginOf(r *http.Request) audit.Origin { return Claim{network: NetworkOf(r.RemoteAddr)}.Origin() }

// Network returns the network of the request, for counting the calls of anonymous callers: an IPv4 address, or the
// IPv6 /64 network of one subscriber. It returns the zero Prefix if the network is unknown.
func (c Claim) Network() netip.Prefix { return c.network }

// Address returns from where the request came; the zero Addr if that is unknown.
func (c Claim) Address() netip.Addr { return c.address }

// AddressOf returns from where the request of a context came; the zero Addr if that is unknown.
func AddressOf(ctx context.Context) netip.Addr { return FromContext(ctx).Address() }

// NetworkOf returns the network of a remote address, host:port, as Claim.Network does.
func NetworkOf(remote string) netip.Prefix { return networkOf(addressOf(remote)) }

func addressOf(remote string) netip.Addr {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return from.Addr().Unmap().WithZone("")
}

func networkOf(address netip.Addr) netip.Prefix {
	if !address.IsValid() {
		return netip.Prefix{}
	}
	const subscriber = 64
	bits := min(address.BitLen(), subscriber)
	network, err := address.Prefix(bits)
	if err != nil { // impossible: bits is at most the length of the address
		return netip.Prefix{}
	}
	return network
}

// UserIDArgument is the name of the parameter in which callers may repeat their user id: in a query, a body or tool
// arguments.
const UserIDArgument = "user_id"

// auditPath is where user_id in the query says whose entries to list, not who is calling.
const auditPath = "/api/v1/audit"

func (c Claim) withQuery(r *http.Request) Claim {
	if r.URL.RawQuery == "" || c.err != nil || r.URL.Path == auditPath {
		return c
	}
	for _, value := range r.URL.Query()[UserIDArgument] {
		id, ok := parseUserID(value)
		if !ok {
			c.err = apperr.Invalid(apperr.Violation{Field: UserIDArgument, Message: "Expected a positive whole number"})
			return c
		}
		c = c.WithArgument(id)
	}
	return c
}

// WithArgument adds the user that an argument names. If the request already has another user, the claim's Caller
// method returns FORBIDDEN.
func (c Claim) WithArgument(userID int32) Claim {
	switch {
	case c.err != nil:
	case c.mode != Dev && !c.proven:
		c.err = apperr.Unauthenticated("user_id is accepted in development mode only")
	case c.caller.UserID == 0:
		c.caller.UserID = userID
	case c.caller.UserID != userID:
		c.err = apperr.Forbidden("user_id %d is not the user who is calling", userID)
	}
	return c
}

// devAdministrator is the user in development mode if a request claims to be an administrator's without naming a
// user. The actions of administrators are recorded with their user.
const devAdministrator = 1

// Caller returns the caller, or why the claim is refused. The zero Caller is anonymous.
func (c Claim) Caller() (identity.Caller, *apperr.Error) {
	if c.err != nil {
		return identity.Caller{}, c.err
	}
	if c.caller.UserID == 0 && c.caller.Role == identity.RoleAdmin {
		c.caller.UserID = devAdministrator
	}
	return c.caller, nil
}

func parseUserID(text string) (int32, bool) {
	id, err := strconv.ParseInt(text, 10, 32)
	return int32(id), err == nil && id > 0
}

type claimKey struct{}

// NewContext returns a context with the claim.
func NewContext(ctx context.Context, claim Claim) context.Context {
	return context.WithValue(ctx, claimKey{}, claim)
}

// FromContext returns the claim in ctx, or an anonymous one.
func FromContext(ctx context.Context) Claim {
	claim, _ := ctx.Value(claimKey{}).(Claim)
	return claim
}
