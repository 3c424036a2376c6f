// Package heard answers what is said of a task without a whole order: it is told that it is done, or is not, or that its day has moved;
// it is asked when it is; or more is added to what was just said. What is only told changes nothing before a yes.
package heard

import (
	"context"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks/numbered"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// Talk is a turn that may tell of a task.
type Talk struct{ numbered.Talk }

// First takes what is told as done, or as so from now on, and what adds new tasks, before the message is taken for anything else. It
// reports whether the message was handled.
func (t Talk) First(ctx context.Context) bool {
	for _, takes := range []func(context.Context) bool{
		t.completeAsked, t.keepAsked, t.obeyBehind, t.hearMissed, t.confirmTheOther, t.sameAtPlace, t.tellState, t.tellDay,
		t.hearTakenOff, t.hearMovedNow, t.hearCalledOff, t.hearDone, t.createAlso, t.createSeveral,
	} {
		if takes(ctx) {
			return true
		}
	}
	return t.refuseAnother()
}

// Hear takes what is told of one task, and asks whether it is meant so. It reports whether the message was handled.
func (t Talk) Hear(ctx context.Context) bool {
	for _, takes := range []func(context.Context) bool{
		t.tellAsked, t.hearNotDone, t.hearDeed, t.hearOrder, t.hearMoved, t.hearAlso, t.hearOrderAndWhy,
	} {
		if takes(ctx) {
			return true
		}
	}
	return false
}

// hearDone takes what is told as done for the one pending task that it names, and asks whether that is done: "I watered the roses" may
// complete "Water the roses". It reports whether the message was handled.
func (t Talk) hearDone(ctx context.Context) bool {
	if !t.Detected.Cues.Told || t.Detected.Cues.Negated || t.Words.Asked || t.Person.UserID == 0 || len(t.Words.Folded) > maxToldWords {
		return false
	}
	if t.Words.TellsOfAnother() || t.Detected.Cues.Act == detect.Undo {
		return false
	}
	switch t.Detected.Intent {
	case detect.Unknown, detect.ListTasks:
		if t.hearDoneAt() {
			return true
		}
	case detect.UpdateTask: // I did the last one yesterday
		if !t.isPast(t.Detected.Slots.Due) || t.Detected.Slots.TaskID != nil {
			return false
		}
		if t.hearDoneAt() {
			return true
		}
	case detect.GetCurrentPrayer, detect.GetPrayerTimes: // ab ho gayi meri iftar ki tayyari
		if !t.Words.SaysMine() {
			return false
		}
	default:
		return false
	}
	return t.ConfirmNamed(ctx, conversation.Asked{Intent: detect.CompleteTask}) || t.hearAllDone(ctx)
}

// hearDoneAt takes the task of the list shown last that the message tells by its place to be done, and asks whether it is: "I've finished
// the third". It reports whether the message was handled.
func (t Talk) hearDoneAt() bool {
	if t.State.Listed.Kind != conversation.Tasks || t.Detector.Fragment(t.Input, detect.CompleteTask).Slots.TaskRef != nil {
		return false
	}
	one, ok := dialogue.Nth(t.State.Listed.Items, t.Detected.Cues.Ordinal)
	if !ok {
		return false
	}
	t.Answer.Intent = detect.CompleteTask
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: detect.CompleteTask}, Task: one})
	return true
}

// hearMoved takes a time that is told of the one pending task which the message names for a change, and asks whether it is meant: "the
// blood test is on Wednesday at 9". It reports whether the message was handled.
func (t Talk) hearMoved(ctx context.Context) bool {
	cues, asks := t.Detected.Cues, t.Words.Asked && !t.Words.BeginsPolitely()
	tells := !asks && !cues.Muses && !cues.Negated && !cues.HowTo && !cues.Later && cues.Act == detect.None
	if !tells || t.Detected.Intent != detect.Unknown || t.Person.UserID == 0 || len(t.Words.Folded) > maxToldWords {
		return false
	}
	given := t.Detector.Fragment(t.Input, detect.UpdateTask)
	hasCome := given.Slots.Due != nil && *given.Slots.Due <= t.Now.Format(time.DateOnly)
	if t.Words.TellsOfAnother() || t.Words.TellsOfTheirs(hasCome) {
		return false
	}
	slots := detect.Slots{Due: given.Slots.Due, Recurrence: given.Slots.Recurrence, Priority: given.Slots.Priority}
	if !slots.ChangesTask() || given.Cues.Denies || given.Cues.Doubts || t.isPast(slots.Due) {
		return false
	}
	return t.ConfirmNamed(ctx, conversation.Asked{Intent: detect.UpdateTask, Slots: slots})
}

// hearMovedNow is hearMoved for what is told to be so from now on: "interview ab 10 march ko hai", also where it "has become" so.
func (t Talk) hearMovedNow(ctx context.Context) bool {
	if !t.Words.TellsNow() && !words.ToldMoved(t.Input.Text) || t.Words.Asked || t.Person.UserID == 0 || t.Detected.Cues.Negated {
		return false
	}
	switch t.Detected.Intent {
	case detect.Unknown, detect.UpdateTask, detect.CompleteTask, detect.CreateTask:
	default:
		return false
	}
	due := t.Detector.Fragment(t.Input, detect.UpdateTask).Slots.Due
	if due == nil || t.isPast(due) || t.Detected.Plan.Several {
		return false
	}
	return t.ConfirmNamed(ctx, conversation.Asked{Intent: detect.UpdateTask, Slots: detect.Slots{Due: due}})
}

