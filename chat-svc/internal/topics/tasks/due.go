package tasks

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/language/detect"
)

const dateTimeLayout = "2006-01-02T15:04:05"

// DueText returns a due slot in words.
func (t Talk) DueText(due string) string { return t.dueText(due) }

// dueText returns a due slot, a date or a date and time, in words.
func (t Talk) dueText(due string) string {
	for _, form := range []string{dateTimeLayout, time.DateOnly} {
		if at, err := time.ParseInLocation(form, dialogue.Due(due), t.Now.Location()); err == nil {
			return t.Book.When(at, t.Now)
		}
	}
	return due
}

// resolveDue turns "20 minutes before Maghrib" into a date and time, by the prayer times of the user's place. If no
// prayer is known, it leaves the arguments as they are. It reports whether the turn may go on.
func (t Talk) resolveDue(ctx context.Context, slots *detect.Slots, args dialogue.Arguments) bool {
	relative := slots.DueRelative
	if relative == nil {
		return true
	}
	if relative.Prayer == "" {
		relative.Prayer = t.State.Prayer
	}
	if relative.Prayer == "" {
		return true
	}
	day := relative.Date
	if day == "" {
		day = t.Now.Format(time.DateOnly)
	}
	at, ok := t.prayers().StartOf(ctx, relative.Prayer, day, *slots)
	if !ok {
		return false
	}
	due := at.Add(time.Duration(relative.Minutes) * time.Minute)
	if ofJummah := relative.Prayer == prayers.Jummah; (relative.Date == "" || ofJummah) && !due.After(t.Now) {
		next := daysAfter(day, 1)
		if ofJummah {
			next = daysAfter(day, 7)
		}
		if at, ok = t.prayers().StartOf(ctx, relative.Prayer, next, *slots); !ok {
			return false
		}
		due = at.Add(time.Duration(relative.Minutes) * time.Minute)
	}
	local := due.In(t.Now.Location()).Format(dateTimeLayout)
	slots.Due, args["due_datetime"] = &local, due.Format(time.RFC3339)
	return true
}

// anchor fills in the prayer just mentioned, if the message says "after that one".
func (t Talk) anchor(slots *detect.Slots) {
	if slots.LinkedPrayer == nil && t.State.Prayer != "" && t.State.Prayer != prayers.Jummah && t.Detected.Cues.AfterIt {
		prayer := t.State.Prayer
		slots.LinkedPrayer = &prayer
	}
}

// HasClock reports whether a due slot says a time of day.
func HasClock(due *string) bool { return due != nil && strings.Contains(*due, "T") }
