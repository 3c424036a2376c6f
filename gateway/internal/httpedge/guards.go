package httpedge

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/internal/requestbody"
	"github.com/salaatflow/platform/gateway/internal/route"
	"github.com/salaatflow/platform/services/apperr"
)

// limitBody limits the size of a request's body.
func (e *Edge) limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, e.MaxBodyBytes)
		next.ServeHTTP(w, r)
	})
}

// streaming reads a request's body, limited in size and by the server's read timeout, and then clears that timeout,
// because the response may be a long stream of events.
func (e *Edge) streaming(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, e.MaxBodyBytes+mostSearched)
		body, refused := requestbody.ReadUpTo(r, e.MaxBodyBytes)
		requestbody.Hold(r, body)
		if refused != nil {
			client := forClientOf(r, w)
			if of, ok := client.(*mcpWriter); ok {
				of.most = int64(len(body))
			}
			problem.Write(client, refused)
			return
		}
		if err := http.NewResponseController(w).SetReadDeadline(time.Time{}); err != nil {
			e.Logger.WarnContext(r.Context(), "failed to clear the read timeout of a stream", "error", err)
		}
		next.ServeHTTP(w, r)
	})
}

// recoverPanics answers SERVER_ERROR if a handler panics, and logs the panic with its stack.
func (e *Edge) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				e.Logger.ErrorContext(r.Context(), "handler panicked", "route", route.Of(r.Context()), "panic", cause, "stack", string(debug.Stack()))
				writeInternal(w)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func writeInternal(w http.ResponseWriter) {
	problem.Write(w, apperr.New(codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "the gateway failed"))
}

// Origins returns a protection that admits pages of these origins, such as https://app.example.org, besides the
// gateway's own pages and clients that are not browsers. It returns an error for an invalid origin.
func Origins(allowed []string) (*http.CrossOriginProtection, error) {
	origins := http.NewCrossOriginProtection()
	for _, origin := range allowed {
		if err := origins.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("allowed-origins: %w", err)
		}
	}
	origins.SetDenyHandler(http.HandlerFunc(refuseOrigin))
	return origins, nil
}

func refuseOrigin(w http.ResponseWriter, _ *http.Request) { problem.Write(w, otherSite()) }

func otherSite() *apperr.Error {
	return apperr.Forbidden("pages of another site may not call this gateway; its operator can allow their origin")
}

// believed refuses a request whose claim of identity is refused. The answer depends on who calls, so that one for an anonymous
// caller would leave a client with an expired token in the belief that there is nothing else.
func (e *Edge) believed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if _, refused := authn.FromContext(r.Context()).Caller(); refused != nil {
			e.refuse(r.Context(), w, refused)
			return
		}
		next(w, r)
	}
}

func postOnly(next http.HandlerFunc) http.HandlerFunc {
	refuse := served(http.MethodPost)
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			refuse(w, r)
			return
		}
		next(w, r)
	}
}

// served returns a handler that rejects every method and lists those served at a path.
func served(methods ...string) http.HandlerFunc {
	allowed := strings.Join(methods, ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		problem.WriteStatus(w, http.StatusMethodNotAllowed, apperr.New(codes.Unimplemented,
			errorsv1.Reason_REASON_HTTP_ERROR, "%s is not served at this path: use %s", r.Method, allowed))
	}
}
