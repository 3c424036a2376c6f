// Package apperr is the platform's typed error. Its public half is for callers; its private cause appears only in logs.
// Over gRPC it travels as a status with google.rpc.ErrorInfo and BadRequest details, and is restored on the other side.
package apperr

import (
	"strings"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
)

// Domain is the ErrorInfo domain of the platform's own errors.
const Domain = "salaatflow"

// Error is a refusal or failure of a call. Everything but the cause is public. An Error is not changed after it is
// returned, so several goroutines may read it.
type Error struct {
	// Code is the gRPC status code.
	Code codes.Code
	// Reason refines Code. REASON_UNSPECIFIED means the default reason of Code.
	Reason errorsv1.Reason
	// Message is one sentence that a person can act on: no stack, no SQL, no address.
	Message string
	// Violations lists the fields at fault; nil when the error is not about fields.
	Violations []Violation
	// Metadata is for programs, such as the holder of a name that is taken; nil when there is none.
	Metadata map[string]string

	cause error
}

// Violation describes what is wrong with one field.
type Violation struct {
	// Field is the JSON path of the field; empty when the violation concerns the whole request.
	Field string `json:"field"`
	// Message says what would be right.
	Message string `json:"message"`
	// Hint helps to mend it, in a sentence or two: which key was probably meant, and which there are. It is empty, and left out, if there
	// is nothing to add. It is for JSON, and does not travel over gRPC.
	Hint string `json:"hint,omitempty"`
}

// Error returns the message and the cause, for logs. Callers see only Message.
func (e *Error) Error() string {
	if e.cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.cause.Error()
}

// Unwrap returns the cause; nil when there is none.
func (e *Error) Unwrap() error { return e.cause }

// WithCause sets the cause, which only logs show, and returns e.
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

// alike reports whether two fields have the same message, which is then written only once.
func alike(a, b Violation) bool { return a.Field != "" && b.Field != "" && a.Message == b.Message }
