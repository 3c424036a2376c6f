package gateway

import (
	"net/http"

	"github.com/salaatflow/platform/proto/descriptors"
	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/ratelimit"
)

// callEvents sends the calls as they end to whoever may list them.
func (g *Gateway) callEvents() (http.Handler, error) {
	described, err := descriptors.Services(gatewayv1.GatewayService_ServiceDesc.ServiceName)
	if err != nil {
		return nil, err
	}
	list := described[0].Methods().ByName("ListCalls")
	method, operation := access.NewMethod(list), "GatewayService.ListCalls"
	audited := audit.Describe(list).Tool
	events := g.operations.Events(g.draining)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refused := g.mayFollow(r, method, operation, audited); refused != nil {
			challenge.Lack(r.Context(), refused.MissingScopes()...)
			problem.Write(w, refused)
			return
		}
		events.ServeHTTP(w, r)
	}), nil
}

// mayFollow returns why the caller of a request may not follow the calls, nil if they may, and records either.
func (g *Gateway) mayFollow(r *http.Request, method *access.Method, operation, audited string) *apperr.Error {
	needScopes(r.Context(), method)
	began := g.Clock.Now()
	caller, refused := authn.FromContext(r.Context()).Caller()
	if refused == nil {
		refused = g.limits.Take(r.Context(), ratelimit.Call{
			Operation: operation, UserID: caller.UserID, Network: authn.FromContext(r.Context()).Network(),
		})
	}
	if refused == nil {
		_, refused = g.tools.Authorizer().Authorize(r.Context(), caller, method)
	}
	if ctx := identity.NewContext(r.Context(), caller); refused != nil {
		g.edge.Refused(ctx, audited, refused, g.Clock.Since(began))
	} else { // they see what others do
		g.edge.Allowed(ctx, audited, g.Clock.Since(began))
	}
	return refused
}
