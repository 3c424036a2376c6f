// Package httpedge is the gateway's HTTP server: the checks that every request passes, and the paths that belong to
// no service.
package httpedge

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/internal/route"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/httphost"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/tracing"
)

// Caller calls tools by name or alias.
type Caller interface {
	Call(ctx context.Context, name string, arguments []byte) *toolresult.Result
}

// Options configures the edge. Every field is required unless it says otherwise.
type Options struct {
	// Audit records what is called and refused; nil records nothing.
	Audit  *audit.Edge
	Routes func() *routing.Table
	// Visible returns the tools that the caller of a request may call: all of the table's in its own slice, or some.
	Visible func(context.Context) []*routing.Route
	Caller  Caller
	REST    http.Handler
	MCP     http.Handler
	// CallEvents sends administrators the calls as they end.
	CallEvents http.Handler
	// OpenAPI generates the OpenAPI document of the REST paths and tools of a table, or of one of its services where one is named. It
	// is called once for each, and ends with its context. An *apperr.Error of it is told to the caller.
	OpenAPI func(ctx context.Context, table *routing.Table, service string) ([]byte, error)
	// Contract serves the .proto files at /api/v1/proto.zip.
	Contract http.Handler
	// Pictures serves those of tools, at PicturesPath and below; nil serves none.
	Pictures     http.Handler
	PicturesPath string
	// Pages are served at / and below; nil serves none.
	Pages   Pages
	Logger  *slog.Logger
	Metrics prometheus.Registerer
	// Tracer makes a span of each request; nil makes none.
	Tracer *tracing.Tracer

	// Callers identifies who is calling.
	Callers *authn.Authenticator
	// Challenges tells those who are refused how to go on; nil where no credential counts.
	Challenges *challenge.Challenges
	// Loopback is true if the server listens on a loopback address.
	Loopback bool
	// AllowedHosts lists the host names that requests may be for. If empty, any host is allowed, or on loopback only
	// the machine's own names.
	AllowedHosts []string
	// AllowedOrigins lists the origins of other sites whose pages may call and read the answers, as Origins admits them.
	AllowedOrigins []string
	// Origins decides which web pages may call.
	Origins *http.CrossOriginProtection
	// LoopbackPages lets pages that come from this machine, at whatever port, call /mcp.
	LoopbackPages bool
	// MaxBodyBytes is the largest request body.
	MaxBodyBytes int64
	// AnswerTimeout is how long a client may take to receive a response once it has begun, and each event of a
	// stream.
	AnswerTimeout time.Duration
	// Room bounds the requests that the edge answers without a service.
	Room *bulkhead.Service
	// Limits bounds how often callers may call; nil does not.
	Limits *ratelimit.Limiter
}

// Edge serves the gateway's HTTP paths.
type Edge struct {
	Options
	openAPI, openAPIOfService document.Cache[described]
	toolList                  document.Cache[*routing.Table]
	partLists                 partLists
}

// New returns a handler for all paths.
func New(options Options) http.Handler {
	e := &Edge{Options: options}
	mux := http.NewServeMux()
	handle := func(pattern string, handler http.Handler) { mux.Handle(pattern, named(pattern, handler)) }
	handle("GET /api/v1/tools", e.admitted(e.believed(e.listTools)))
	handle("GET /api/v1/tools/{name}", e.admitted(e.believed(e.getTool)))
	call := named(toolRoute, e.limitBody(http.HandlerFunc(e.callTool)))
	mux.Handle("POST "+toolRoute, call)
	handle("/api/v1/tools", served(http.MethodGet, http.MethodHead))
	handle("/api/v1/tools/{name}", served(http.MethodGet, http.MethodHead, http.MethodPost))
	handle("/api/v1/intents/map", e.limitBody(e.admitted(postOnly(e.mapIntent))))
	mux.Handle("/", e.limitBody(options.REST)) // which names its routes itself
	mux.Handle("GET /api/v1/tools/search", e.limitBody(options.REST))
	handle(mcpRoute, e.streaming(options.MCP))
	handle("GET "+eventsRoute, e.streaming(options.CallEvents))
	handle("GET /openapi.json", e.admitted(e.serveOpenAPI))
	handle("GET /api/v1/proto.zip", e.admitted(options.Contract.ServeHTTP))
	handle("/api/v1/proto.zip", served(http.MethodGet, http.MethodHead))
	if options.Pictures != nil {
		handle("GET "+options.PicturesPath, e.admitted(options.Pictures.ServeHTTP))
	}
	if options.Challenges != nil && options.Challenges.SignsIn() {
		for _, pattern := range challenge.Patterns {
			handle(pattern, e.admitted(options.Challenges.Metadata))
		}
	}
	if e.Pages != nil {
		e.addPages(mux)
	}
	return slashless(e.guard(toolCallsFirst(call, mux)))
}

