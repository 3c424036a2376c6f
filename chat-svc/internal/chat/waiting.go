package chat

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// sureOfWait is how sure it must be that a message asks for time: nothing is done then.
const sureOfWait = 0.5

// asksToWait reports whether the message only asks for time, and not to see something: "let me see my tasks".
func (t *turn) asksToWait() bool {
	asksElse := t.Detected.Intent != detect.Unknown && !t.Detected.Intent.Writes() && t.Detected.Confidence >= dialogue.Sure
	act := t.Act()
	return !asksElse && (act[dialogueact.Waits] >= sureOfWait || t.Words.OnlyWaits())
}

// waitFor leaves a question open, as often as the person likes.
func (t *turn) waitFor(question conversation.Question) {
	t.Answer.Intent = question.Intent
	asked := t.Book.Say("waiting", nil)
	switch question.Asks {
	case dialogue.AsksTitle:
		asked = t.Book.Say("ask_title", nil)
	case dialogue.AsksChanges:
		asked = t.Book.Say("ask_changes", dialogue.Item(question.Task))
	}
	t.Ask(question, "take_your_time", messages.Args{"question": asked})
}

// hearWait says that the chat waits, although it asked for nothing. It reports whether the message asks for that.
func (t *turn) hearWait() bool {
	if t.Detected.Intent != detect.Unknown || !t.asksToWait() {
		return false
	}
	t.Say("waiting", nil)
	t.Waited, t.State.Left = true, t.left
	return true
}
