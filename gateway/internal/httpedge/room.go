package httpedge

import (
	"context"
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/requestbody"
)

// CallerOf returns whose share of the room a request uses before the user is verified: that of the user it claims, or
// else that of its network.
func CallerOf(ctx context.Context) bulkhead.Caller {
	if caller, refused := authn.FromContext(ctx).Caller(); refused == nil && caller.UserID != 0 {
		return bulkhead.Caller{UserID: caller.UserID}
	}
	return bulkhead.CallerOf(ctx)
}

// admitted admits requests while there is room. A request takes room from when its body has arrived until its
// response begins, so that a client that sends or reads slowly does not keep others out.
func (e *Edge) admitted(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if refused := e.Limits.Take(r.Context(), OwnRead(r.Context())); refused != nil {
			e.refuse(r.Context(), w, refused)
			return
		}
		requestbody.Buffer(r)
		slot, refused := e.Room.Acquire(r.Context(), CallerOf(r.Context()))
		if refused != nil {
			e.refuse(r.Context(), w, refused)
			return
		}
		defer onBegin(r, slot.Release)()
		next(w, r)
	}
}
