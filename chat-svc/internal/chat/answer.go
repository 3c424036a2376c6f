package chat

import (
	"encoding/json"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// Request is one message from a person.
type Request struct {
	Message string
	// ConversationID is the conversation to continue. If empty, a new one begins.
	ConversationID string
}

// Answer is the chat's reply to a message.
type Answer struct {
	// Success is true unless a tool failed.
	Success bool
	// Message is the reply, in the language and script of the person's message.
	Message        string
	Language       detect.Language
	ConversationID string
	// Intent is what the person meant, given the conversation so far.
	Intent detect.Intent
	// Tool is the tool that was called, or nil if none was.
	Tool *string
	// Arguments are the arguments of the call, together with the slots they came from.
	Arguments json.RawMessage
	// Data is the tool's result.
	Data json.RawMessage
	// Asks is what the chat is waiting for: a slot, "changes" or "confirm". It is nil if no question is open.
	Asks *string
	// Error and ErrorMessage are those of the failed tool, in the words of the API. They are nil if nothing failed.
	Error        *string
	ErrorMessage *string
	// Violations lists the arguments that the tool rejected, as in a ToolResult. It is nil for any other error.
	Violations []apperr.Violation
	// MissingScopes are those that the caller's credential lacks for the tool; nil when it lacks none.
	MissingScopes []string

	status int
}

// HTTPStatus returns the HTTP status for the answer.
func (a *Answer) HTTPStatus() int { return a.status }

// failed records the failure of a tool in the answer.
func (a *Answer) failed(result *toolresult.Result) {
	a.Success, a.Data = false, nil
	a.Error, a.ErrorMessage, a.Violations = &result.Error, &result.ErrorMessage, result.Violations
	a.MissingScopes, a.status = result.MissingScopes, result.HTTPStatus()
}

// arguments are the arguments of a tool call, by name.
type arguments map[string]any

// withSlots returns the arguments as JSON, together with the slots for which the tool has no parameter.
func (a arguments) withSlots(slots detect.Slots) json.RawMessage {
	all := slotsOf(slots)
	for name, value := range a {
		all[name] = value
	}
	encoded, err := json.Marshal(all)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	return encoded
}

// slotsOf returns the slots that have a value, by name.
func slotsOf(slots detect.Slots) map[string]any {
	encoded, err := json.Marshal(slots)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	stated := map[string]any{}
	if err := json.Unmarshal(encoded, &stated); err != nil {
		panic(err)
	}
	return stated
}

// set adds an argument if value is not nil.
func set[T any](a arguments, name string, value *T) {
	if value != nil {
		a[name] = *value
	}
}
