package httpedge

import (
	"context"
	"net/http"
	"time"
)

// answer is a response that its client must receive within a time after it began; otherwise the connection is closed.
// A client that does not read would hold the connection, and the response, for as long as it likes.
type answer struct {
	http.ResponseWriter
	within time.Duration
	begun  bool
	status int // once it has begun
	// onBegin, if not nil, is called when the response begins to be written.
	onBegin func()
	// headers, if not nil, adds headers to a response before it begins.
	headers func(header http.Header, status int)
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader begins the answer.
func (a *answer) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.begin(status)
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write begins the answer, if it has not begun.
func (a *answer) Write(part []byte) (int, error) {
	a.begin(http.StatusOK)
	return a.ResponseWriter.Write(part)
}

func (a *answer) begin(status int) {
	if a.begun {
		return
	}
	a.begun, a.status = true, status
	if a.headers != nil {
		a.headers(a.Header(), status)
	}
	if a.onBegin != nil {
		a.onBegin()
	}
	deadline := time.Now().Add(a.within) //nolint:forbidigo // the network uses real time, whatever the clock says
	// Only a response without a connection has no deadline, and then no client can be slow.
	_ = http.NewResponseController(a.ResponseWriter).SetWriteDeadline(deadline)
}

type answerKey struct{}

// newContext returns a context of the request that is answered.
func (a *answer) newContext(ctx context.Context) context.Context {
	return context.WithValue(ctx, answerKey{}, a)
}

// onBegin calls a function once: when the response to a request begins, or at the latest when the returned function
// is called.
func onBegin(r *http.Request, call func()) (end func()) {
	a, ok := r.Context().Value(answerKey{}).(*answer)
	if !ok || a.begun {
		return call
	}
	a.onBegin = call
	return func() {
		if !a.begun {
			a.onBegin = nil
			call()
		}
	}
}
