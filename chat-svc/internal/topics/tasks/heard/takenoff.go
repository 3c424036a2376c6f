package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// hearTakenOff takes a pending task that an order takes off the list for one to be deleted, where the order was not understood, and asks
// whether it is: "it's sold, strike sell the caravan off the list", "the second one can go". It reports whether the message was handled.
func (t Talk) hearTakenOff(ctx context.Context) bool {
	name := words.TakenOff(t.Input.Text)
	if name == "" || t.Detected.Intent != detect.Unknown || t.Detected.Cues.Negated || t.Words.Asked || t.Person.UserID == 0 {
		return false
	}
	meant, ok := t.onePending(ctx, name)
	if !ok {
		meant, ok = t.pendingAt(ctx, name)
	}
	if !ok {
		return false
	}
	t.Answer.Intent = detect.DeleteTask
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: detect.DeleteTask}, Task: meant.Item()})
	return true
}

// hearOrder takes an order that begins with its deed and names pending tasks, where it was not understood, and asks which of them is meant,
// or whether the one is: "finish the Rubina one". It reports whether the message was handled.
func (t Talk) hearOrder(ctx context.Context) bool {
	if !t.isQuiet() || t.Detected.Intent != detect.Unknown || t.Person.UserID == 0 || len(t.Words.Folded) > dialogue.MaxFragmentWords {
		return false
	}
	intent := detect.DeleteTask
	if t.Words.BeginsDeed(true) {
		intent = detect.CompleteTask
	} else if !t.Words.BeginsDeed(false) {
		return false
	}
	given := t.Detector.Fragment(t.Input, intent)
	if given.Slots.TaskRef == nil || given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	all, ok := t.AllTasks(ctx)
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	found, fit := tasks.Match(*given.Slots.TaskRef, pending)
	if !ok || len(found) == 0 || fit < matching.All {
		return false
	}
	t.Answer.Intent = intent
	if len(found) > 1 {
		t.AskWhich(intent, found)
		return true
	}
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: found[0].Item()})
	return true
}

// hearOrderAndWhy takes an order whose reason, which denies something, kept it from being understood, and asks whether it is meant: "take
// the pickle off, there aren't any mangoes". It reports whether the message was handled.
func (t Talk) hearOrderAndWhy(ctx context.Context) bool {
	first, why := words.FirstClause(t.Input.Text)
	reason := words.Parse(why)
	if why == "" || t.Detected.Intent != detect.Unknown || t.Words.Asked || t.Person.UserID == 0 || len(t.Words.Folded) > maxToldWords {
		return false
	}
	if reason.Leaves() || reason.LeavesQuestion() || reason.MeansDeed(true) || reason.MeansDeed(false) || !reason.Denies() {
		return false
	}
	in := t.Input
	in.Text = first
	ordered := t.Detector.Detect(in)
	in.Text = why
	deed := ordered.Intent == detect.DeleteTask || ordered.Intent == detect.CompleteTask
	if !deed || ordered.Plan.Several || ordered.Confidence < dialogue.Sure || t.Detector.Detect(in).Intent != detect.Unknown {
		return false
	}
	meant, ok := t.onePending(ctx, dialogue.TextOf(ordered.Slots.TaskRef))
	if !ok {
		return false
	}
	t.Answer.Intent = ordered.Intent
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: ordered.Intent}, Task: meant.Item()})
	return true
}

// isQuiet reports whether the message neither asks, denies, muses, puts off nor does anything else in the conversation.
func (t Talk) isQuiet() bool {
	cues := t.Detected.Cues
	return cues.Act == detect.None && !cues.Negated && !cues.HowTo && !cues.Muses && !cues.Later && !t.Words.Asked
}

// pendingAt returns the pending task that a name means by its number or its place in the list: "the second one".
func (t Talk) pendingAt(ctx context.Context, name string) (meant tasks.Task, found bool) {
	in := t.Input
	in.Text = name
	given := t.Detector.Fragment(in, detect.DeleteTask)
	if given.Slots.TaskID == nil && given.Cues.Ordinal == 0 {
		return tasks.Task{}, false
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return tasks.Task{}, false
	}
	meant, found = t.TaskOf(given, all)
	return meant, found && !meant.Completed
}

// onePending returns the one pending task whose title has all of some words.
func (t Talk) onePending(ctx context.Context, name string) (meant tasks.Task, found bool) {
	all, ok := t.AllTasks(ctx)
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	fits, fit := tasks.Match(name, pending)
	if !ok || len(fits) != 1 || fit < matching.All {
		return tasks.Task{}, false
	}
	return fits[0], true
}
