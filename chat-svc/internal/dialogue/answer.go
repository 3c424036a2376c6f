package dialogue

import (
	"encoding/json"
	"net/http"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// NewAnswer returns an answer that says nothing yet.
func NewAnswer(language detect.Language, intent detect.Intent) *Answer {
	return &Answer{Success: true, Language: language, Intent: intent, status: http.StatusOK}
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

// Failed records the failure of a tool in the answer.
func (a *Answer) Failed(result *toolresult.Result) {
	a.Success, a.Data = false, nil
	a.Error, a.ErrorMessage, a.Violations = &result.Error, &result.ErrorMessage, result.Violations
	a.MissingScopes, a.status = result.MissingScopes, result.HTTPStatus()
}

// ClearFailure removes a tool's failure from the answer, because the chat itself explains it.
func (t *Turn) ClearFailure() {
	t.Answer.Success, t.Answer.Error, t.Answer.ErrorMessage, t.Answer.Violations = true, nil, nil, nil
	t.Answer.Tool, t.Answer.Arguments, t.Answer.status = nil, nil, http.StatusOK
}
