package tasks

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
)

// OnlyOneStep does, of several steps that wait for a yes, the one whose task the message names: "no, only the gas bill". It reports whether
// the message names one.
func (t Talk) OnlyOneStep(ctx context.Context, question conversation.Question) bool {
	var titles []string
	for _, step := range question.Steps {
		titles = append(titles, step.Task.Name)
	}
	named := matching.Named(t.Words.AfterSlip(), titles)
	if len(named) != 1 {
		return false
	}
	t.ExecuteSteps(ctx, question.Steps[named[0]:named[0]+1])
	return true
}

// theOther returns, of two candidates of which the message denies one, the other: "dhone wala nahi, doosra".
func (t Talk) theOther(question conversation.Question) (conversation.Item, bool) {
	if len(question.Candidates) != 2 || !t.Words.SaysOther() {
		return conversation.Item{}, false
	}
	names := []string{question.Candidates[0].Name, question.Candidates[1].Name}
	denied := matching.Named(t.Words.AfterSlip(), names)
	if len(denied) != 1 {
		return conversation.Item{}, false
	}
	return question.Candidates[1-denied[0]], true
}
