// Package document serves bytes that stay the same for a while: with an ETag for whoever has them already, compressed for
// whoever takes that, and made once however many ask.
package document

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

// Document is an answer that is ready to be sent. It is not changed and is safe for concurrent use.
type Document struct {
	contentType string
	plain       representation
	zipped      representation
}

// representation is one form of a document, with the tag that names it.
type representation struct {
	body     []byte
	tag      string
	encoding string // "" for none
}

// New makes a document of the body, which is not copied.
func New(contentType string, body []byte) *Document {
	tag := Tag(body)
	return &Document{
		contentType: contentType,
		plain:       representation{body: body, tag: tag},
		zipped:      representation{body: compress(body), tag: strings.TrimSuffix(tag, `"`) + `-gzip"`, encoding: "gzip"},
	}
}

func compress(body []byte) []byte {
	var zipped bytes.Buffer
	writer := gzip.NewWriter(&zipped)
	_, _ = writer.Write(body) // a buffer takes everything
	_ = writer.Close()
	return zipped.Bytes()
}

// ServeHTTP answers with the document, or 304 to a client that names the one it has in If-None-Match.
func (d *Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	chosen := d.plain
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		chosen = d.zipped
	}
	header := w.Header()
	header.Set("Vary", "Accept-Encoding")
	header.Set("ETag", chosen.tag)
	header.Set("Cache-Control", "no-cache") // to be asked for again, by the tag
	header.Set("X-Content-Type-Options", "nosniff")
	if Has(r, chosen.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", d.contentType)
	header.Set("Content-Length", strconv.Itoa(len(chosen.body)))
	if chosen.encoding != "" {
		header.Set("Content-Encoding", chosen.encoding)
	}
	_, _ = w.Write(chosen.body) // the client is gone; there is nobody left to tell
}

// Tag is the ETag of a body: the same for the same bytes.
func Tag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// Has is whether a client has what the tag names already, as it says in If-None-Match (RFC 9110).
func Has(r *http.Request, tag string) bool {
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			return true
		}
	}
	return false
}

// takesGzip is whether a client accepts gzip by an Accept-Encoding header. Of several preferences only "not at all" counts.
func takesGzip(accepted string) bool {
	others := false
	for entry := range strings.SplitSeq(accepted, ",") {
		coding, parameters, _ := strings.Cut(entry, ";")
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip":
			return !refused(parameters)
		case "*":
			others = !refused(parameters)
		}
	}
	return others
}

// refused is whether the parameters of an encoding say that it is not wanted: a weight of 0.
func refused(parameters string) bool {
	name, weight, _ := strings.Cut(strings.TrimSpace(parameters), "=")
	value, err := strconv.ParseFloat(strings.TrimSpace(weight), 32)
	return strings.EqualFold(strings.TrimSpace(name), "q") && err == nil && value == 0
}
