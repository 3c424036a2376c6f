package tasks

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/prayers"
	"github.com/salaatflow/platform/language/detect"
)

// resolveDueDays turns a day of the Islamic calendar on which the tasks are due that are asked for into days of ours, in the user's
// country. It returns that day, or nil if none is named, and whether the turn may go on.
func (t Talk) resolveDueDays(ctx context.Context, slots *detect.Slots) (*prayers.IslamicDay, bool) {
	named := slots.Hijri
	if named == nil {
		return nil, true
	}
	if t.prayers().SaysNoDay(named) {
		return nil, false
	}
	day, ok := t.prayers().LookUpHijri(ctx, named, t.Now.Format("2006-01-02"))
	if !ok {
		return nil, false
	}
	days := detect.DueDays{From: dueOn(day, named), To: day.Until}
	switch {
	case named.Latest && named.Earlier:
		days = detect.DueDays{To: days.From}
	case named.Latest:
		days.From = ""
	}
	slots.DueDays, slots.Due, slots.Hijri = &days, nil, nil
	return &day, true
}

// daysText says on which days: "on Friday, 6 March", "from Monday, 2 March to Sunday, 8 March", "by Friday, 6 March".
func (t Talk) daysText(days detect.DueDays) string {
	switch days.From {
	case days.To:
		return t.dueText(days.To)
	case "":
		return t.Book.Say("days_until", messages.Args{"until": t.DateOf(days.To)})
	default:
		return t.Book.Say("days_between", messages.Args{"from": t.CalendarDateOf(days.From), "until": t.CalendarDateOf(days.To)})
	}
}

// isDueWithin reports whether a task is due on one of the days.
func isDueWithin(k task, days detect.DueDays) bool {
	if k.Due == nil {
		return false
	}
	day, _, _ := strings.Cut(*k.Due, "T")
	return days.From <= day && day <= days.To
}
