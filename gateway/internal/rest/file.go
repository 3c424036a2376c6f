package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"google.golang.org/genproto/googleapis/api/httpbody"
)

// writeFileHeaders lets a client that asks again for an answer that is no JSON, such as a calendar feed, learn that nothing has
// changed (RFC 9110, If-None-Match) instead of getting all of it.
func writeFileHeaders(w http.ResponseWriter, r *http.Request, body *httpbody.HttpBody) {
	sum := sha256.Sum256(body.GetData())
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache") // to be asked for again, by the tag
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			w.Header().Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
}
