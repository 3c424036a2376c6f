package httpedge

import (
	"encoding/json"
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/mcp"
)

// mostSearched is how much of a refused message is read for its id, in bytes: as much as net/http reads of it in any case, so that
// its connection can go on.
const mostSearched = 256 << 10

// forClientOf returns a writer of what the client of a request understands: one that posts a message of MCP is refused by an answer
// to that message, not by a problem.
func forClientOf(r *http.Request, w http.ResponseWriter) http.ResponseWriter {
	if r.URL.Path != mcpRoute || r.Method != http.MethodPost || r.Body == nil {
		return w
	}
	return &mcpWriter{ResponseWriter: w, request: r, most: mostSearched}
}

// slashless serves /mcp/ as /mcp, since clients are configured with either. A redirect would lose what a client posts.
func slashless(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == mcpRoute+"/" {
			r = r.WithContext(r.Context()) // a copy, of which the caller sees no change
			url := *r.URL
			url.Path, url.RawPath = mcpRoute, ""
			r.URL = &url
		}
		next.ServeHTTP(w, r)
	})
}

// mcpWriter makes a problem an answer to the message in a body that is still to be read. A message without an id gets the problem.
type mcpWriter struct {
	http.ResponseWriter
	request *http.Request
	most    int64 // bytes of the body that are searched
	id      json.RawMessage
	status  int // of a problem to be an answer; 0 for none
}

// Unwrap lets http.ResponseController reach the connection.
func (w *mcpWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader writes the status, unless it is that of a problem.
func (w *mcpWriter) WriteHeader(status int) {
	if w.Header().Get("Content-Type") == problem.ContentType {
		if w.id = mcp.ReadID(w.request.Body, w.most); w.id != nil {
			w.status = status
			return
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes, and makes an answer of a problem, which is written at once.
func (w *mcpWriter) Write(text []byte) (int, error) {
	if w.status == 0 {
		return w.ResponseWriter.Write(text)
	}
	var said struct {
		Detail string `json:"detail"`
	}
	if err := json.Unmarshal(text, &said); err != nil { // problems are written as a whole
		return 0, err
	}
	mcp.RefuseMessage(w.ResponseWriter, w.status, w.id, said.Detail)
	return len(text), nil
}
