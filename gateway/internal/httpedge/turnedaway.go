package httpedge

import (
	"context"
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
)

// The operations of refusals that are of no tool or RPC: a request of which nothing was read, and what the gateway answers by
// itself.
const (
	AnyRequest = "Gateway.Request"
	OwnAnswer  = "Gateway.Read"
)

// turnAway refuses a request before anything of it is read, and records by which rule.
func (e *Edge) turnAway(w http.ResponseWriter, r *http.Request, rule string, refused *apperr.Error) {
	origin := authn.OriginOf(r)
	if r.URL.Path == mcpRoute {
		origin.Door = audit.DoorMCP
	}
	e.Audit.RefusedBy(e.Audit.Entered(r.Context(), origin), AnyRequest, rule, refused)
	problem.Write(forClientOf(r, w), refused)
}

// refuse refuses what the gateway would answer by itself.
func (e *Edge) refuse(ctx context.Context, w http.ResponseWriter, refused *apperr.Error) {
	e.Audit.RefusedBy(ctx, OwnAnswer, "", refused)
	problem.Write(w, refused)
}
