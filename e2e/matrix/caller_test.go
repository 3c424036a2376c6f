package matrix

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/identity"
)

// person is a user of the platform.
type person struct {
	subject string
	id      int32
	admin   bool
}

// caller is one kind of caller at one door.
type caller struct {
	name string
	// person is on whose behalf the call is; nil is anonymous.
	person *person
	// unproven: the caller shows something that proves nothing.
	unproven bool
	// scopes are what the credential is good for; nil is not limited.
	scopes []string
	// header goes with a request over HTTP.
	header http.Header
	// context adds what goes with a call over gRPC; stranger calls without the platform's credential.
	context  func(context.Context) context.Context
	stranger bool
}

func (c caller) isAdmin() bool { return c.person != nil && c.person.admin }

func (c caller) is(p *person) bool { return c.person != nil && c.person == p }

func (c caller) lacks(scopes []string) bool {
	if c.scopes == nil {
		return false
	}
	return slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(c.scopes, scope) })
}

// allBut returns all scopes that there are without some.
func (w *world) allBut(without []string) []string {
	rest := []string{}
	for _, scope := range w.scopes {
		if !slices.Contains(without, scope) {
			rest = append(rest, scope)
		}
	}
	return rest
}

func bearer(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }

// overHTTP returns the kinds of callers at the doors of HTTP, for what has a rule.
func (w *world) overHTTP(t *testing.T, r rule) []caller {
	t.Helper()
	few := w.allBut(r.scopes)
	number := strconv.Itoa(int(w.user.id))
	claims := http.Header{"X-User-Id": {number}}
	forged := forgedHeaders(number)
	withToken := forged.Clone()
	withToken.Set("Authorization", bearer(w.token(t, w.other, w.scopes)).Get("Authorization"))
	callers := []caller{
		{name: "nobody"},
		{name: "nobody who forges headers of other programs", header: forged},
		{name: "nobody who says who the user is", header: claims, unproven: true},
		{name: "service", header: bearer(platformSecret), unproven: true},
		{name: "unknown API token", header: bearer(apitoken.New()), unproven: true},
		{name: "token of another issuer", header: bearer(w.stranger.Token(t, w.asPerson(w.user, w.scopes))), unproven: true},
		{name: "user", person: w.user, scopes: w.scopes, header: bearer(w.token(t, w.user, w.scopes))},
		{name: "other user", person: w.other, scopes: w.scopes, header: bearer(w.token(t, w.other, w.scopes))},
		{name: "other user who forges headers of other programs", person: w.other, scopes: w.scopes, header: withToken},
		{name: "admin", person: w.admin, scopes: w.scopes, header: bearer(w.token(t, w.admin, w.scopes))},
		{name: "API token", person: w.user, scopes: w.scopes, header: bearer(w.apiToken(t, w.scopes))},
	}
	if len(r.scopes) > 0 {
		callers = append(callers,
			caller{name: "wrong scope", person: w.user, scopes: few, header: bearer(w.token(t, w.user, few))},
			caller{name: "admin of wrong scope", person: w.admin, scopes: few, header: bearer(w.token(t, w.admin, few))},
			caller{name: "API token of wrong scope", person: w.user, scopes: few, header: bearer(w.apiToken(t, few))},
		)
	}
	return callers
}

// forgedHeaders are what programs send each other, and what proxies of gRPC make metadata of.
func forgedHeaders(number string) http.Header {
	header := http.Header{}
	for key, value := range map[string]string{
		identity.MetadataUserID: number, identity.MetadataRole: string(identity.RoleAdmin), identity.MetadataScopes: "tasks:read tasks:write",
		identity.MetadataIssuer: "https://id.example.org", identity.MetadataAddress: "127.0.0.1", identity.MetadataOrigin: "gateway",
		"authorization": "Bearer " + platformSecret,
	} {
		// as they are written, not as Go would write them
		header["Grpc-Metadata-"+key] = []string{value}
		header["grpcgateway-"+key] = []string{value}
	}
	header["x-user-scopes"] = []string{"tasks:read tasks:write"}
	header["X-USER-ISSUER"] = []string{"https://id.example.org"}
	header["X-Audit-Origin"] = []string{"gateway"}
	header["X-User-Role"] = []string{string(identity.RoleAdmin)}
	return header
}

// overGRPC returns the kinds of callers of a service itself.
func (w *world) overGRPC(t *testing.T, r rule) []caller {
	t.Helper()
	few := w.allBut(r.scopes)
	as := func(p *person, scopes identity.Scopes) func(context.Context) context.Context {
		role := identity.RoleUser
		if p.admin {
			role = identity.RoleAdmin
		}
		return func(ctx context.Context) context.Context {
			return identity.NewContext(ctx, identity.Caller{UserID: p.id, Role: role, Scopes: scopes})
		}
	}
	says := func(pairs ...string) func(context.Context) context.Context {
		return func(ctx context.Context) context.Context { return metadata.AppendToOutgoingContext(ctx, pairs...) }
	}
	admin := []string{identity.MetadataUserID, strconv.Itoa(int(w.user.id)), identity.MetadataRole, string(identity.RoleAdmin)}
	unlimited := identity.Scopes{}
	callers := []caller{
		{name: "stranger who says to be an admin", stranger: true, unproven: true, context: says(admin...)},
		{name: "stranger with a wrong credential", stranger: true, unproven: true,
			context: says(append(admin, "authorization", "Bearer "+platformSecret+"x")...)},
		{name: "stranger with the user's API token", stranger: true, unproven: true,
			context: says("authorization", "Bearer "+w.apiToken(t, w.scopes))},
		{name: "stranger with the user's token", stranger: true, unproven: true,
			context: says("authorization", "Bearer "+w.token(t, w.user, w.scopes))},
		{name: "service", context: says()},
		{name: "user", person: w.user, context: as(w.user, unlimited)},
		{name: "other user", person: w.other, context: as(w.other, unlimited)},
		{name: "admin", person: w.admin, context: as(w.admin, unlimited)},
	}
	if len(r.scopes) > 0 {
		callers = append(callers,
			caller{name: "wrong scope", person: w.user, scopes: few, context: as(w.user, identity.LimitTo(few...))},
			caller{name: "admin of wrong scope", person: w.admin, scopes: few, context: as(w.admin, identity.LimitTo(few...))},
		)
	}
	return callers
}
