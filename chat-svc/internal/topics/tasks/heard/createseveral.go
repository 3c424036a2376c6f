package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// mostNew is the most tasks that one message makes.
const mostNew = 5

// createSeveral makes as many tasks as a message counts and names: "do task bana dein, mistri ko phone krna aur chatai dhulwana". It
// reports whether the message names just as many.
func (t Talk) createSeveral(ctx context.Context) bool {
	if t.Detected.Intent != detect.CreateTask || t.Detected.Slots.Title == nil || t.Person.UserID == 0 || t.Words.Asked {
		return false
	}
	wanted := t.counted()
	if wanted == nil {
		return false
	}
	t.ExtraCalls, t.Own = t.ExtraCalls+len(wanted), true
	t.Detected.Slots.Title = nil // each has one of its own
	var told []string
	for _, slots := range wanted {
		before := t.State.Undo
		t.Dispatch(ctx, detect.CreateTask, slots)
		told = append(told, t.Answer.Message)
		if !t.Answer.Success || t.State.Question != nil {
			break
		}
		if len(told) > 1 && before != nil && t.State.Undo != before {
			t.State.Undo.Join(before)
		}
	}
	t.Answer.Message = dialogue.Joined(told...)
	return true
}

// counted returns what is told of each new task, where the message says how many there are and names as many.
func (t Talk) counted() []detect.Slots {
	titles := words.Numbered(*t.Detected.Slots.Title)
	if first, rest := words.FirstClause(t.Input.Text); titles == nil && words.NewTasks(first, t.NumberSaid) > 0 {
		titles = words.Numbered(rest)
	}
	if titles == nil {
		titles = words.Clauses(*t.Detected.Slots.Title)
	}
	if count := words.NewTasks(t.Input.Text, t.NumberSaid); count < 2 || count != len(titles) || count > mostNew {
		return nil
	}
	wanted := make([]detect.Slots, len(titles))
	for i, title := range titles {
		wanted[i] = t.Detected.Slots
		wanted[i].Title = &title
	}
	return wanted
}
