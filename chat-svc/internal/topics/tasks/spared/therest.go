package spared

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words/followups"
	"github.com/salaatflow/platform/language/detect"
)

// askRest asks to confirm what is wanted of all pending tasks but those of the last change: "and move the rest to tomorrow", "baqi sab mita
// do". It reports whether the message wants that.
func (t Talk) askRest(ctx context.Context) bool {
	said := followups.TheRest(t.Input.Text)
	if said == "" || t.Words.Asked || t.Person.UserID == 0 || t.State.Question != nil {
		return false
	}
	said, read := t.readAll(said, "")
	if read.Slots.Status != nil && read.Slots.Due != nil {
		read.Slots.Status = nil // baqi sab kal kar do
	}
	if !ordersAll(read) {
		return false
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return false
	}
	t.Input.Text, t.Detected, t.Answer.Intent = said, read, read.Intent
	if t.RefuseEarly(ctx, string(read.Intent), dialogue.Arguments{}) {
		return true
	}
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed && !t.justChanged(k) })
	meant := tasks.Items(pending)
	if len(meant) == 0 {
		return false
	}
	t.AskAllTo(read.Intent, read.Slots, meant, all)
	return true
}

// justChanged reports whether a task is one of those of the last change.
func (t Talk) justChanged(k tasks.Task) bool {
	last := t.State.Undo
	if last == nil {
		return false
	}
	return last.Task.ID == k.ID || slices.ContainsFunc(last.Also, func(one conversation.Undo) bool { return one.Task.ID == k.ID })
}

// ordersAll reports whether a message orders a deed to all tasks, or changes them alike.
func ordersAll(read detect.Result) bool {
	changes := read.Intent == detect.UpdateTask && tasks.ChangesAll(read.Slots)
	refuses := read.Cues.Negated || read.Cues.Denies || read.Cues.Doubts
	deed := read.Intent == detect.DeleteTask || read.Intent == detect.CompleteTask || changes
	return deed && read.Plan.All && !read.Plan.Both && !refuses
}
