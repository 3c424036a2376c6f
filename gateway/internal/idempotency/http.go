package idempotency

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/salaatflow/platform/services/apperr"
)

// HTTP runs a request over HTTP once, and writes its answer, or the first one. secret answers are given once and not kept. If
// the request cannot be run, it returns why, and has written nothing.
func (g *Guard) HTTP(
	ctx context.Context, w http.ResponseWriter, request Request, secret bool, serve func(context.Context, http.ResponseWriter),
) *apperr.Error {
	answer, replayed, refused := g.Do(ctx, request, func(ctx context.Context) Answer {
		recorded := &recorder{header: http.Header{}, status: http.StatusOK}
		serve(ctx, recorded)
		return Answer{
			Status: recorded.status, ContentType: recorded.header.Get("Content-Type"), Body: recorded.body.Bytes(), Withheld: secret,
		}
	})
	if refused != nil {
		return refused
	}
	header := w.Header()
	if answer.ContentType != "" {
		header.Set("Content-Type", answer.ContentType)
	}
	if replayed {
		header.Set(ReplayedHeader, "true")
	}
	if answer.Status == http.StatusTooManyRequests || answer.Status == http.StatusServiceUnavailable {
		header.Set("Retry-After", "1")
	}
	if answer.Status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(len(answer.Body)))
	}
	w.WriteHeader(answer.Status)
	_, _ = w.Write(answer.Body) // an error means that the client has gone
	return nil
}

// recorder is a response that is kept in memory. Answers are bounded by what a service may send.
type recorder struct {
	header http.Header
	status int
	begun  bool
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) {
	if !r.begun {
		r.begun, r.status = true, status
	}
}

// Write implements http.ResponseWriter.
func (r *recorder) Write(part []byte) (int, error) {
	r.begun = true
	return r.body.Write(part)
}
