package httpedge

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
)

// Leaving is how a server tells its clients to go elsewhere before it closes its port. Each channel is closed when its time
// comes.
type Leaving struct {
	// Draining: requests are answered as ever, and each answer ends its connection, so that the next request of the client
	// is made to another server.
	Draining <-chan struct{}
	// Refusing: requests are answered 503 without having been looked at, and may be repeated elsewhere.
	Refusing <-chan struct{}
}

// Handler wraps what answers requests.
func (l Leaving) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isClosed(l.Draining) {
			w.Header().Set("Connection", "close")
		}
		if isClosed(l.Refusing) {
			problem.Write(w, apperr.Unavailable("this gateway is stopping: send the request again, to another"))
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
