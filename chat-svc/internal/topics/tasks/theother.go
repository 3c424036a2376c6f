package tasks

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
)

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
