// Package moved answers what moves a task by an amount of time from its own: "make it an hour later", "isko ek din aage kar do".
package moved

import (
	"context"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words/shifts"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that may move a task.
type Talk struct{ tasks.Talk }

// mostWords is how many words a message has at most that moves a task.
const mostWords = 16

// Hear moves the task that the message moves from its own time. It reports whether the message was handled.
func (t Talk) Hear(ctx context.Context) bool {
	if t.Person.UserID == 0 || len(t.Words.Folded) > mostWords {
		return false
	}
	said := shifts.Of(t.Input.Text, t.isLength)
	if said.Kind == shifts.Reminds {
		return t.tellReminder(ctx, said)
	}
	if t.Words.Asked {
		return false
	}
	if t.keptBeside(ctx, said) {
		return true
	}
	switch said.Kind {
	case shifts.Snooze:
		return t.snooze(ctx, said)
	case shifts.Anew:
		return t.asksOfWhat(ctx)
	case shifts.Later, shifts.Earlier:
	case shifts.JustLater, shifts.JustEarlier:
		if !t.justChanged() {
			return false
		}
	case shifts.Become:
		return t.become(ctx, said.Time)
	default:
		return false
	}
	return t.move(ctx, said)
}

// keptBeside keeps the task that was spoken of last so long before or after its prayer as the message says, "2 hours before", if it moves
// with that from day to day. It reports whether it did.
func (t Talk) keptBeside(ctx context.Context, said shifts.Shift) bool {
	text := said.Time
	if said.Kind == shifts.None && t.justChanged() {
		text = t.Input.Text
	}
	length, before, ok := shifts.Beside(text, t.isLength)
	by, _ := t.Detector.Length(length)
	if !ok || by.Minutes == 0 || by.Days != 0 || by.Months != 0 || t.State.Task.ID == 0 {
		return false
	}
	meant, refused := t.TaskByNumber(ctx, t.State.Task.ID)
	relative := meant.ByPrayer().Moved(0)
	if refused != nil || relative == nil || meant.PrayerOffset == nil {
		return false
	}
	if relative.Minutes = by.Minutes; before {
		relative.Minutes = -by.Minutes
	}
	t.Answer.Intent, t.Detected.Intent, t.Detected.Cues = detect.UpdateTask, detect.UpdateTask, detect.Cues{}
	t.Change(ctx, meant.Item(), detect.Slots{DueRelative: relative})
	return true
}

// become gives the task that was spoken of last a time before or after a prayer, where the message was taken for a new task. It reports
// whether it did.
func (t Talk) become(ctx context.Context, said string) bool {
	in := t.Input
	in.Text = said
	given := t.Detector.Fragment(in, detect.UpdateTask)
	if t.State.Task.ID == 0 || given.Slots.DueRelative == nil || given.Slots.Title != nil {
		return false
	}
	t.Answer.Intent, t.Detected.Intent, t.Detected.Cues = detect.UpdateTask, detect.UpdateTask, given.Cues
	t.Change(ctx, t.State.Task, given.Slots)
	return true
}

func (t Talk) isLength(said string) bool {
	_, is := t.Detector.Length(said)
	return is
}

// justChanged reports whether the message before made or changed the task that is spoken of.
func (t Talk) justChanged() bool {
	last := t.State.Undo
	return last != nil && last.Fresh && last.Task.ID == t.State.Task.ID &&
		(last.Did == toolnames.CreateTask || last.Did == toolnames.UpdateTask)
}

// move moves the task that is meant, or asks whether it is the one. It reports whether there is one that has a time to be moved from.
func (t Talk) move(ctx context.Context, said shifts.Shift) bool {
	meant, certain := t.meant(ctx, said)
	slots := t.movedTo(meant, said)
	if !slots.ChangesTask() {
		return false
	}
	t.Answer.Intent, t.Detected.Intent, t.Detected.Cues = detect.UpdateTask, detect.UpdateTask, detect.Cues{}
	if !certain {
		t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: detect.UpdateTask, Slots: slots}, Task: meant.Item()})
		return true
	}
	t.Change(ctx, meant.Item(), slots)
	return true
}

// movedTo returns when a task is due that is moved from its time, or from its place before or after a prayer; no slots if it has none.
func (t Talk) movedTo(k tasks.Task, said shifts.Shift) detect.Slots {
	by := t.lengthOf(said)
	if by.Minutes != 0 && by.Days == 0 && by.Months == 0 {
		if relative := t.besidePrayer(k, by.Minutes, said.More); relative != nil {
			return detect.Slots{DueRelative: relative}
		}
	}
	if due := t.moved(k, said); due != "" {
		return detect.Slots{Due: &due}
	}
	return detect.Slots{}
}

// besidePrayer returns where a task is moved to that goes with its prayer from day to day; nil for another. In Urdu one word means before
// and earlier: of a task before its prayer it tells how long before, unless it is to be so much more, and alike of one after its prayer.
func (t Talk) besidePrayer(k tasks.Task, minutes int, more bool) *detect.DueRelative {
	relative := k.ByPrayer().Moved(minutes)
	if relative != nil && k.PrayerOffset != nil && !more && t.Detected.Language != detect.English && (*k.PrayerOffset < 0) == (minutes < 0) {
		relative.Minutes = minutes
	}
	return relative
}

// lengthOf returns by how much a task is moved: negative where that is earlier.
func (t Talk) lengthOf(said shifts.Shift) detect.Length {
	by, _ := t.Detector.Length(said.Length)
	if said.Kind == shifts.Earlier || said.Kind == shifts.JustEarlier {
		by.Minutes, by.Days, by.Months = -by.Minutes, -by.Days, -by.Months
	}
	return by
}

// meant returns the task that is meant, the zero one for none, and whether that is certain.
func (t Talk) meant(ctx context.Context, said shifts.Shift) (meant tasks.Task, certain bool) {
	if said.Name == "" {
		number := t.State.Task.ID
		if !said.It {
			number = said.Number
		}
		if number == 0 {
			return tasks.Task{}, false
		}
		found, refused := t.TaskByNumber(ctx, number)
		return found, refused == nil
	}
	t.ExtraCalls++ // whatever else the message turns out to be
	all, _ := t.AllTasks(ctx)
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	if fits, fit := tasks.Match(said.Name, pending); len(fits) == 1 {
		return fits[0], fit >= matching.All
	}
	return tasks.Task{}, false
}

// moved returns when a task is due that is moved from its time; empty if it has none. By less than a day, one that is due on a day is moved
// from when it reminds.
func (t Talk) moved(k tasks.Task, said shifts.Shift) string {
	by := t.lengthOf(said)
	was, ok := t.timeOf(k.Due)
	isDay := ok && was.Hour() == 0 && was.Minute() == 0
	if by.Minutes != 0 && (!ok || isDay) {
		was, ok = t.timeOf(k.RemindAt)
		isDay = false
	}
	if !ok {
		return ""
	}
	moved := was.AddDate(0, by.Months, by.Days).Add(time.Duration(by.Minutes) * time.Minute)
	if isDay {
		return moved.Format(time.DateOnly)
	}
	return moved.Format(tasks.DateTimeLayout)
}

// timeOf returns a time of a tool's result as clocks show it to the user.
func (t Talk) timeOf(text *string) (time.Time, bool) {
	if text == nil {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339, *text)
	return at.In(t.Now.Location()), err == nil
}
