package tasks

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// meansExisting takes what looks like a new task for a change of the pending one of that name, where no word says that something new is
// to be made and a day or the like is told: "kahf is for Friday"; or where the name only points at
// one that there is: "ticket wale ki yaad-dehani laga do". It asks whether that is meant, and reports whether it did.
func (t Talk) meansExisting(ctx context.Context, slots detect.Slots) bool {
	title := dialogue.TextOf(slots.Title)
	changed := detect.Slots{Due: slots.Due, Priority: slots.Priority, Recurrence: slots.Recurrence, LinkedPrayer: slots.LinkedPrayer}
	looksNew := t.Asked.Intent == detect.CreateTask && t.Detected.Intent == detect.CreateTask && t.State.Question == nil
	if !looksNew || t.Detected.Cues.Makes && !words.EndsPointing(title) || title == "" || !changed.ChangesTask() || t.Person.UserID == 0 {
		return false
	}
	return t.confirmNamed(ctx, conversation.Asked{Intent: detect.UpdateTask, Slots: changed})
}

// confirmNamed asks whether what is wanted is meant of the one pending task that the message names. It reports whether there is one.
func (t Talk) confirmNamed(ctx context.Context, asked conversation.Asked) bool {
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return false
	}
	named := t.named(tasks)
	if len(named) != 1 {
		return false
	}
	t.Answer.Intent = asked.Intent
	t.ConfirmTask(conversation.Question{Asked: asked, Task: named[0].item()})
	return true
}

// named returns those of some tasks, but for the completed ones, of which the message says most.
func (t Talk) named(tasks []task) []task { return namedIn(t.Input.Text, tasks) }

// namedIn returns those of some tasks, but for the completed ones, of which a text says most.
func namedIn(said string, tasks []task) []task {
	pending, _ := split(tasks, func(k task) bool { return !k.Completed })
	return matching.NamedOf(said, pending, func(k task) string { return k.Title })
}
