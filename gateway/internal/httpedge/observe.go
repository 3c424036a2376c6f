package httpedge

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/salaatflow/platform/gateway/internal/route"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/requestid"
	"github.com/salaatflow/platform/services/tracing"
)

// mcpRoute and eventsRoute are where streams are served, which last as long as a client likes and so are neither counted nor timed.
const (
	mcpRoute    = "/mcp"
	eventsRoute = "/api/v1/gateway/calls/events"
	// pageOfEvents is where pages read the events.
	pageOfEvents = "/console/live/events"
)

func isStream(route string) bool {
	return route == mcpRoute || route == eventsRoute || route == pageOfEvents
}

// observe gives each request an ID, a span and a report of limits, counts and times it, and logs it at debug. The ID is the one
// that the client sent, if that is valid, and is in the response. It bounds how long the client may take to receive the response;
// each event of a stream extends the time.
func (e *Edge) observe(next http.Handler) http.Handler {
	metrics := newRequestMetrics(e.Metrics)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now() //nolint:forbidigo // what a request took is real time, whatever the clock says
		id := r.Header.Get(requestid.Header)
		if !requestid.Valid(id) {
			id = requestid.New()
		}
		w.Header().Set(requestid.Header, id)
		a := &answer{ResponseWriter: w, within: e.AnswerTimeout, status: http.StatusOK}
		ctx, name := route.NewContext(requestid.NewContext(a.newContext(r.Context()), id))
		if e.Limits != nil {
			ctx, _ = ratelimit.NewContext(ctx)
		}
		ctx, span := e.Tracer.StartRequest(ctx, knownMethod(r.Method), r.Header)
		r = r.WithContext(ctx)
		defer func() {
			took := time.Since(began) //nolint:forbidigo // as above
			tracing.EndRequest(span, knownMethod(r.Method), name.String(), a.status)
			if !isStream(name.String()) {
				metrics.done(r, name.String(), a.status, took)
			}
			if e.Logger.Enabled(ctx, slog.LevelDebug) {
				e.Logger.LogAttrs(ctx, slog.LevelDebug, "request", slog.String("method", r.Method),
					slog.String("route", name.String()), slog.Int("status", a.status), slog.Duration("took", took))
			}
		}()
		next.ServeHTTP(a, r)
		a.begin(http.StatusOK) // the server itself writes a response without a body
	})
}
