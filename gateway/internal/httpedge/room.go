package httpedge

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/problem"
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
		fetchBody(r)
		slot, refused := e.Room.Acquire(r.Context(), CallerOf(r.Context()))
		if refused != nil {
			problem.Write(w, refused)
			return
		}
		defer whenBegun(r, slot.Release)()
		next(w, r)
	}
}

// fetchBody reads a request's body, which is bounded in size and time, for whoever reads it next, with the error that it
// ended in.
func fetchBody(r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = io.EOF
	}
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failing{err}))
}

// failing is a reader that gives an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
