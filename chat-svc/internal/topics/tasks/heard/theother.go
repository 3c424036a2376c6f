package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/language/detect"
)

// confirmTheOther asks to confirm what was just done to one of two tasks for the other one too: "and the other one". The two are those of
// the list shown last, or else there is but one pending left. It reports whether the message means that.
func (t Talk) confirmTheOther(ctx context.Context) bool {
	last := t.State.Undo
	if last == nil || !last.Fresh || len(last.Also) > 0 || !t.Words.OnlyTheOther() || t.Words.Asked {
		return false
	}
	asked := conversation.Asked{Intent: detect.Intent(last.Did)}
	switch asked.Intent {
	case detect.DeleteTask, detect.CompleteTask:
	case detect.UpdateTask:
		asked.Slots = t.State.Last.Slots
		asked.Slots.TaskID, asked.Slots.TaskRef = nil, nil
		if !asked.Slots.ChangesTask() || asked.Slots.Title != nil || asked.Slots.Status != nil {
			return false
		}
	default:
		return false
	}
	all, ok := t.AllTasks(ctx)
	other := t.OtherOf(last.Task, all)
	if !ok || other.ID == 0 {
		return false
	}
	t.Answer.Intent = asked.Intent
	t.ConfirmTask(conversation.Question{Asked: asked, Task: other})
	return true
}
