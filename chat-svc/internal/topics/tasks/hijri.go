package tasks

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/language/detect"
)

// resolveHijri turns a day of the Islamic calendar on which something is to be done into one of ours, in the user's country; a
// night into the evening on which it begins. It returns that day, or nil if none is named, and whether the turn may go on.
func (t Talk) resolveHijri(ctx context.Context, slots *detect.Slots) (*prayers.IslamicDay, bool) {
	named := slots.Hijri
	if named == nil {
		return nil, true
	}
	if t.prayers().SaysNoDay(named) {
		return nil, false
	}
	today := t.Now.Format(time.DateOnly)
	day, ok := t.prayers().LookUpHijri(ctx, named, today)
	if ok && named.Year == 0 && dueOn(day, named) < today && (named.Earlier || day.AtNight) {
		t.ExtraCalls++
		day, ok = t.prayers().LookUpHijri(ctx, named, daysAfter(day.Until, 1)) // that one is over: the next
	}
	if !ok {
		return nil, false
	}
	due := dueOn(day, named)
	if day.Until >= today {
		due = max(due, today) // in the middle of it, from now on
	}
	if _, clock, told := strings.Cut(dialogue.TextOf(slots.Due), "T"); told {
		due += "T" + clock
	}
	slots.Due, slots.Hijri, t.Detected.Cues.ClockOnly = &due, nil, false
	return &day, true
}

// dueOn returns the day on which something is due: the day itself, or the one before it.
func dueOn(day prayers.IslamicDay, named *detect.HijriDay) string {
	if named.Earlier {
		return daysAfter(day.Date, -1)
	}
	if day.AtNight || named.IsEve() {
		return day.Evening
	}
	return day.Date
}

func daysAfter(date string, n int) string {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return at.AddDate(0, 0, n).Format(time.DateOnly)
}

// tellHijriDue adds to the answer which day of ours the day of the Islamic calendar is that a task is due on.
func (t Talk) tellHijriDue(day *prayers.IslamicDay) {
	if day == nil {
		return
	}
	said, key := t.prayers().OfDay(*day), "islamic_due"
	if day.AtNight {
		key, said["date"] = "islamic_due_night", t.DayOf(day.Evening)
	}
	t.Add(key, said)
	t.Add("islamic_basis_"+day.Hijri.Basis, nil)
}
