// Package byprayer sets the time of a task that is told by a prayer: "20 minutes before Maghrib". One that repeats is kept at that distance
// from its prayer, and moves with it; any other is due at the hour that it then is.
package byprayer

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/language/detect"
)

// Talk is a turn that may tell a time by a prayer.
type Talk struct{ *dialogue.Turn }

// Task is what of a task that is changed tells how it lies to a prayer; the zero one is of a task that is made.
type Task struct {
	LinkedPrayer, Due, Recurrence *string
	// Offset is how many minutes after its prayer it is, negative before it; nil for none.
	Offset *int32
}

// farthest is the most minutes by which a task is kept before or after its prayer.
const farthest = 720

const (
	dateTimeLayout = "2006-01-02T15:04:05"
	daily          = "daily"
)

// SetDue adds to the arguments when a task is due that is told by a prayer, by the prayer times of the user's place. If no prayer is
// known, it leaves them as they are. It reports whether the turn may go on.
func (t Talk) SetDue(ctx context.Context, slots *detect.Slots, args dialogue.Arguments, was Task) bool {
	relative := slots.DueRelative
	if relative == nil {
		if was.Offset != nil && dialogue.TextOf(slots.LinkedPrayer) != "" {
			args["prayer_offset_minutes"] = 0 // at that prayer itself
		}
		return true
	}
	if relative.Prayer == "" && was.Offset != nil {
		relative.Prayer = dialogue.TextOf(was.LinkedPrayer)
	}
	if relative.Prayer == "" {
		relative.Prayer = t.State.Prayer
	}
	if relative.Prayer == "" {
		return true
	}
	rhythm := dialogue.TextOf(was.Recurrence)
	if slots.Recurrence != nil {
		rhythm = *slots.Recurrence
	}
	moves := movesWith(*slots) && (rhythm != "" || was.Offset != nil)
	day := t.dayOf(*slots, was, rhythm)
	if !moves || day == "" && rhythm != "" && rhythm != daily {
		due, ok := t.next(ctx, *slots)
		if !ok {
			return false
		}
		if !moves {
			local := due.at.In(t.Now.Location()).Format(dateTimeLayout)
			slots.Due, args["due_datetime"] = &local, due.at.Format(time.RFC3339)
			return true
		}
		day = due.day
	}
	args["linked_prayer"], args["prayer_offset_minutes"] = relative.Prayer, relative.Minutes
	slots.Due = nil
	delete(args, "due_datetime")
	if wasDay, clock := t.local(was.Due); day != "" && (day != wasDay || clock) {
		slots.Due, args["due_datetime"] = &day, day
	}
	return true
}

// Repeat has a task that was just told by a prayer, and is now to repeat, go on with that: "remind me 10 minutes before Maghrib", "every
// day".
func (t Talk) Repeat(slots *detect.Slots, id int32) {
	last, told := t.State.Undo, t.State.Last.Slots.DueRelative
	timed := slots.Due != nil || slots.DueRelative != nil || slots.Hijri != nil || slots.LinkedPrayer != nil
	if dialogue.TextOf(slots.Recurrence) == "" || timed {
		return
	}
	if told != nil && last != nil && last.Fresh && last.Task.ID == id {
		again := *told
		slots.DueRelative = &again
	}
}

// Moved returns how a task lies to its prayer that is moved by some minutes from where it is; nil for one that does not move with its
// prayer from day to day.
func (k Task) Moved(minutes int) *detect.DueRelative {
	if k.LinkedPrayer == nil || k.Recurrence == nil || !k.isOnADay() {
		return nil
	}
	if k.Offset != nil {
		minutes += int(*k.Offset)
	}
	return &detect.DueRelative{Prayer: *k.LinkedPrayer, Minutes: minutes}
}

// isOnADay reports whether a task is due at no hour of its own.
func (k Task) isOnADay() bool { return k.Due == nil || strings.Contains(*k.Due, "T00:00:00") }

// movesWith reports whether what is told by a prayer can be kept at its distance: from one of the five, at the user's own place.
func movesWith(slots detect.Slots) bool {
	relative := slots.DueRelative
	return relative.Prayer != prayers.Jummah && relative.Prayer != prayers.Sunrise && slots.Area == nil && slots.City == nil &&
		max(relative.Minutes, -relative.Minutes) <= farthest
}

// dayOf returns the day of the prayer that a task is to begin with: the one told, or its own; empty for none. What is daily begins today
// where it has begun before.
func (t Talk) dayOf(slots detect.Slots, was Task, rhythm string) string {
	day := slots.DueRelative.Date
	if day == "" {
		day, _, _ = strings.Cut(dialogue.TextOf(slots.Due), "T")
	}
	if day == "" {
		day, _ = t.local(was.Due)
	}
	if today := t.Now.Format(time.DateOnly); rhythm == daily && day != "" && day < today {
		return today
	}
	return day
}

// local returns the day of a time of a tool's result, as clocks show it to the user, and whether it is a time of that day.
func (t Talk) local(text *string) (day string, clock bool) {
	at, err := time.Parse(time.RFC3339, dialogue.TextOf(text))
	if err != nil {
		return "", false
	}
	at = at.In(t.Now.Location())
	return at.Format(time.DateOnly), !messages.IsDay(at)
}

// moment is a time, and the day of the prayer that it is told by.
type moment struct {
	at  time.Time
	day string
}

// next returns when it is next so long before or after a prayer: on the day that is told, else today or, where that is over, tomorrow. It
// reports whether that is known.
func (t Talk) next(ctx context.Context, slots detect.Slots) (moment, bool) {
	relative := slots.DueRelative
	day := relative.Date
	if day == "" {
		day = t.Now.Format(time.DateOnly)
	}
	at, ok := t.startOf(ctx, day, slots)
	if !ok {
		return moment{}, false
	}
	if ofJummah := relative.Prayer == prayers.Jummah; (relative.Date == "" || ofJummah) && !at.After(t.Now) {
		later := 1
		if ofJummah {
			later = 7
		}
		if on, err := time.Parse(time.DateOnly, day); err == nil {
			day = on.AddDate(0, 0, later).Format(time.DateOnly)
		}
		if at, ok = t.startOf(ctx, day, slots); !ok {
			return moment{}, false
		}
	}
	return moment{at, day}, true
}

// startOf returns when it is so long before or after the prayer of a day.
func (t Talk) startOf(ctx context.Context, day string, slots detect.Slots) (time.Time, bool) {
	at, ok := prayers.Talk{Turn: t.Turn}.StartOf(ctx, slots.DueRelative.Prayer, day, slots)
	return at.Add(time.Duration(slots.DueRelative.Minutes) * time.Minute), ok
}
