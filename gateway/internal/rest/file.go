package rest

import (
	"net/http"

	"google.golang.org/genproto/googleapis/api/httpbody"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/gateway/internal/document"
)

// writeFileHeaders sets an ETag on a response that is not JSON, such as a calendar feed, and answers 304 if the
// client already has it (RFC 9110, If-None-Match). What only a user may read is not to be stored.
func writeFileHeaders(w http.ResponseWriter, x *exchange, body *httpbody.HttpBody) {
	tag := document.Tag(body.GetData())
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache") // to be revalidated by the tag
	if x.binding.access.Auth == toolsv1.Auth_AUTH_REQUIRED {
		w.Header().Set("Cache-Control", "private, no-store")
	}
	if document.Matches(x.request, tag) {
		w.Header().Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
	}
}
