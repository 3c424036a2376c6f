package rest

import (
	"net/http"

	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/salaatflow/platform/gateway/internal/document"
)

// writeFileHeaders sets an ETag on a response that is not JSON, such as a calendar feed, and answers 304 if the
// client already has it (RFC 9110, If-None-Match).
func writeFileHeaders(w http.ResponseWriter, r *http.Request, body *httpbody.HttpBody) {
	tag := document.Tag(body.GetData())
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache") // to be revalidated by the tag
	if document.Matches(r, tag) {
		w.Header().Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
	}
}
