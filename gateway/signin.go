package gateway

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/apitokens"
	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/httpedge"
	"github.com/salaatflow/platform/gateway/internal/oidc"
	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/gateway/web"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// authenticator identifies callers. Where callers sign in, and in development, API tokens do.
func (g *Gateway) authenticator() *authn.Authenticator {
	users := g.tools.Service(protoreflect.FullName(usersv1.UserService_ServiceDesc.ServiceName))
	callers := &authn.Authenticator{
		Mode: authn.Mode(g.Config.Auth), APITokens: apitokens.New(usersv1.NewUserServiceClient(users), g.Clock),
	}
	if callers.Mode == authn.OIDC {
		// Real time, whatever the gateway's clock was set to: providers date tokens by it.
		g.oidc = oidc.New(oidc.Options{Config: g.Config.SignIn, Users: users, Clock: clock.System(), Logger: g.Logger})
		callers.OIDC = g.oidc
	}
	return callers
}

// challenges tells callers what to show, and where to sign in if they can. It is nil where no credential counts.
func (g *Gateway) challenges() *challenge.Challenges {
	options := challenge.Options{PublicURL: g.Config.PublicURL, Scopes: g.scopes}
	switch authn.Mode(g.Config.Auth) {
	case authn.OIDC:
		options.Issuers = g.Config.SignIn.Issuer
	case authn.Dev: // where API tokens count, which are no issuer's
	default:
		return nil
	}
	return challenge.New(options)
}

// pagesSignIn says how people sign in to the pages; the zero SignIn where callers do not sign in.
func (g *Gateway) pagesSignIn() web.SignIn {
	config := g.Config.SignIn
	if authn.Mode(g.Config.Auth) != authn.OIDC {
		return web.SignIn{}
	}
	return web.SignIn{
		Issuer: config.Issuer[0], ClientID: config.ClientID, ClientSecretFile: config.ClientSecretFile,
		SessionKeyFile: config.SessionKeyFile, OfflineAccess: config.OfflineAccess, PublicURL: g.Config.PublicURL, Link: g.link,
		HTTP: oidc.NewHTTPClient(),
	}
}

// mcpAuthorize refuses a request over MCP whose caller could make the calls after signing in, or with a token of more
// scopes. An MCP client then does that by itself, which it would not for the result of a call.
func (g *Gateway) mcpAuthorize(r *http.Request, calls []mcp.Called) *apperr.Error {
	claim := authn.FromContext(r.Context())
	if claim.Mode() != authn.OIDC {
		return nil
	}
	ctx := g.edge.Through(r.Context(), audit.DoorMCP)
	caller, refused := claim.Caller()
	if refused != nil {
		g.edge.RefusedBy(ctx, httpedge.OwnAnswer, "", refused)
		return refused
	}
	table := g.tools.Table()
	for _, call := range calls {
		route := routeOf(table, call)
		if route == nil {
			continue
		}
		began := g.Clock.Now()
		needScopes(r.Context(), route.Access)
		_, refused = g.tools.Authorizer().Authorize(r.Context(), caller, route.Access)
		if refused != nil && (refused.Code == codes.Unauthenticated || refused.MissingScopes() != nil) {
			challenge.Lack(r.Context(), refused.MissingScopes()...)
			called := g.edge.Named(identity.NewContext(ctx, caller), audit.Call{Tool: route.Name, Name: nameOf(route, call)})
			g.edge.Refused(called, route.Name, refused, g.Clock.Since(began))
			return refused
		}
	}
	return nil
}

// routeOf returns where a call over MCP leads; nil if nowhere.
func routeOf(table *routing.Table, call mcp.Called) *routing.Route {
	switch call.Method {
	case mcp.GetsPrompt:
		if prompt := table.Prompt(call.Name); prompt != nil {
			return prompt.Route
		}
	case mcp.ReadsResource:
		if resource, _ := table.Resource(call.Name); resource != nil {
			return resource.Route
		}
	default:
		return table.Lookup(call.Name)
	}
	return nil
}

// nameOf returns what the record of a call says that it was called by: the name of a tool, which may be an alias.
func nameOf(route *routing.Route, call mcp.Called) string {
	if call.Method == mcp.CallsTool {
		return call.Name
	}
	return route.Name
}

// needScopes notes the scopes of what is called, for the challenge if the call is refused.
func needScopes(ctx context.Context, method *access.Method) {
	if method.AsksScopes {
		challenge.Need(ctx, method.Scopes...)
	}
}

// scopes returns the scopes there are: those of the platform's RPCs that callers can reach, and of the registered tools.
func (g *Gateway) scopes() []string {
	found := map[string]bool{}
	for _, route := range g.tools.Table().Routes() {
		for _, scope := range route.Scopes {
			found[scope] = true
		}
	}
	names := slices.Collect(maps.Keys(ownServices))
	for _, name := range append(names, registryv1.RegistryService_ServiceDesc.ServiceName) {
		described, err := descriptors.Services(name)
		if err != nil { // they were described when the gateway was made
			continue
		}
		for i := range described[0].Methods().Len() {
			if method := access.NewMethod(described[0].Methods().Get(i)); method.ForCallers {
				for _, scope := range method.Scopes {
					found[scope] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
