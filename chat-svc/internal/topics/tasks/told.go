package tasks

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/detect"
)

// hearDone takes what is told as done for the one pending task that it names, and asks whether that is done: "I watered the roses" may
// complete "Water the roses". It reports whether the message was handled.
func (t Talk) hearDone(ctx context.Context) bool {
	if !t.Detected.Cues.Told || t.Words.Asked || t.Person.UserID == 0 || len(t.Words.Folded) > maxToldWords {
		return false
	}
	if intent := t.Detected.Intent; intent != detect.Unknown && intent != detect.ListTasks {
		return false
	}
	named := t.namedInPassing(ctx)
	if len(named) != 1 {
		return false
	}
	t.Answer.Intent = detect.CompleteTask
	t.confirm(conversation.Question{Asked: conversation.Asked{Intent: detect.CompleteTask}, Task: named[0].item()})
	return true
}

// HearMoved takes a time that is told of the one pending task which the message names for a change, and asks whether it is meant: "the
// blood test is on Wednesday at 9". It reports whether the message was handled.
func (t Talk) HearMoved(ctx context.Context) bool {
	asks := t.Words.Asked && !t.Words.BeginsPolitely()
	if t.Detected.Intent != detect.Unknown || asks || t.Person.UserID == 0 || t.Detected.Cues.Negated || t.Detected.Cues.HowTo ||
		t.Detected.Cues.Later || t.Detected.Cues.Act != detect.None || len(t.Words.Folded) > maxToldWords {
		return false
	}
	given := t.Detector.Fragment(t.Input, detect.UpdateTask)
	slots := detect.Slots{Due: given.Slots.Due, Recurrence: given.Slots.Recurrence, Priority: given.Slots.Priority}
	if !Changes(slots) || given.Cues.Denies || given.Cues.Doubts {
		return false
	}
	named := t.namedInPassing(ctx)
	if len(named) != 1 {
		return false
	}
	t.Answer.Intent = detect.UpdateTask
	t.confirm(conversation.Question{Asked: conversation.Asked{Intent: detect.UpdateTask, Slots: slots}, Task: named[0].item()})
	return true
}

// meansExisting takes what looks like a new task for a change of the pending one of that name, where no word says that something new is
// to be made and a day or the like is told: "kahf is for Friday". It asks whether that is meant, and reports whether it did.
func (t Talk) meansExisting(ctx context.Context, slots detect.Slots) bool {
	title := dialogue.TextOf(slots.Title)
	changed := detect.Slots{Due: slots.Due, Priority: slots.Priority, Recurrence: slots.Recurrence, LinkedPrayer: slots.LinkedPrayer}
	if t.Detected.Cues.Makes || t.State.Question != nil || t.Asked.Intent != detect.CreateTask || title == "" || !Changes(changed) ||
		t.Person.UserID == 0 || t.Detected.Intent != detect.CreateTask {
		return false
	}
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return false
	}
	named := t.named(tasks)
	if len(named) != 1 {
		return false
	}
	t.Answer.Intent = detect.UpdateTask
	t.confirm(conversation.Question{Asked: conversation.Asked{Intent: detect.UpdateTask, Slots: changed}, Task: named[0].item()})
	return true
}

// maxToldWords is the most words of a message that tells of one thing.
const maxToldWords = 30

// namedInPassing returns the pending tasks of which the message says most.
func (t Talk) namedInPassing(ctx context.Context) []task {
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return nil
	}
	return t.named(tasks)
}

// named returns those of some tasks, but for the completed ones, of which the message says most.
func (t Talk) named(tasks []task) []task {
	pending, _ := split(tasks, func(k task) bool { return !k.Completed })
	var titles []string
	for _, k := range pending {
		titles = append(titles, k.Title)
	}
	var named []task
	for _, i := range matching.Named(t.Input.Text, titles) {
		named = append(named, pending[i])
	}
	return named
}
