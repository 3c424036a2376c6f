// Package problem writes errors that are not a ToolResult as RFC 9457 problem details.
package problem

import (
	"net/http"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
)

// ContentType is the media type of a problem.
const ContentType = "application/problem+json"

// details are the members of a problem: those of RFC 9457, the platform's error code, and violations.
type details struct {
	Type       string             `json:"type"`
	Title      string             `json:"title"`
	Status     int                `json:"status"`
	Detail     string             `json:"detail"`
	Error      string             `json:"error"`
	Violations []apperr.Violation `json:"violations,omitempty"`
}

// SuggestRetry sets Retry-After for the statuses after which the same request may succeed: 429 and 503.
func SuggestRetry(header http.Header, status int) {
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		header.Set("Retry-After", "1")
	}
}

// Write sends the error as a problem.
func Write(w http.ResponseWriter, err *apperr.Error) {
	WriteStatus(w, err.HTTPStatus(), err)
}

// WriteStatus is Write with an HTTP status that no error code maps to, such as 405.
func WriteStatus(w http.ResponseWriter, status int, err *apperr.Error) {
	title := http.StatusText(status)
	if title == "" {
		title = "Client Closed Request" // 499, as named by nginx
	}
	body, marshalErr := compactjson.Marshal(details{
		Type: "about:blank", Title: title, Status: status,
		Detail: err.Message, Error: err.ToolCode(), Violations: err.Violations,
	})
	if marshalErr != nil { // strings and numbers always encode
		panic(marshalErr)
	}
	header := w.Header()
	header.Set("Content-Type", ContentType)
	header.Set("Cache-Control", "no-store")
	SuggestRetry(header, status)
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the client has gone
}
