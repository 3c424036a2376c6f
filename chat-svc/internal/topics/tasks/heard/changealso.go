package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// ChangeAlso changes another task as the one before, where the message names it and says no more than "too": "راشن والا بھی". It reports
// whether the message was handled.
func (t Talk) ChangeAlso(ctx context.Context, given detect.Result) bool {
	last, undo := t.State.Last.Slots, t.State.Undo
	if !t.Detected.Cues.Also && !t.Words.SaysToo() {
		return false
	}
	if given.Slots.ChangesTask() && !t.Words.SaysToo() {
		return false // n high prio
	}
	changed := undo != nil && undo.Fresh && undo.Did == toolnames.UpdateTask && t.State.Last.Intent == detect.UpdateTask
	if !changed || last.Title != nil || last.Status != nil || !last.ChangesTask() {
		return false
	}
	if !t.Words.OnlyAdds(dialogue.TextOf(given.Slots.TaskRef)) {
		return false
	}
	if given.Slots.TaskRef == nil && t.Words.OnlyNumber() == 0 && t.Detected.Cues.Ordinal == 0 {
		return false
	}
	last.TaskRef, last.TaskID = given.Slots.TaskRef, given.Slots.TaskID
	if last.TaskRef != nil {
		named := words.WithoutToo(*last.TaskRef)
		last.TaskRef = &named
	}
	if number := t.Words.OnlyNumber(); number != 0 && last.TaskRef == nil {
		last.TaskID = &number // task 2 ki bhi
	}
	t.Dispatch(ctx, detect.UpdateTask, last)
	return true
}

// hearAlso takes a task that a message names with no more than "too" for one to which the deed is to be done that was done last, also where
// something else was asked for since, and asks whether it is: "فائل بھی". It reports whether the message was handled.
func (t Talk) hearAlso(ctx context.Context) bool {
	last := t.State.Undo
	if last == nil || last.Fresh || !t.isQuiet() || t.Detected.Intent != detect.Unknown || !t.Words.SaysToo() {
		return false
	}
	intent := detect.Intent(last.Did)
	if intent != detect.CompleteTask && intent != detect.DeleteTask {
		return false
	}
	name := words.WithoutToo(dialogue.TextOf(t.Detector.Fragment(t.Input, intent).Slots.TaskRef))
	if name == "" || !t.Words.OnlyAdds(name) {
		return false
	}
	meant, ok := t.onePending(ctx, name)
	if !ok {
		return false
	}
	t.Answer.Intent = intent
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: meant.Item()})
	return true
}

// sameAtPlace does to another task of the list shown last what was just done to one, where the message names its place and says no more
// than "too": "aur pehli bhi", "that first one too". It reports whether the message was handled.
func (t Talk) sameAtPlace(ctx context.Context) bool {
	last, name := t.State.Undo, t.Words.PlaceToo()
	if last == nil || !last.Fresh || name == "" || t.Words.Asked || t.State.Listed.Kind != conversation.Tasks || t.Detected.Cues.Negated {
		return false
	}
	slots, intent := detect.Slots{}, detect.Intent(last.Did)
	switch intent {
	case detect.DeleteTask, detect.CompleteTask:
	case detect.UpdateTask:
		if slots = t.State.Last.Slots; t.State.Last.Intent != intent || slots.Title != nil || slots.Status != nil || !slots.ChangesTask() {
			return false
		}
	default:
		return false
	}
	for _, ending := range []string{"", words.OneOf(name)} { // pehli, which alone may be before
		in := t.Input
		in.Text = name + ending
		given := t.Detector.Fragment(in, intent)
		if given.Cues.Ordinal == 0 || given.Slots.TaskRef != nil {
			continue
		}
		if picked, ok := dialogue.Nth(t.State.Listed.Items, given.Cues.Ordinal); !ok || picked.ID == last.Task.ID {
			return false
		}
		slots.TaskID, slots.TaskRef = nil, nil
		t.Detected.Intent, t.Detected.Cues = intent, detect.Cues{Ordinal: given.Cues.Ordinal, Also: true}
		t.Dispatch(ctx, intent, slots)
		return true
	}
	return false
}
