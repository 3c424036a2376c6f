package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
)

// leave remembers a question about tasks that was open while the message asks to see something else, for the next message.
func (t *turn) leave(open *conversation.Question) {
	reads := t.Detected.Intent != detect.Unknown && !t.Detected.Intent.Writes()
	if reads && open.Tool == "" && (open.Asks == dialogue.AsksTask || open.Asks == dialogue.AsksConfirm) && open.Intent.Writes() {
		t.State.Left = open
	}
}

// resumeLeft takes a message that asks for nothing by itself as the answer to the question that the message before left open: "gas wala",
// after the time of Asr was asked for. As it is no longer certain what is meant, it has to be confirmed. It reports whether the message
// answers that question.
func (t *turn) resumeLeft(_ context.Context) bool {
	if t.left == nil || t.Words.Asked || t.Detected.Cues.Negated {
		return false
	}
	return t.heard.Resume(*t.left)
}
