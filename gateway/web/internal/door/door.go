// Package door lets pages call the platform as every client does: by a request to the gateway's own paths, without a
// network between. Whatever holds for a caller outside holds for a page: who is calling, what they may, how often, and what
// is recorded of it.
package door

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
)

// Door is the way from a page to the platform. It is safe for concurrent use.
type Door struct{ api http.Handler }

// New returns a door to a handler of the gateway's paths. Requests reach it with the context of the page's request, which
// says who is calling.
func New(api http.Handler) *Door { return &Door{api} }

// Call is one request.
type Call struct {
	Method, Path string
	Query        url.Values
	// Body is sent as JSON; nil sends none.
	Body any
	// Key is the idempotency key; empty for none.
	Key string
	// As are the headers that name another caller than the one in the context, who is the page's reader; nil names nobody. They
	// count as those of any client do.
	As http.Header
	// Known is the ETag of an answer that is at hand; the same one is not sent again.
	Known string
}

// Get returns a call that reads a path.
func Get(path string, query url.Values) Call {
	return Call{Method: http.MethodGet, Path: path, Query: query}
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do makes a call, as the caller in ctx.
func (d *Door) Do(ctx context.Context, call Call) (*Answer, error) {
	var body []byte
	if call.Body != nil {
		var err error
		if body, err = json.Marshal(call.Body); err != nil {
			return nil, fmt.Errorf("encode the body of %s %s: %w", call.Method, call.Path, err)
		}
	}
	target := url.URL{Path: call.Path, RawQuery: call.Query.Encode()}
	request, err := http.NewRequestWithContext(ctx, call.Method, target.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	maps.Copy(request.Header, call.As)
	if call.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if call.Key != "" {
		request.Header.Set("Idempotency-Key", call.Key)
	}
	if call.Known != "" {
		request.Header.Set("If-None-Match", call.Known)
	}
	written := &written{header: http.Header{}, status: http.StatusOK}
	d.api.ServeHTTP(written, request)
	return &Answer{Status: written.status, Header: written.header, Body: written.body.Bytes()}, nil
}

// Stream answers with what a call that reads answers, as it comes.
func (d *Door) Stream(w http.ResponseWriter, r *http.Request, call Call) {
	request := r.Clone(r.Context())
	request.Method, request.URL = call.Method, &url.URL{Path: call.Path, RawQuery: call.Query.Encode()}
	request.RequestURI, request.Body = "", http.NoBody
	d.api.ServeHTTP(w, request)
}

// Read makes a call and decodes its answer into out, unless that is nil. It fails with a *Refusal if the call was refused.
func (d *Door) Read(ctx context.Context, call Call, out any) error {
	answer, err := d.Do(ctx, call)
	if err != nil {
		return err
	}
	return answer.Decode(out)
}

// Decode decodes the answer of a call that succeeded, and returns a *Refusal of one that was refused.
func (a *Answer) Decode(out any) error {
	if a.Status >= http.StatusBadRequest {
		return a.refusal()
	}
	if out == nil || len(a.Body) == 0 {
		return nil
	}
	if err := json.Unmarshal(a.Body, out); err != nil {
		return fmt.Errorf("decode an answer: %w", err)
	}
	return nil
}

// written keeps what a handler writes.
type written struct {
	header http.Header
	status int
	begun  bool
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *written) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *written) WriteHeader(status int) {
	if !w.begun && status >= http.StatusOK {
		w.begun, w.status = true, status
	}
}

// Write implements http.ResponseWriter.
func (w *written) Write(part []byte) (int, error) {
	w.begun = true
	return w.body.Write(part)
}
