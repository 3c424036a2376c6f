// Package document serves content that rarely changes: with an ETag for clients that already have it, compressed for
// those that accept it, and generated once however many ask.
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

// Document is a response that is ready to send. It is immutable and safe for concurrent use.
type Document struct {
	contentType string
	caches      string // the header Cache-Control
	plain       representation
	zipped      representation
}

// representation is one encoding of a document, with its ETag.
type representation struct {
	body     []byte
	tag      string
	encoding string // "" for none
}

// New returns a document with this body, which it does not copy.
func New(contentType string, body []byte) *Document {
	tag := Tag(body)
	return &Document{
		contentType: contentType,
		caches:      "no-cache",
		plain:       representation{body: body, tag: tag},
		zipped:      representation{body: compress(body), tag: strings.TrimSuffix(tag, `"`) + `-gzip"`, encoding: "gzip"},
	}
}

// NewPrivate returns a document that is of some callers alone: no cache that others share stores it.
func NewPrivate(contentType string, body []byte) *Document {
	made := New(contentType, body)
	made.caches = "private, no-cache"
	return made
}

func compress(body []byte) []byte {
	var zipped bytes.Buffer
	writer := gzip.NewWriter(&zipped)
	_, _ = writer.Write(body) // writing to a buffer cannot fail
	_ = writer.Close()
	return zipped.Bytes()
}

// ServeHTTP sends the document, or 304 if the client already has it according to If-None-Match.
func (d *Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	chosen := d.plain
	if AcceptsGzip(r.Header.Get("Accept-Encoding")) {
		chosen = d.zipped
	}
	header := w.Header()
	header.Add("Vary", "Accept-Encoding")
	header.Set("ETag", chosen.tag)
	header.Set("Cache-Control", d.caches) // to be revalidated by the tag
	header.Set("X-Content-Type-Options", "nosniff")
	if Matches(r, chosen.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", d.contentType)
	header.Set("Content-Length", strconv.Itoa(len(chosen.body)))
	if chosen.encoding != "" {
		header.Set("Content-Encoding", chosen.encoding)
	}
	_, _ = w.Write(chosen.body) // an error means that the client has gone
}

// Tag returns the ETag of a body. Equal bodies have equal tags.
func Tag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// Matches reports whether the client already has the tagged content, according to If-None-Match (RFC 9110).
func Matches(r *http.Request, tag string) bool {
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			return true
		}
	}
	return false
}

// AcceptsGzip reports whether an Accept-Encoding header allows gzip. It ignores weights other than 0.
func AcceptsGzip(accepted string) bool {
	others := false
	for entry := range strings.SplitSeq(accepted, ",") {
		coding, parameters, _ := strings.Cut(entry, ";")
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip":
			return !rejects(parameters)
		case "*":
			others = !rejects(parameters)
		}
	}
	return others
}

// rejects reports whether the parameters of an encoding reject it, by a weight of 0.
func rejects(parameters string) bool {
	name, weight, _ := strings.Cut(strings.TrimSpace(parameters), "=")
	value, err := strconv.ParseFloat(strings.TrimSpace(weight), 32)
	return strings.EqualFold(strings.TrimSpace(name), "q") && err == nil && value == 0
}
