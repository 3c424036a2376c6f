package gateway

import (
	"net/http"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/reflect/protoreflect"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/apitokens"
	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/oidc"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/toolclient"
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

// challenges tells callers how to sign in, nil where they cannot.
func (g *Gateway) challenges() *challenge.Challenges {
	if authn.Mode(g.Config.Auth) != authn.OIDC {
		return nil
	}
	return challenge.New(challenge.Options{Issuers: g.Config.SignIn.Issuer, PublicURL: g.Config.PublicURL, Scopes: g.scopes})
}

// mcpAuthorize refuses a request over MCP whose caller could call the tools after signing in, or with a token of more
// scopes. An MCP client then does that by itself, which it would not for the result of a call.
func (g *Gateway) mcpAuthorize(r *http.Request, tools []string) *apperr.Error {
	claim := authn.FromContext(r.Context())
	if claim.Mode() != authn.OIDC {
		return nil
	}
	caller, refused := claim.Caller()
	if refused != nil {
		return refused
	}
	table := g.tools.Table()
	for _, name := range tools {
		route := table.Lookup(name)
		if route == nil {
			continue
		}
		_, refused = toolclient.Authorize(r.Context(), g.profiles, caller, route.Auth)
		if refused != nil && refused.Code == codes.Unauthenticated {
			return refused
		}
	}
	return nil
}

// scopes returns the scopes there are.
func (g *Gateway) scopes() []string { return nil }
