// Package httpedge is the gateway's HTTP server: what every request passes, and the paths that belong to no service.
package httpedge

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/httphost"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

// Caller calls tools by name or alias.
type Caller interface {
	Call(ctx context.Context, name string, arguments []byte) *toolresult.Result
}

// Options are what the edge is made of. Every field is required unless it says otherwise.
type Options struct {
	Routes func() *routing.Table
	Caller Caller
	REST   http.Handler
	MCP    http.Handler
	// OpenAPI writes the OpenAPI document of the REST paths and of a table's tools. It is asked once for each table.
	OpenAPI func(*routing.Table) ([]byte, error)
	// Docs is the page at /docs.
	Docs    http.Handler
	Logger  *slog.Logger
	Metrics prometheus.Registerer

	AuthMode authn.Mode
	// Loopback is whether the server listens on a loopback address.
	Loopback bool
	// AllowedHosts are host names that requests may be for; none means any, or the machine's own on loopback.
	AllowedHosts []string
	// Origins decides which browsers' pages may call.
	Origins *http.CrossOriginProtection
	// MaxBodyBytes limits the body of a request.
	MaxBodyBytes int64
	// AnswerTimeout is how long after it began a client must have taken an answer, and each event of a stream.
	AnswerTimeout time.Duration
	// Room is for what is answered here, without a service.
	Room *bulkhead.Service
}

// Edge serves the gateway's HTTP paths.
type Edge struct {
	Options
	openAPI, toolList document.Kept[*routing.Table]
}

// New returns the handler of all paths.
func New(options Options) http.Handler {
	e := &Edge{Options: options}
	mux := http.NewServeMux()
	count := newRequestMetrics(options.Metrics)
	handle := func(pattern string, handler http.Handler) { mux.Handle(pattern, count(pattern, handler)) }
	handle("GET /api/v1/tools", e.admitted(e.listTools))
	handle("GET /api/v1/tools/{name}", e.admitted(e.getTool))
	handle("POST /api/v1/tools/{name}", e.limited(http.HandlerFunc(e.callTool)))
	handle("/api/v1/tools", served(http.MethodGet, http.MethodHead))
	handle("/api/v1/tools/{name}", served(http.MethodGet, http.MethodHead, http.MethodPost))
	handle("/api/v1/intents/map", e.limited(e.admitted(postOnly(e.mapIntent))))
	handle("/", e.limited(options.REST))
	mux.Handle("/mcp", e.streaming(options.MCP))
	handle("GET /openapi.json", e.admitted(e.serveOpenAPI))
	handle("GET /docs", e.admitted(options.Docs.ServeHTTP))
	handle("GET /{$}", http.RedirectHandler("/docs", http.StatusFound))
	return e.guard(mux)
}

// guard is what every request passes before its path is looked at.
func (e *Edge) guard(next http.Handler) http.Handler {
	hosts := httphost.Rule{Loopback: e.Loopback, Allowed: e.AllowedHosts}
	served := hosts.Check(e.Origins.Handler(e.claimed(next)), http.HandlerFunc(refuseHost))
	return timed(private(e.recovered(served)), e.AnswerTimeout)
}

func refuseHost(w http.ResponseWriter, _ *http.Request) {
	problem.Write(w, apperr.New(codes.PermissionDenied, errorsv1.Reason_REASON_FORBIDDEN,
		"the Host header names a host that this gateway does not serve"))
}

// claimed puts who the request says is calling into its context.
func (e *Edge) claimed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		claim := authn.FromRequest(e.AuthMode, r)
		next.ServeHTTP(w, r.WithContext(authn.NewContext(r.Context(), claim)))
	})
}

func (e *Edge) writeJSON(w http.ResponseWriter, r *http.Request, value any) {
	body, err := compactjson.Marshal(value)
	if err != nil {
		e.Logger.ErrorContext(r.Context(), "an answer could not be encoded", "path", r.URL.Path, "error", err)
		writeInternal(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the client is gone; there is nobody left to tell
}