const (
	toolsPath = "/api/v1/tools/"
	toolRoute = toolsPath + "{name}"
)

// toolCallsFirst has the calls of tools whose names are written plainly served without a mux, whose search takes longer than all else
// that is done about a path.
func toolCallsFirst(call, others http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, toolsPath)
		if !ok || r.Method != http.MethodPost || r.URL.RawPath != "" || !isWord(name) {
			others.ServeHTTP(w, r)
			return
		}
		r.SetPathValue("name", name)
		call.ServeHTTP(w, r)
	})
}

// isWord reports whether a text is one or more letters, digits and underscores.
func isWord(text string) bool {
	for _, c := range []byte(text) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
		default:
			return false
		}
	}
	return text != ""
}

// guard wraps the checks that every request passes before routing.
func (e *Edge) guard(next http.Handler) http.Handler {
	hosts := httphost.Rule{Loopback: e.Loopback, Allowed: e.AllowedHosts}
	served := hosts.Check(e.limited(e.shared(e.fromOwnPages(e.withClaim(next)))), http.HandlerFunc(e.refuseHost))
	return e.observe(private(e.recoverPanics(served)))
}

// named names the route of the requests that a pattern serves, which may begin with a method.
func named(pattern string, next http.Handler) http.Handler {
	_, template, ok := strings.Cut(pattern, " ")
	if !ok {
		template = pattern
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route.Set(r.Context(), template)
		next.ServeHTTP(w, r)
	})
}

func (e *Edge) refuseHost(w http.ResponseWriter, r *http.Request) {
	e.turnAway(w, r, "host", apperr.New(codes.PermissionDenied, errorsv1.Reason_REASON_FORBIDDEN,
		"the Host header names a host that this gateway does not serve"))
}

// fromOwnPages refuses what pages of other sites make browsers send.
func (e *Edge) fromOwnPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if e.Origins.Check(r) != nil && !e.isLoopbackPage(r) {
			e.turnAway(w, r, "origin", otherSite())
			return
		}
		next.ServeHTTP(w, r)
	})
}

// withClaim puts the request's claim of identity into its context, and challenges those who are refused.
func (e *Edge) withClaim(next http.Handler) http.Handler {
	if e.Challenges != nil {
		next = e.Challenges.Handler(next)
	}
	return e.claimed(next)
}

// claimed puts the claim of identity that a request's headers make into its context, and room for what a challenge says.
func (e *Edge) claimed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		claim := e.Callers.FromRequest(r)
		origin := claim.Origin()
		if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, toolsPath) {
			origin.Door = audit.DoorTool
		}
		ctx := e.Audit.Entered(authn.NewContext(r.Context(), claim), origin)
		next.ServeHTTP(w, r.WithContext(e.Challenges.NewContext(ctx))) // one copy of the request for all
	})
}

func (e *Edge) writeJSON(w http.ResponseWriter, r *http.Request, value any) {
	body, err := compactjson.Marshal(value)
	if err != nil {
		e.Logger.ErrorContext(r.Context(), "failed to encode a response", "path", r.URL.Path, "error", err)
		writeInternal(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // an error means that the client has gone
}
