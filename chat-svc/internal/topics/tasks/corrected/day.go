package corrected

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/chat-svc/internal/words/followups"
	"github.com/salaatflow/platform/language/detect"
)

// correctDay sets the day of the month of a due date, where the message says nothing but that: "no, the 6th", "nahi 6 ko".
func (t Talk) correctDay(ctx context.Context) bool {
	meant := t.DayInMonthOf(t.State.Last.Slots.Due)
	if meant == nil {
		return false
	}
	t.Answer.Intent = detect.UpdateTask
	t.Change(ctx, t.State.Task, detect.Slots{Due: meant})
	return true
}

// correctDayAfter moves a due date by a day, where the message says nothing but that: "no, the day after", "nahi us se agle din".
func (t Talk) correctDayAfter(ctx context.Context) bool {
	days := words.DaysMoved(t.Input.Text)
	corrects := t.Words.OwnsSlip() || t.Words.Denies() || t.Detected.Cues.Pronoun
	if days == 0 || !corrects || t.Words.SaysToo() {
		return false
	}
	all, ok := t.AllTasks(ctx)
	at := slices.IndexFunc(all, func(k tasks.Task) bool { return k.ID == t.State.Task.ID })
	if !ok || at < 0 {
		return false
	}
	due, err := time.Parse(time.RFC3339, dialogue.TextOf(all[at].Due))
	if err != nil {
		return false
	}
	meant := due.In(t.Now.Location()).AddDate(0, 0, days).Format(time.DateOnly)
	t.Answer.Intent = detect.UpdateTask
	t.Change(ctx, t.State.Task, detect.Slots{Due: &meant})
	return true
}

// deniesDay reports whether what a message denies may be the day that was just set, though it is not read as one by itself, since
// another day is meant and no task is called so: "hafte nahi itwar".
func (t Talk) deniesDay(ctx context.Context, denied string, meant *detect.Result) bool {
	if meant.Slots.Due == nil || t.State.Last.Slots.Due == nil || strings.Contains(denied, " ") {
		return false
	}
	all, ok := t.AllTasks(ctx)
	return ok && !namesAnother(denied, 0, all)
}

// correctAmount sets how long before or after a prayer a reminder is, where the message says nothing but that: "that is too tight, give me
// half an hour".
func (t Talk) correctAmount(ctx context.Context) bool {
	if t.State.Last.Slots.DueRelative == nil || t.Detected.Cues.Negated {
		return false
	}
	for _, said := range followups.Amounts(t.Input.Text) {
		by, ok := t.Detector.Length(said)
		if !ok || by.Minutes <= 0 || by.Days != 0 || by.Months != 0 {
			continue
		}
		relative := t.relativeOf(by.Minutes)
		if relative == nil {
			return false
		}
		t.Answer.Intent, t.Own = detect.UpdateTask, true // the pattern is of all that it says
		t.Change(ctx, t.State.Task, detect.Slots{DueRelative: relative})
		return true
	}
	return false
}
