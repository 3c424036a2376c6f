// Package rest is the REST edge. It serves the google.api.http paths of RPCs with the same strictness, identity and errors as a tool call:
// by a table of its own, and through grpc-gateway what that leaves.
package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/internal/requestbody"
	"github.com/salaatflow/platform/gateway/internal/route"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// Service is a gRPC service whose REST paths are served by generated code.
type Service struct {
	Descriptor protoreflect.ServiceDescriptor
	Register   func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error
	Conn       grpc.ClientConnInterface
}

// Options configures the edge. Every field is required unless it says otherwise.
type Options struct {
	Services []Service
	// Table is what is registered now, and Strangers are the services of a table that Services lacks.
	Table     func() *routing.Table
	Strangers func(*routing.Table) []Stranger
	// Authorizer decides who may call.
	Authorizer *toolclient.Authorizer
	// Limits bounds how often callers may call; nil does not.
	Limits *ratelimit.Limiter
	// Began counts and times a call of a tool, by its canonical name; ended is called with why it failed, nil for a success.
	Began func(ctx context.Context, tool string) (ended func(failed *apperr.Error))
	// Ended is told of each call of a tool or RPC once it has ended.
	Ended func(ctx context.Context, call toolclient.Ended)
	// Idempotency runs requests with an idempotency key once.
	Idempotency *idempotency.Guard
	// Timeout bounds each call.
	Timeout time.Duration
	// Audit records what is refused here; nil records nothing.
	Audit *audit.Edge
	Clock clock.Clock
}

// Paths serves the REST paths. It is safe for concurrent use.
type Paths struct {
	http.Handler
	strangers *strangers
}

type handler struct {
	Options
	bindings  map[string]*binding
	own       trie // of the bindings
	strangers strangers
}

// New returns a handler for all REST paths of the services and of strangers. Requests must carry an authn.Claim in their context and a
// body of limited size.
func New(ctx context.Context, options Options) (*Paths, error) {
	found, err := bindings(options.Services)
	if err != nil {
		return nil, err
	}
	h := &handler{Options: options, bindings: found, strangers: strangers{table: options.Table, of: options.Strangers}}
	for _, bound := range found {
		if bound.path.Body != nil {
			return nil, fmt.Errorf("%s: the body of %s must be \"*\"", bound.method.FullName(), bound.path.Path)
		}
		if !h.own.add(bound) {
			return nil, fmt.Errorf("%s: another path is for the same requests as %s", bound.method.FullName(), bound.path.Path)
		}
		h.strangers.own = append(h.strangers.own, bound.path.Template)
	}
	mux := runtime.NewServeMux(
		runtime.WithMiddlewares(h.checked),
		// A google.api.HttpBody is the response body as it is.
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &runtime.HTTPBodyMarshaler{Marshaler: newMarshaler()}),
		runtime.WithIncomingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithOutgoingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithForwardResponseOption(writeHeaders),
		runtime.WithErrorHandler(writeError),
		runtime.WithRoutingErrorHandler(h.writeRoutingError),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithDisableHTTPMethodOverride(),
		runtime.WithWriteContentLength(),
	)
	for _, service := range options.Services {
		if err := service.Register(ctx, mux, service.Conn); err != nil {
			return nil, fmt.Errorf("REST paths of %s: %w", service.Descriptor.FullName(), err)
		}
	}
	return &Paths{headAsGet(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !h.serveOwn(w, r) && !h.serveStranger(w, r) {
			mux.ServeHTTP(w, r)
		}
	})), &h.strangers}, nil
}

// headAsGet serves HEAD wherever GET is served, for calendars and link checkers. The server omits the body.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			r = &get
		}
		next.ServeHTTP(w, r)
	})
}

// exchange is what a response needs to know about its request, and what becomes of it.
type exchange struct {
	binding *binding
	request *http.Request
	// body is what was sent, and arguments is all of path, query and body as one JSON object; message is the same as a message,
	// where it was made of it already.
	body, arguments []byte
	message         proto.Message
	failed          *apperr.Error // nil unless the call failed
}

type exchangeKey struct{}

// checked performs the checks of a tool call in the same order: identity, then arguments.
func (h *handler) checked(next runtime.HandlerFunc) runtime.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request, path map[string]string) {
		pattern, _ := runtime.HTTPPattern(r.Context())
		bound := h.bindings[routeKey(r.Method, pattern.String())]
		if bound == nil {
			problem.Write(w, apperr.New(codes.Unimplemented, errorsv1.Reason_REASON_HTTP_ERROR, "%s %s is not served", r.Method, r.URL.Path))
			return
		}
		h.answer(w, r, bound, path, func(ctx context.Context, w http.ResponseWriter, x *exchange) {
			if bound.answer == nil {
				next(w, forwarded(r.WithContext(ctx), x.body), path)
				return
			}
			h.callOrRefuse(ctx, w, x)
		})
	}
}

