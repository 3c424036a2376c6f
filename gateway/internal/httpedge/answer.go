package httpedge

import (
	"context"
	"net/http"
	"time"
)

// answer is a response that its client must have taken a certain time after it began, or the connection is closed: one
// that does not read would otherwise hold it, and what it is sent, for as long as it likes.
type answer struct {
	http.ResponseWriter
	within time.Duration
	begun  bool
	// onBegin is called when the answer is ready and begins to be written; nil for nothing.
	onBegin func()
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader begins the answer.
func (a *answer) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.begin()
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write begins the answer, if it has not begun.
func (a *answer) Write(part []byte) (int, error) {
	a.begin()
	return a.ResponseWriter.Write(part)
}

func (a *answer) begin() {
	if a.begun {
		return
	}
	a.begun = true
	if a.onBegin != nil {
		a.onBegin()
	}
	deadline := time.Now().Add(a.within) //nolint:forbidigo // the network has the real time, whatever the clock is set to
	// Only what is no connection has no deadline, and then there is nobody who could be slow.
	_ = http.NewResponseController(a.ResponseWriter).SetWriteDeadline(deadline)
}

type answerKey struct{}

// timed bounds how long a client may take to receive an answer. A stream extends the time with each event.
func timed(next http.Handler, within time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w, within: within}
		next.ServeHTTP(a, r.WithContext(context.WithValue(r.Context(), answerKey{}, a)))
		a.begin() // an answer without a body is written by the server
	})
}

// whenBegun calls a function when the answer to a request begins, at the latest when the returned function is called;
// once in any case.
func whenBegun(r *http.Request, call func()) (end func()) {
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
