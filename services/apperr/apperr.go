// Package apperr is the platform's typed error: a public half that a caller reads, and a private cause that only the
// log shows. It travels a gRPC hop as a status with google.rpc.ErrorInfo and BadRequest details and is whole again on
// the other side.
package apperr

import (
	"strings"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
)

// Domain is the ErrorInfo domain of the platform's own errors.
const Domain = "salaatflow"

// Error is a refusal or failure of a call. Everything but the cause is public. An Error is not changed after it was
// returned, and may then be read by several goroutines.
type Error struct {
	// Code is the gRPC status code.
	Code codes.Code
	// Reason says more precisely what Code says. REASON_UNSPECIFIED means the reason that belongs to Code.
	Reason errorsv1.Reason
	// Message is one sentence that a person can act on: no stack, no SQL, no address.
	Message string
	// Violations names the fields at fault; nil when it is not about fields.
	Violations []Violation
	// Metadata is for programs, such as the holder of a name that is taken; nil when there is none.
	Metadata map[string]string

	cause error
}

// Violation is what is wrong with one field.
type Violation struct {
	// Field is the path of the field as in JSON; empty when it is about the whole.
	Field string `json:"field"`
	// Message says what would be right.
	Message string `json:"message"`
}

// Error gives the message and the cause, for logs. What a caller may see is Message.
func (e *Error) Error() string {
	if e.cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.cause.Error()
}

// Unwrap gives the cause; nil when there is none.
func (e *Error) Unwrap() error { return e.cause }

// WithCause sets what was behind the error, for the log alone, and returns e.
func (e *Error) WithCause(cause error) *Error {
	e.cause = cause
	return e
}

// maxNamed is how many violations a message spells out; maxViolations is how many an error carries, so that a hostile
// request cannot make its answer large.
const (
	maxNamed      = 5
	maxViolations = 32
)

func violationsMessage(violations []Violation) string {
	var b strings.Builder
	for i, v := range violations[:min(len(violations), maxNamed)] {
		if i > 0 && !alike(violations[i-1], v) {
			b.WriteString("; ")
		}
		b.WriteString(v.Field)
		if next := i + 1; next < min(len(violations), maxNamed) && alike(v, violations[next]) {
			b.WriteString(", ")
			continue
		}
		if v.Field != "" {
			b.WriteString(": ")
		}
		b.WriteString(v.Message)
	}
	if len(violations) > maxNamed {
		b.WriteString("; and more")
	}
	if b.Len() == 0 {
		return "the arguments are invalid"
	}
	return b.String()
}

// alike tells whether the same is said of two fields, so that it need be said once only.
func alike(a, b Violation) bool { return a.Field != "" && b.Field != "" && a.Message == b.Message }
