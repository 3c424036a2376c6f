package heard

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/chat-svc/internal/words/followups"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/proto/toolnames"
)

// tellState says whether the task is done of which the message asks what has become: "assignment ka kya hua", "did I do the laundry?",
// "have I rung the plumber?". It reports whether the message was handled.
func (t Talk) tellState(ctx context.Context) bool {
	if t.Person.UserID == 0 || t.Detected.Intent.Writes() && t.Detected.Cues.Makes {
		return false
	}
	name := t.Words.BesideState()
	if name == "" {
		name = words.AskedDone(t.Input.Text)
	}
	if name == "" && t.asksOfAnother() {
		name = words.WithoutAdding(t.Words.AfterSlip())
	}
	asked := followups.AskedDone(t.Input.Text)
	if name == "" && asked == "" || t.Detected.Slots.TaskID != nil {
		return false
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return false
	}
	named, _ := tasks.Match(name, all)
	ofTasks := t.Detected.Intent == detect.Unknown || t.Detected.Intent == detect.ListTasks // and no prayer: zuhr ki namaz ho gayi?
	if len(named) != 1 && asked != "" && ofTasks {
		named = matching.NamedOf(asked, all, func(k tasks.Task) string { return k.Title })
	}
	if len(named) != 1 {
		return false
	}
	t.tellWhether(ctx, named[0])
	return true
}

// asksOfAnother reports whether the message asks the same of another task as was just asked or told of one: "and the flowers?".
func (t Talk) asksOfAnother() bool {
	last := t.State.Last.Intent
	short := len(t.Words.Folded) <= dialogue.MaxFragmentWords && t.Words.GoesOn() && t.Words.Asked && t.Detected.Intent == detect.Unknown
	return short && (t.AskedOfOne() || last == detect.CompleteTask) && t.State.About == detect.Tasks
}

// tellWhether says whether a task is done, and remembers that it was asked.
func (t Talk) tellWhether(ctx context.Context, asked tasks.Task) {
	t.Answer.Intent = detect.ListTasks
	if !t.Run(ctx, toolnames.ListTasks, dialogue.Arguments{"status": "all", "limit": tasks.MostListed}, detect.Slots{}) {
		return
	}
	t.NoteList(conversation.Tasks, []conversation.Item{asked.Item()})
	t.TellTask(asked)
}

// sureOfDone is how sure it must be that a message says that a task is done.
const sureOfDone = 0.6

// completeAsked completes the task of which was asked whether it is done, where the message says that it is by now, and no more: "well i
// have now", "haan abhi kar liya". It reports whether the message was handled.
func (t Talk) completeAsked(ctx context.Context) bool {
	if t.Detected.Cues.Negated || t.Words.Denies() || t.Detected.Intent == detect.DeleteTask {
		return false
	}
	if !t.AskedOfOne() || t.Act()[dialogueact.Finished]+t.Act()[dialogueact.Agrees] < sureOfDone {
		return false
	}
	k, refused := t.TaskByNumber(ctx, t.State.Task.ID)
	if refused != nil || k.Completed {
		return false
	}
	t.Answer.Intent, t.Stands.Asks = detect.CompleteTask, dialogue.AsksConfirm // it says yes to its own question
	t.WithTask(ctx, conversation.Question{Asked: conversation.Asked{Intent: detect.CompleteTask}}, k.Item())
	return true
}

// Finish takes the one task that is spoken of for done, where the message says so and names no other. It reports whether it does.
func (t Talk) Finish(ctx context.Context) bool {
	last := t.State.Last.Intent
	if t.State.Task.ID == 0 || last != detect.CreateTask && last != detect.UpdateTask || t.Detected.Plan.Several {
		return false
	}
	if t.Detected.Cues.Negated || t.Words.Denies() || t.Words.Asked {
		return false
	}
	all, ok := t.AllTasks(ctx)
	other := func(k tasks.Task) bool { return k.ID != t.State.Task.ID }
	named := matching.NamedOf(t.Input.Text, all, func(k tasks.Task) string { return k.Title })
	if !ok || slices.ContainsFunc(named, other) {
		return false
	}
	t.Detected.Intent, t.Detected.Slots = detect.CompleteTask, detect.Slots{}
	t.Detected.Cues = detect.Cues{Pronoun: true, Told: true, Talk: t.Detected.Cues.Talk}
	t.Dispatch(ctx, detect.CompleteTask, detect.Slots{})
	return true
}

// obeyBehind does to the task that was spoken of last what the message orders behind a telling that names no other: "he came this morning,
// so kindly mark it now". It reports whether the message does.
func (t Talk) obeyBehind(ctx context.Context) bool {
	in := t.Input
	in.Text = followups.OrderBehind(t.Input.Text)
	if in.Text == "" || t.State.Task.ID == 0 || t.State.About != detect.Tasks || t.Words.Asked {
		return false
	}
	ordered := t.Detector.Detect(in)
	slots, cues := ordered.Slots, ordered.Cues
	deed := ordered.Intent == detect.CompleteTask || ordered.Intent == detect.DeleteTask
	names := slots.TaskRef != nil || slots.TaskID != nil || cues.Ordinal != 0 || ordered.Plan.Several
	if !deed || names || !cues.Pronoun || cues.Negated || ordered.Confidence < dialogue.Sure {
		return false
	}
	all, ok := t.AllTasks(ctx)
	other := func(k tasks.Task) bool { return k.ID != t.State.Task.ID }
	if !ok || slices.ContainsFunc(t.Named(all), other) {
		return false
	}
	t.Input, t.Detected, t.Words = in, ordered, words.Parse(in.Text)
	t.Dispatch(ctx, ordered.Intent, slots)
	return true
}

// keepAsked leaves the task of which was asked whether it is done, where the message says that it is not, and no more: "no, not yet". It
// reports whether the message does.
func (t Talk) keepAsked(context.Context) bool {
	short := len(t.Words.Folded) <= dialogue.MaxFragmentWords && t.Detected.Intent == detect.Unknown && !t.Words.Asked
	if !t.AskedOfOne() || !short || !t.Words.Denies() || t.Words.BesideUndone() != "" {
		return false
	}
	t.Answer.Intent = detect.Unknown
	t.Say("task_kept", dialogue.Item(t.State.Task))
	return true
}
