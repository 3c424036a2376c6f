package httpedge

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/internal/requestbody"
	"github.com/salaatflow/platform/services/apperr"
)

// limited bounds the size of a request's body.
func (e *Edge) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, e.MaxBodyBytes)
		next.ServeHTTP(w, r)
	})
}

// streaming reads a request's body, bounded in size and by the server's read time-out, and then lifts that time-out,
// because the answer may be a stream of events that lasts.
func (e *Edge) streaming(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, e.MaxBodyBytes)
		body, refused := requestbody.Read(r)
		if refused != nil {
			problem.Write(w, refused)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if err := http.NewResponseController(w).SetReadDeadline(time.Time{}); err != nil {
			e.Logger.WarnContext(r.Context(), "the read time-out of a stream could not be lifted", "error", err)
		}
		next.ServeHTTP(w, r)
	})
}

// recovered answers SERVER_ERROR where a handler panics, and logs the panic with its stack.
func (e *Edge) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler:
				panic(cause)
			default:
				e.Logger.ErrorContext(r.Context(), "a handler panicked", "path", r.URL.Path, "panic", cause, "stack", string(debug.Stack()))
				writeInternal(w)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func writeInternal(w http.ResponseWriter) {
	problem.Write(w, apperr.New(codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "the gateway failed"))
}

// Origins lets pages of these origins call, such as https://app.example.org, besides pages of the gateway's own and
// clients that are no browsers. It answers an error for what is no origin.
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

func refuseOrigin(w http.ResponseWriter, _ *http.Request) {
	problem.Write(w, apperr.Forbidden("pages of another site may not call this gateway; its operator can allow their origin"))
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

// served refuses every method with those that are served at a path.
func served(methods ...string) http.HandlerFunc {
	allowed := strings.Join(methods, ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		problem.WriteStatus(w, http.StatusMethodNotAllowed, apperr.New(codes.Unimplemented,
			errorsv1.Reason_REASON_HTTP_ERROR, "%s is not served at this path: use %s", r.Method, allowed))
	}
}
