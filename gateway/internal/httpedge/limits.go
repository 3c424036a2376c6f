package httpedge

import (
	"context"
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/ratelimit"
)

// limited counts each request of a network before anything else is done about it, and has answers say what the limits leave.
func (e *Edge) limited(next http.Handler) http.Handler {
	if e.Limits == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a, ok := r.Context().Value(answerKey{}).(*answer); ok {
			a.headers = ratelimit.FromContext(r.Context()).SetHeaders
		}
		if refused := e.Limits.Enter(r.Context(), authn.NetworkOf(r.RemoteAddr)); refused != nil {
			e.turnAway(w, r, "requests", refused)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// OwnRead returns what counts for a request that the gateway answers by itself: its documents, and the lists of MCP. The
// user is the one that the request claims.
func OwnRead(ctx context.Context) ratelimit.Call {
	caller := CallerOf(ctx)
	call := ratelimit.Call{Operation: OwnAnswer, UserID: caller.UserID, Network: caller.Network}
	if call.UserID != 0 {
		call.Network = authn.FromContext(ctx).Network()
	}
	return call
}
