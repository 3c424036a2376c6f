package rest

import (
	"net/http"

	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/salaatflow/platform/gateway/internal/document"
)

// writeFileHeaders lets a client that asks again for an answer that is no JSON, such as a calendar feed, learn that nothing has
// changed (RFC 9110, If-None-Match) instead of getting all of it.
func writeFileHeaders(w http.ResponseWriter, r *http.Request, body *httpbody.HttpBody) {
	tag := document.Tag(body.GetData())
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache") // to be asked for again, by the tag
	if document.Has(r, tag) {
		w.Header().Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
	}
}
