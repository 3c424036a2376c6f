package httpedge

import (
	"context"
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/internal/requestbody"
)

// CallerOf is whose share of the room a request takes before anything is known of the user: whom it says it is from, else the
// network it comes from.
func CallerOf(ctx context.Context) bulkhead.Caller {
	if caller, refused := authn.FromContext(ctx).Caller(); refused == nil && caller.UserID != 0 {
		return bulkhead.Caller{UserID: caller.UserID}
	}
	return bulkhead.CallerOf(ctx)
}

// admitted lets requests in as far as there is room. A request takes room from when its body is there until its answer
// begins: a client that sends or reads slowly must not keep others out.
func (e *Edge) admitted(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		requestbody.Buffer(r)
		slot, refused := e.Room.Acquire(r.Context(), CallerOf(r.Context()))
		if refused != nil {
			problem.Write(w, refused)
			return
		}
		defer whenBegun(r, slot.Release)()
		next(w, r)
	}
}
