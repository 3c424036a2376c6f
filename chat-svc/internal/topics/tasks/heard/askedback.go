package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// tellAsked answers what is asked back of a task: what was just made ("kya likha?"), or when one is to be done that the message points at
// or names ("kab ka hai ye?"). It reports whether the message was handled.
func (t Talk) tellAsked(ctx context.Context) bool {
	asksBack, asksWhen := t.Words.AsksBack(), t.Words.AsksWhen() && len(t.Words.Folded) <= dialogue.MaxFragmentWords
	if !asksBack && !asksWhen || t.Detected.Intent != detect.Unknown || t.Person.UserID == 0 || t.Detected.Cues.Told && !asksBack {
		return false
	}
	ofLast := t.State.Task.ID != 0 && t.State.About == detect.Tasks
	if asksBack && !ofLast {
		t.Answer.Intent = detect.ListTasks
		t.List(ctx, detect.Slots{})
		return true
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return false
	}
	named := t.Named(all)
	if len(named) != 1 && ofLast && (asksBack || t.Detected.Cues.Pronoun) {
		named, _ = tasks.Split(all, func(k tasks.Task) bool { return k.ID == t.State.Task.ID })
	}
	if len(named) != 1 {
		return false
	}
	return t.tellOne(ctx, named[0])
}

// tellDay shows the pending task of whose day the message asks by all words of its title, which may also be those of another question:
// "when is Bake for Eid due". It reports whether the message was handled.
func (t Talk) tellDay(ctx context.Context) bool {
	if !t.Words.AsksDay() || t.Detected.Intent.Writes() || t.Person.UserID == 0 {
		return false
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return false
	}
	named, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed && t.Words.Says(k.Title) })
	return len(named) == 1 && t.tellOne(ctx, named[0])
}

// tellOne shows a task with all that it has.
func (t Talk) tellOne(ctx context.Context, asked tasks.Task) bool {
	t.Answer.Intent = detect.ListTasks
	if !t.Run(ctx, toolnames.ListTasks, dialogue.Arguments{"status": "all", "limit": tasks.MostListed}, detect.Slots{}) {
		return true
	}
	t.NoteList(conversation.Tasks, []conversation.Item{asked.Item()})
	t.SetLast(detect.ListTasks, detect.Slots{})
	t.Answer.Message = t.Lines([]tasks.Task{asked})
	return true
}
