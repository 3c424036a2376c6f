package due

import (
	"slices"
	"time"

	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Days says which days of ours an expression means that tells several: this week, next month, the weekend, all until Friday. Each is a
// local date, "2006-01-02"; first is empty for all days until the last. It reports false where one day is told, or none. A week begins
// on Monday.
func (o Options) Days(e when.Expression) (first, last string, several bool) {
	if o.Zone != nil {
		o.Now = o.Now.In(o.Zone)
	}
	from, to, several := o.period(e)
	if !several && e.Latest && e.Is(when.Day) {
		to, several = o.resolveDay(e.Day)
	}
	if !several {
		return "", "", false
	}
	if !e.Latest {
		first = from.Format(dateForm)
	}
	return first, to.Format(dateForm), true
}

// period is the first and the last day of a week, a month, a year or a weekend.
func (o Options) period(e when.Expression) (first, last time.Time, ok bool) {
	today, d := o.today(), e.Day
	if e.Is(when.Day) && d.Weekend {
		saturday := o.weekday(d)
		return saturday, saturday.AddDate(0, 0, 1), true
	}
	if e.Has != when.Period && (e.Has != when.Day || d.Kind != when.Shifted || !d.Told) {
		return first, last, false
	}
	switch d.Unit {
	case words.Weeks:
		first = monday(today).AddDate(0, 0, 7*d.N)
		return first, first.AddDate(0, 0, 6), true
	case words.Months:
		first = firstOfMonth(today, d.N)
		return first, first.AddDate(0, 1, -1), true
	case words.Years:
		first = time.Date(today.Year()+d.N, time.January, 1, 12, 0, 0, 0, time.UTC)
		return first, first.AddDate(1, 0, -1), true
	default:
		return first, last, false
	}
}

// nthWeekday is the weekday of the month that was told, or of the first one from now, today included, that has it to come.
func (o Options) nthWeekday(d when.NamedDay) (time.Time, bool) {
	const mostMonths = 14
	today := o.today()
	for n := 0; n < mostMonths; n++ {
		first := firstOfMonth(today, d.Months+n)
		if d.Month != 0 && first.Month() != d.Month {
			continue
		}
		at := when.NthOfMonth(first.Year(), first.Month(), d.N, d.Weekday)
		day := first.AddDate(0, 0, at-1)
		if at > 0 && (d.Told || !day.Before(today)) {
			return day, true
		}
		if d.Told {
			break
		}
	}
	return time.Time{}, false
}

// gone says whether a day is told that lies behind, as yesterday does, and another one that does not: then it is that one that is meant.
func gone(expressions []when.Expression, e when.Expression) bool {
	return e.Is(when.Day) && e.Day.Back && slices.ContainsFunc(expressions, func(other when.Expression) bool {
		return other.Is(when.Day) && !other.Day.Back && !other.Former
	})
}
