package httpedge

import (
	"net/http"
	"strings"
)

// Values that responses share. Who wants another one replaces it.
var (
	noStore         = []string{"no-store"}
	applicationJSON = []string{"application/json"}
)

// private keeps responses out of caches, since they may be a user's, unless a handler decides otherwise.
func private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/mcp":
			w = &unstored{ResponseWriter: w}
		case strings.HasPrefix(r.URL.Path, "/api/"):
			w.Header()["Cache-Control"] = noStore
		}
		next.ServeHTTP(w, r)
	})
}

// unstored adds no-store to the Cache-Control header that the MCP SDK sets on its streams.
type unstored struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader implements http.ResponseWriter.
func (w *unstored) WriteHeader(status int) {
	w.begin()
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *unstored) Write(body []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(body)
}

// FlushError implements what http.ResponseController looks for. A flush may be what sends the header.
func (w *unstored) FlushError() error {
	w.begin()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (w *unstored) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *unstored) begin() {
	if w.begun {
		return
	}
	w.begun = true
	said := w.Header().Get("Cache-Control")
	switch {
	case said == "":
		w.Header().Set("Cache-Control", "no-store")
	case !strings.Contains(said, "no-store"):
		w.Header().Set("Cache-Control", "no-store, "+said)
	}
}
