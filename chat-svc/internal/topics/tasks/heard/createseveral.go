package heard

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// mostNew is the most tasks that one message makes.
const mostNew = 5

// CreateSeveral makes as many tasks as a message counts and names: "do task bana dein, mistri ko phone krna aur chatai dhulwana". It
// reports whether the message names just as many.
func (t Talk) CreateSeveral(ctx context.Context) bool {
	if t.Detected.Intent != detect.CreateTask || t.Detected.Slots.Title == nil || t.Person.UserID == 0 || t.Words.Asked {
		return false
	}
	titles := tasks.Clauses(*t.Detected.Slots.Title)
	if count := words.NewTasks(t.Input.Text, t.NumberSaid); count < 2 || count != len(titles) || count > mostNew {
		return false
	}
	slots := t.Detected.Slots
	t.ExtraCalls += len(titles)
	var told []string
	for _, title := range titles {
		before := t.State.Undo
		slots.Title = &title
		t.Dispatch(ctx, detect.CreateTask, slots)
		told = append(told, t.Answer.Message)
		if !t.Answer.Success || t.State.Question != nil {
			break
		}
		if len(told) > 1 && before != nil && t.State.Undo != before {
			t.State.Undo.Also = append(slices.Clone(before.Also), *before)
			t.State.Undo.Also[len(t.State.Undo.Also)-1].Also = nil
		}
	}
	t.Answer.Message = dialogue.Joined(told...)
	return true
}
