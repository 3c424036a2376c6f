package httpedge

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
)

// Shutdown tells clients to go elsewhere before the server closes its port. Each channel is closed to begin its
// phase.
type Shutdown struct {
	// Draining begins the phase in which requests are still served, but each response closes its connection, so that
	// the client's next request goes to another server.
	Draining <-chan struct{}
	// Refusing begins the phase in which requests get 503 without being processed, and can be repeated elsewhere.
	Refusing <-chan struct{}
}

// Handler wraps the handler of all requests.
func (l Shutdown) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isClosed(l.Draining) {
			w.Header().Set("Connection", "close")
		}
		if isClosed(l.Refusing) {
			problem.Write(forClientOf(r, w), apperr.Unavailable("this gateway is stopping: send the request again, to another"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isClosed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}
