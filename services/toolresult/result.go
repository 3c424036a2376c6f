// Package toolresult is the answer to a tool call, the same everywhere: REST, MCP, chat, command line, internal services.
package toolresult

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
)

// Result is the answer to a tool call. It is not changed after it was returned, and may then be read by several
// goroutines.
type Result struct {
	// Success reports whether the tool did what was asked.
	Success bool
	// Data is the tool's output, a JSON object; nil is null in JSON.
	Data json.RawMessage
	// Error is the code of the failure, such as VALIDATION_ERROR; empty, null in JSON, on success.
	Error string
	// ErrorMessage is one sentence that a person can act on, and what hints there are; empty, null in JSON, on success.
	ErrorMessage string
	// AvailableTools are the canonical names there are, or the nearest of many, for TOOL_NOT_FOUND alone.
	AvailableTools []string
	// Violations are what is wrong with which field, for VALIDATION_ERROR alone.
	Violations []apperr.Violation
	// Content are blocks of content beside the data, a JSON array of them as MCP writes it; nil, and no part of the JSON, for none.
	Content json.RawMessage
	// Asked is what the tool asks its caller, for INPUT_REQUIRED alone; nil, and no part of the JSON, where it asks nothing.
	Asked *Asked
	// Warnings say what of the call was ignored; nil, and no part of the JSON, if nothing was.
	Warnings []string
	// MissingScopes are those that the caller's credential lacks, for FORBIDDEN alone. It is not part of the JSON.
	MissingScopes []string

	status int
}

// Asked is what a tool asks its caller, before it can be called again with the answers.
type Asked struct {
	// Requests are the questions, a JSON object of them by name as MCP writes them.
	Requests json.RawMessage `json:"requests"`
	// State goes back with the answers. It says nothing to the caller.
	State string `json:"state"`
}

// The codes with more to them than a message.
const (
	codeToolNotFound    = "TOOL_NOT_FOUND"
	codeValidationError = "VALIDATION_ERROR"
)

// OK returns the result of a call that succeeded. The data is a JSON object, or empty for none; it is not copied.
func OK(data []byte) *Result {
	return &Result{Success: true, Data: data, status: http.StatusOK}
}

// FromError returns the result of a call that failed. It has only the public part of the error.
func FromError(err *apperr.Error) *Result {
	return &Result{
		Error:         err.ToolCode(),
		ErrorMessage:  hinted(err),
		Violations:    err.Violations,
		MissingScopes: err.MissingScopes(),
		status:        err.HTTPStatus(),
	}
}

// hinted returns the message of an error with the hints of its violations, each once: a model may read no other member.
func hinted(err *apperr.Error) string {
	message := err.Message
	for i, violation := range err.Violations {
		if violation.Hint != "" && !slices.ContainsFunc(err.Violations[:i], func(v apperr.Violation) bool { return v.Hint == violation.Hint }) {
			message = strings.TrimSuffix(message, ".") + ". " + violation.Hint
		}
	}
	return message
}

// ToolNotFound returns the result of calling a name that no tool has, canonical or alias. available holds the canonical
// names there are; it is not copied.
func ToolNotFound(name string, available []string) *Result {
	result := FromError(NotFoundError(name))
	result.AvailableTools = available
	return result
}

// NotFoundError returns the error that no registered tool has the name: NOT_FOUND, TOOL_NOT_FOUND.
func NotFoundError(name string) *apperr.Error {
	return apperr.New(codes.NotFound, errorsv1.Reason_REASON_TOOL_NOT_FOUND, "no tool is named %q", clipped(name))
}

// clipped shortens a name that a caller made up, so that a hostile request cannot make its answer large.
func clipped(name string) string {
	const longest = 80
	if len(name) <= longest {
		return name
	}
	return name[:longest] + "…"
}

// IsToolNotFound reports whether no tool has the name that was called.
func (r *Result) IsToolNotFound() bool { return r.Error == codeToolNotFound }

// HTTPStatus returns the status that belongs to the result, such as 200 or 404. For a result that was read from JSON it is
// the usual status of its code.
func (r *Result) HTTPStatus() int {
	if r.status != 0 {
		return r.status
	}
	return usualStatus(r)
}
