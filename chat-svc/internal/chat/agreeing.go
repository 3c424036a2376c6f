package chat

import (
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// agreesTo reports whether the message agrees to what waits for a yes, in whatever words, and says nothing else.
func (t *turn) agreesTo(question conversation.Question) bool {
	act := t.ActBehind(dialogueact.Context{Asks: dialogueact.Confirm, Deed: string(question.Intent)})
	if act[dialogueact.Agrees] < sureOfAct || t.meansMore() || words.BehindYes(t.Input.Text) != "" && t.Detected.Slots.ChangesTask() {
		return false
	}
	sure := t.Detected.Slots.TaskID == nil && act[dialogueact.Agrees] >= dialogue.Certain && !t.namesOneOf(question)
	return sure || !t.namesMore(question)
}

// meansMore reports whether the message may mean several tasks.
func (t *turn) meansMore() bool {
	plan := t.Detected.Plan
	return plan.All || plan.Several || t.Detected.Cues.Ordinal != 0 || t.Words.ButSome() || t.Words.SaysToo()
}

// namesMore reports whether the message may name another task than the one that it agrees to.
func (t *turn) namesMore(question conversation.Question) bool {
	slots := t.Detected.Slots
	return slots.TaskID != nil || t.namesOther(slots.Title, question) || t.namesOther(slots.TaskRef, question)
}

// namesOneOf reports whether the message names one of several tasks that the question is about: "haan gas wala".
func (t *turn) namesOneOf(question conversation.Question) bool {
	all := slices.Clone(question.Candidates)
	for _, step := range question.Steps {
		all = append(all, step.Task)
	}
	_, fit := dialogue.BestMatches(dialogue.TextOf(t.Detected.Slots.TaskRef), all, dialogue.Unchanged)
	return t.Detected.Slots.TaskRef != nil && fit != matching.None
}

// namesOther reports whether what the message names is not the task that the question is about.
func (t *turn) namesOther(name *string, question conversation.Question) bool {
	if name == nil || words.Points(*name) || t.Detected.Confidence < dialogue.Sure {
		return false
	}
	_, fit := dialogue.BestMatches(*name, []conversation.Item{question.Task}, dialogue.Unchanged)
	return fit == matching.None
}
