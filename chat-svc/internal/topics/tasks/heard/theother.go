package heard

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/language/detect"
)

// confirmTheOther asks to confirm what was just done to one of two tasks for the other one too: "and the other one". The two are those of
// the list shown last, or else there is but one pending left. It reports whether the message means that.
func (t Talk) confirmTheOther(ctx context.Context) bool {
	last := t.State.Undo
	if last == nil || !last.Fresh || len(last.Also) > 0 || !t.Words.OnlyTheOther() || t.Words.Asked {
		return false
	}
	intent := detect.Intent(last.Did)
	if intent != detect.DeleteTask && intent != detect.CompleteTask {
		return false
	}
	all, ok := t.AllTasks(ctx)
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	others := tasks.Items(pending)
	if listed := t.State.Listed; listed.Kind == conversation.Tasks && len(listed.Items) == 2 {
		others = slices.DeleteFunc(others, func(one conversation.Item) bool {
			return !slices.ContainsFunc(listed.Items, func(shown conversation.Item) bool { return shown.ID == one.ID })
		})
	}
	others = slices.DeleteFunc(others, func(one conversation.Item) bool { return one.ID == last.Task.ID })
	if !ok || len(others) != 1 {
		return false
	}
	t.Answer.Intent = intent
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: others[0]})
	return true
}
