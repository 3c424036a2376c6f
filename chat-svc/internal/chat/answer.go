package chat

import (
	"encoding/json"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// Request is one message of a person.
type Request struct {
	Message string
	// ConversationID is the conversation that the message goes on with; empty begins one.
	ConversationID string
}

// Answer is what becomes of a message.
type Answer struct {
	// Success is true unless something failed.
	Success bool
	// Message is for the person, in the language and script of the message.
	Message        string
	Language       detect.Language
	ConversationID string
	// Intent is what was understood, once the conversation is taken into account.
	Intent detect.Intent
	// Tool is the one that was run for the message; null when none was.
	Tool *string
	// Arguments are those it was run with, and beside them the slots that they were made of.
	Arguments json.RawMessage
	// Data is the tool's.
	Data json.RawMessage
	// Asks is the slot that is asked for, or changes, or confirm; null when nothing is.
	Asks *string
	// Error and ErrorMessage are the tool's, in the words of the API; null when nothing failed.
	Error        *string
	ErrorMessage *string
	// Violations say which arguments the tool refused, as those of a ToolResult do; nil for another error.
	Violations []apperr.Violation

	status int
}

// HTTPStatus is the status that goes with the answer.
func (a *Answer) HTTPStatus() int { return a.status }

// failed puts the failure of a tool into the answer.
func (a *Answer) failed(result *toolresult.Result) {
	a.Success, a.Data = false, nil
	a.Error, a.ErrorMessage, a.Violations = &result.Error, &result.ErrorMessage, result.Violations
	a.status = result.HTTPStatus()
}

// arguments are a tool's, by name.
type arguments map[string]any

// reported are the arguments of a call, and the slots besides that the tool has no name for.
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

// slotsOf gives the slots that are stated, by name.
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

// set adds an argument where there is a value.
func set[T any](a arguments, name string, value *T) {
	if value != nil {
		a[name] = *value
	}
}
