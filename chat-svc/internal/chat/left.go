package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// leave remembers a question about tasks that was open while the message asks for something else, for the next message: one that reads, a
// new task, or where the question is which task is meant, another deed to a task that the message names.
func (t *turn) leave(open *conversation.Question) {
	if open.Asks == dialogue.AsksConfirm {
		t.StandBehind(dialogueact.Context{After: string(open.Intent)}) // it is no yes
	}
	if open.Intent == detect.CreateTask && open.Task.ID == 0 {
		t.State.Task = conversation.Item{} // "it" would be the task that was not made
	}
	intent := t.Detected.Intent
	passes := intent != detect.Unknown && (!intent.Writes() || intent == detect.CreateTask && open.Intent != detect.CreateTask)
	names := t.Detected.Slots.TaskRef != nil || t.Detected.Slots.TaskID != nil
	passes = passes || open.Asks == dialogue.AsksTask && intent.Writes() && names && !t.Detected.Plan.Several
	asks := open.Asks == dialogue.AsksTask || open.Asks == dialogue.AsksConfirm || open.Asks == dialogue.AsksTitle
	if passes && asks && open.Tool == "" && open.Intent.Writes() {
		t.State.Left = open
	}
}

// agreesToLeft takes a yes for one to what the message before left open, and asks for it once more. It reports whether the message is one.
func (t *turn) agreesToLeft() bool {
	if t.left == nil || t.left.Asks != dialogue.AsksConfirm || !t.agreesTo(*t.left) {
		return false
	}
	t.Detected.Cues.Act = detect.Yes
	return t.heard.Resume(*t.left)
}

// resumeLeft takes a message that asks for nothing by itself as the answer to the question that the message before left open: "gas wala",
// after the time of Asr was asked for. As it is no longer certain what is meant, it has to be confirmed. It reports whether the message
// answers that question.
func (t *turn) resumeLeft(_ context.Context) bool {
	if t.left == nil || t.Words.Asked || t.Detected.Cues.Negated {
		return false
	}
	if t.left.Asks == dialogue.Refused {
		return t.Words.Only() && t.spared.ConfirmOnly(*t.left)
	}
	return t.heard.Resume(*t.left)
}
