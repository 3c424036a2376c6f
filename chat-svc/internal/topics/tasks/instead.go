package tasks

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
)

// pickedInstead returns the one candidate that the answer names after it denies another: "test wala nahi, copy wala".
func (t Talk) pickedInstead(question conversation.Question) (conversation.Item, bool) {
	denied, meant := words.ThisNotThat(t.Input.Text)
	others, _ := dialogue.BestMatches(denied, question.Candidates, dialogue.Unchanged)
	found, fit := dialogue.BestMatches(meant, question.Candidates, dialogue.Unchanged)
	if len(others) == 0 || len(found) != 1 || fit < matching.All {
		return conversation.Item{}, false
	}
	return found[0], true
}