// isPast reports whether a day is over: my cousin delivered biryani yesterday.
func (t Talk) isPast(due *string) bool { return due != nil && *due < t.Now.Format(time.DateOnly) }

// hearNotDone takes a completed task for pending again that the message tells is not done: "darzi wala abhi nahi hua". It asks for a yes
// first, and reports whether the message was handled.
func (t Talk) hearNotDone(ctx context.Context) bool {
	if !t.Words.TellsUndone() || t.Words.Asked || t.Person.UserID == 0 || t.Detected.Intent != detect.Unknown || t.Detected.Cues.HowTo {
		return false
	}
	all, ok := t.AllTasks(ctx)
	if !ok {
		return false
	}
	found, fit := tasks.Match(t.Words.AfterSlip(), all)
	if len(found) != 1 || fit < matching.All || !found[0].Completed {
		return false
	}
	pending := "pending"
	t.Answer.Intent = detect.UpdateTask
	t.ConfirmTask(conversation.Question{
		Asked: conversation.Asked{Intent: detect.UpdateTask, Slots: detect.Slots{Status: &pending}}, Task: found[0].Item(),
	})
	return true
}

// hearDeed takes a deed that stands alone behind the name of a pending task for an order: "meeting cancel". It asks for a yes first, and
// reports whether the message was handled.
func (t Talk) hearDeed(ctx context.Context) bool {
	short := len(t.Words.Folded) <= dialogue.MaxFragmentWords || t.Words.WantsDeed() && len(t.Words.Folded) <= 2*dialogue.MaxFragmentWords
	if !t.isQuiet() || t.Detected.Intent != detect.Unknown || t.Person.UserID == 0 || !short {
		return false
	}
	for intent, completing := range map[detect.Intent]bool{detect.DeleteTask: false, detect.CompleteTask: true} {
		name := t.Words.BesideDeed(completing)
		if name == "" {
			continue
		}
		all, ok := t.AllTasks(ctx)
		pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
		found, fit := tasks.Match(name, pending)
		if !ok || len(found) != 1 || fit < matching.All {
			return false
		}
		t.Answer.Intent = intent
		t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: found[0].Item()})
		return true
	}
	return false
}

// maxToldWords is the most words of a message that tells of one thing.
const maxToldWords = 30

// TellsEarlier reports whether a message says how much earlier something is to be, which was read as a time that has passed.
func (t Talk) TellsEarlier(given detect.Result) bool {
	due := dialogue.TextOf(given.Slots.Due)
	return due != "" && t.Words.SaysBefore() && due < t.Now.Format("2006-01-02T15:04:05")[:len(due)]
}

// hearCalledOff takes a task that the message tells is called off for one to be deleted, and asks whether it is: "dawat cancel ho gai". It
// reports whether the message was handled.
func (t Talk) hearCalledOff(ctx context.Context) bool {
	if !t.Words.CallsOff() || t.Words.Asked || t.Person.UserID == 0 || t.Detected.Cues.Negated || t.Detected.Plan.Several {
		return false
	}
	if intent := t.Detected.Intent; intent != detect.Unknown && intent != detect.CompleteTask {
		return false
	}
	return t.ConfirmNamed(ctx, conversation.Asked{Intent: detect.DeleteTask})
}

// hearAllDone takes what is told as done of all for all the pending tasks, and asks whether they are: "sab ho gaye". It reports whether the
// message was handled.
func (t Talk) hearAllDone(ctx context.Context) bool {
	if !t.Words.SaysAll() || len(t.Words.Folded) > dialogue.MaxFragmentWords || t.Detected.Intent != detect.Unknown {
		return false
	}
	all, ok := t.AllTasks(ctx)
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	if !ok || len(pending) == 0 {
		return false
	}
	t.Answer.Intent = detect.CompleteTask
	t.AskAllOf(detect.CompleteTask, tasks.Items(pending))
	return true
}

// AddsAnother reports whether a message adds a day to the one that the last task has, "parson bhi", and does not say which task that is of:
// to move the task there would take the first day away.
func (t Talk) AddsAnother() bool {
	given := t.Detector.Fragment(t.Input, detect.UpdateTask).Slots
	short := len(t.Words.Folded) <= dialogue.MaxFragmentWords && given.TaskRef == nil && given.TaskID == nil && t.Detected.Cues.Ordinal == 0
	adds := short && t.Words.SaysToo() && given.Due != nil && !t.Detected.Cues.Exact
	return adds && t.State.Last.Slots.Due != nil && t.State.About == detect.Tasks
}

// refuseAnother says that such a message is not understood, where it was taken for a change. It reports whether it was.
func (t Talk) refuseAnother() bool {
	if t.Detected.Intent != detect.UpdateTask || !t.AddsAnother() {
		return false
	}
	t.Answer.Intent = detect.Unknown
	t.SayAnew("not_understood", nil)
	return true
}