// answer admits a request, and has it answered once.
func (h *handler) answer(
	w http.ResponseWriter, r *http.Request, bound *binding, path map[string]string,
	call func(context.Context, http.ResponseWriter, *exchange),
) {
	route.Set(r.Context(), bound.path.Path)
	ended := func(*apperr.Error) {}
	if bound.isTool {
		ended = h.Began(r.Context(), bound.operation)
	}
	x := &exchange{binding: bound, request: r}
	began := h.Clock.Now()
	caller, refused := h.admit(x, path)
	defer func() {
		h.Ended(r.Context(), toolclient.Ended{Tool: bound.operation, Caller: caller, Failed: refused, Took: h.Clock.Since(began)})
	}()
	if refused != nil {
		ended(refused)
		challenge.Lack(r.Context(), refused.MissingScopes()...)
		problem.Write(w, refused)
		return
	}
	ctx := context.WithValue(identity.NewContext(r.Context(), caller), exchangeKey{}, x)
	h.serve(ctx, w, x, func(ctx context.Context, w http.ResponseWriter) { call(ctx, w, x) })
	ended(x.failed)
	refused = x.failed
}

// serve answers a request, or gives its first answer again if it has a key.
func (h *handler) serve(
	ctx context.Context, w http.ResponseWriter, x *exchange, answer func(context.Context, http.ResponseWriter),
) {
	key, refused := keyOf(x.binding, x.request)
	if refused != nil {
		x.failed = refused
		problem.Write(w, refused)
		return
	}
	if key == "" {
		ctx, cancel := discovery.WithTimeout(ctx, h.Timeout)
		defer cancel()
		answer(ctx, w)
		return
	}
	request := idempotency.Request{
		Operation: x.binding.audited,
		Owner:     idempotency.OwnerOf(identity.FromContext(ctx).UserID, authn.FromContext(ctx).Network()), Key: key,
		Parts: [][]byte{[]byte(x.request.Method), []byte(x.request.URL.EscapedPath()), []byte(x.request.URL.RawQuery), x.body},
	}
	if refused := h.Idempotency.HTTP(ctx, w, request, x.binding.secret, answer); refused != nil {
		x.failed = refused
		problem.Write(w, refused)
	}
}

// keyOf returns the idempotency key of a request that may change something, or empty if there is none.
func keyOf(bound *binding, r *http.Request) (string, *apperr.Error) {
	if !bound.write {
		return "", nil
	}
	return idempotency.KeyOf(r.Header)
}

// admit identifies the caller and checks the arguments.
func (h *handler) admit(x *exchange, path map[string]string) (identity.Caller, *apperr.Error) {
	bound, r := x.binding, x.request
	body, refused := requestbody.Read(r)
	if refused != nil {
		return identity.Caller{}, refused
	}
	if bound.access.AsksScopes {
		challenge.Need(r.Context(), bound.access.Scopes...)
	}
	began := h.Clock.Now()
	claimed, body, refused := authn.Identify(r.Context(), body)
	caller := claimed
	if refused == nil {
		refused = h.Limits.Take(r.Context(), ratelimit.Call{
			Operation: bound.operation, Write: bound.write,
			UserID: caller.UserID, Network: authn.FromContext(r.Context()).Network(),
		})
	}
	if refused == nil {
		caller, refused = h.Authorizer.Authorize(r.Context(), caller, bound.access)
	}
	if refused != nil {
		h.Audit.Refused(identity.NewContext(r.Context(), claimed), bound.audited, refused, h.Clock.Since(began))
		return claimed, refused
	}
	if x.message = bound.plainRequest(path, r.URL.RawQuery, body); x.message == nil {
		var violations []apperr.Violation
		body = bound.arguments.WellFormed(body)
		if x.arguments, violations = checkArguments(bound, path, r.URL.RawQuery, body); len(violations) > 0 {
			return claimed, apperr.Invalid(violations...)
		}
	}
	if bound.path.HasBody {
		x.body = body
	}
	return caller, nil
}

// forwarded returns the request for grpc-gateway, without the headers that grpc-gateway would turn into metadata.
func forwarded(r *http.Request, body []byte) *http.Request {
	r.Header = http.Header{"Content-Type": {"application/json"}}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return r
}

func writeHeaders(ctx context.Context, w http.ResponseWriter, response proto.Message) error {
	x, ok := ctx.Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil
	}
	if body, ok := response.(*httpbody.HttpBody); ok {
		writeFileHeaders(w, x, body)
	}
	if x.binding.path.HasPages() {
		writePageHeaders(w.Header(), x, response.ProtoReflect())
	}
	sent, _ := runtime.ServerMetadataFromContext(ctx)
	status := saidWith(ctx, w.Header(), x, sent.HeaderMD)
	if status == http.StatusNoContent {
		w.Header().Del("Content-Type")
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
	}
	return nil
}

func writeError(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
	failed := refusal(err)
	challenge.Lack(r.Context(), failed.MissingScopes()...)
	if x, ok := r.Context().Value(exchangeKey{}).(*exchange); ok {
		x.failed = failed
	}
	problem.Write(w, failed)
}

// refusal returns the error that a caller sees. An error without details comes from the decoder, whose message is for
// programmers, although the request passed the checks.
func refusal(err error) *apperr.Error {
	st, ok := status.FromError(err)
	if !ok || st.Code() != codes.InvalidArgument || len(st.Details()) > 0 {
		return apperr.From(err)
	}
	return apperr.Invalid(apperr.Violation{Message: "The path or the query has a value that cannot be read"}).WithCause(err)
}
