package spared

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/detect"
)

// takeOther takes the candidate for the task that was asked for which the message means where it denies another one. It reports whether the
// message was handled.
func (t Talk) takeOther(ctx context.Context, question conversation.Question) bool {
	if intent := t.Detected.Intent; intent != detect.Unknown && intent != question.Intent {
		return false
	}
	other, ok := t.theOther(question)
	if ok {
		t.WithTask(ctx, question, other)
	}
	return ok
}

// theOther returns the candidate that is meant where the message denies another one: of two the one that it does not deny ("dhone wala
// nahi, doosra"), or the one that it names behind that ("gas wala nahi bijli wala", "pehla nahi doosra").
func (t Talk) theOther(question conversation.Question) (conversation.Item, bool) {
	var names []string
	for _, one := range question.Candidates {
		names = append(names, one.Name)
	}
	if len(names) == 2 && t.Words.SaysOther() {
		if denied := matching.Named(t.Words.AfterSlip(), names); len(denied) == 1 {
			return question.Candidates[1-denied[0]], true
		}
	}
	denied, meant := t.Words.Contrast()
	if denied == "" || meant == "" || t.Words.Asked {
		return conversation.Item{}, false
	}
	in := t.Input
	in.Text = meant
	if given := t.Detector.Fragment(in, question.Intent); given.Cues.Ordinal != 0 && given.Slots.TaskRef == nil {
		return dialogue.Nth(question.Candidates, given.Cues.Ordinal)
	}
	named := matching.Named(meant, names)
	if len(named) != 1 || slices.Contains(matching.Named(denied, names), named[0]) {
		return conversation.Item{}, false
	}
	return question.Candidates[named[0]], true
}
