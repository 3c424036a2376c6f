// Package due says which day and hour the expressions of a sentence mean for someone, somewhere, now: one that looks ahead, as a task does,
// or back, as the hadith of kal.
package due

import (
	"slices"
	"time"

	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Options are what turns the words of a sentence into days and hours.
type Options struct {
	// Now is the time at which the sentence is said.
	Now time.Time
	// Zone is where; nil is Now's own.
	Zone *time.Location
	// Past is set for a sentence that looks back: kal is yesterday, Friday the last one, 25 February the nearest.
	Past bool
	// Early is set where what is told is done early in the morning: 5 is not that in the afternoon then.
	Early bool
}

// Moment is what some expressions together tell.
type Moment struct {
	// Due is a local date, "2006-01-02", or a local date and time, "2006-01-02T15:04:05", or empty where no day and no
	// time is told, or none that exists.
	Due string
	// DayTold is false where Due's day was filled in because only a clock time was told.
	DayTold bool
	// Recurrence is daily, weekly, monthly or empty. Irregular is set where a rhythm is told that is none of these.
	Recurrence string
	Irregular  bool
	// Prayer is Fajr, Dhuhr, Asr, Maghrib, Isha, Jummah or empty; Relation says how the time lies to it, and Minutes how far
	// from its beginning, negative before it, zero where that is not told. A Relation without a Prayer is to the one spoken
	// of last: "uske baad", "15 minutes before it".
	Prayer   string
	Relation when.Relation
	Minutes  int
	// Part is the part of the day where one is told without an hour.
	Part words.DayPart
}

// By is 1 where the moment lies after a prayer, and -1 before one.
func (m Moment) By() int {
	switch m.Relation {
	case when.After:
		return 1
	case when.Before:
		return -1
	default:
		return 0
	}
}

const (
	dateForm = "2006-01-02"
	timeForm = "2006-01-02T15:04:05"
)

// Resolve says what expressions of one sentence tell together. Of two that tell the same, the first counts that is not
// former; numbers tell nothing.
func Resolve(o Options, expressions ...when.Expression) Moment {
	var e when.Expression
	for _, former := range []bool{false, true} {
		for i := range expressions {
			if why := expressions[i].Reason && e.Is(when.Day); denied(expressions, i) == former && !why {
				add(&e, expressions[i])
			}
		}
	}
	if e.Is(when.Anchor) && e.Prayer == when.Jummah && !e.Is(when.Day) { // today is the day of the prayer on a Friday
		e.Has |= when.Day
		e.Day = when.NamedDay{Kind: when.WeekdayOf, Weekday: time.Friday, Told: true}
	}
	m := Moment{
		DayTold:    e.Is(when.Day | when.Offset),
		Recurrence: e.Recurrence, Irregular: e.Irregular,
		Prayer: e.Prayer, Relation: e.Relation, Minutes: e.Minutes,
	}
	if e.Is(when.DayPart) && !e.Is(when.Clock|when.Anchor) && (!e.Loose || e.Is(when.Day|when.Rhythm)) {
		m.Part = e.Part
	}
	if o.Zone == nil {
		o.Zone = o.Now.Location()
	}
	o.Now = o.Now.In(o.Zone)
	m.Due = o.due(&e)
	return m
}

// denied says whether an expression is not meant: it says so, or tells the day that another says is not: kal, nahi kal nahi parson.
func denied(expressions []when.Expression, i int) bool {
	e := expressions[i]
	return e.Former || gone(expressions, e) || e.Is(when.Day) && slices.ContainsFunc(expressions, func(other when.Expression) bool {
		return other.Former && other.Is(when.Day) && other.Day == e.Day
	})
}

// add takes the parts of another expression that are not told yet.
func add(e *when.Expression, more when.Expression) {
	fresh := more.Has &^ e.Has
	if e.Is(when.DayPart) && e.Loose && more.Is(when.DayPart) && !more.Loose {
		fresh |= when.DayPart
		e.Loose = false
	}
	if e.Has == 0 {
		e.Loose = more.Loose
	}
	more.Has = fresh
	kept := e.Has
	if fresh&when.Day != 0 {
		e.Day = more.Day
	}
	if fresh&when.Clock != 0 {
		e.Clock = more.Clock
	}
	if fresh&when.DayPart != 0 {
		e.Part = more.Part
	}
	if fresh&when.Offset != 0 {
		e.Offset = more.Offset
	}
	if fresh&when.Rhythm != 0 {
		e.Recurrence, e.Irregular = more.Recurrence, more.Irregular
	}
	if fresh&when.Anchor != 0 {
		e.Prayer, e.Relation, e.Minutes = more.Prayer, more.Relation, more.Minutes
	}
	e.Has = kept | fresh
}

// due is the day, or the day and the hour, that an expression tells.
func (o Options) due(e *when.Expression) string {
	if e.Is(when.Offset) {
		return o.Now.Add(time.Duration(e.Offset) * time.Minute).Format(timeForm)
	}
	day, ok := time.Time{}, true
	if e.Is(when.Day) {
		day, ok = o.resolveDay(e.Day)
	}
	switch {
	case !ok, e.Is(when.Day) && e.Day.Kind == when.Elsewhere && !e.Is(when.Clock):
		return ""
	case e.Is(when.Clock):
		return o.resolveClock(e, day).Format(timeForm)
	case e.Is(when.Day):
		return day.Format(dateForm)
	}
	return ""
}

// today is the day of now, at noon, where no change of the clocks can move it to another day.
func (o Options) today() time.Time {
	y, m, d := o.Now.Date()
	return time.Date(y, m, d, 12, 0, 0, 0, time.UTC)
}

// resolveDay is the day that was told, at noon UTC.
func (o Options) resolveDay(d when.NamedDay) (time.Time, bool) {
	day, ok := o.unshifted(d)
	return day.AddDate(0, 0, d.Shift), ok
}

// unshifted is the day from which the one that was told is counted.
func (o Options) unshifted(d when.NamedDay) (time.Time, bool) {
	today := o.today()
	switch d.Kind {
	case when.Relative:
		if d.Flips && o.Past {
			d.N = -d.N
		}
		return today.AddDate(0, 0, d.N), true
	case when.WeekdayOf:
		return o.weekday(d), true
	case when.Date:
		return o.date(d)
	case when.DayOf:
		return o.dayOfMonth(d)
	case when.NthOf:
		return o.nthWeekday(d)
	case when.LastOf:
		if d.Unit == words.Weeks {
			return monday(today).AddDate(0, 0, 6+7*d.Weeks), true
		}
		first := firstOfMonth(today, d.Months)
		return first.AddDate(0, 1, -1), true
	case when.Shifted:
		return shift(today, d), true
	case when.Elsewhere:
		return today, true
	default:
		return time.Time{}, false
	}
}

func firstOfMonth(t time.Time, months int) time.Time {
	return time.Date(t.Year(), t.Month()+time.Month(months), 1, 12, 0, 0, 0, time.UTC)
}

// monday is the first day of the week of a day.
func monday(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }

// shift moves a day by days, weeks, months or years; a month without the day gives its last one.
func shift(t time.Time, d when.NamedDay) time.Time {
	switch d.Unit {
	case words.Weeks:
		return t.AddDate(0, 0, 7*d.N)
	case words.Months, words.Years:
		n := d.N
		if d.Unit == words.Years {
			n *= 12
		}
		first := firstOfMonth(t, n)
		return first.AddDate(0, 0, min(t.Day(), when.DaysIn(first.Year(), first.Month()))-1)
	default:
		return t.AddDate(0, 0, d.N)
	}
}

// weekday is the next such day after today, or the last one before it where one looks back. This Monday is today on a
// Monday.
func (o Options) weekday(d when.NamedDay) time.Time {
	today := o.today()
	if d.Told && d.Weeks != 0 || d.Told && d.Next {
		return monday(today).AddDate(0, 0, (int(d.Weekday)+6)%7+7*d.Weeks)
	}
	ahead := (int(d.Weekday) - int(today.Weekday()) + 7) % 7
	if d.Set != 0 {
		for ahead = 1; d.Set&(1<<((int(today.Weekday())+ahead)%7)) == 0; {
			ahead++
		}
	}
	switch {
	case d.Back, o.Past && !d.Next && !d.Told:
		if ahead == 0 {
			return today.AddDate(0, 0, -7)
		}
		return today.AddDate(0, 0, ahead-7)
	case ahead == 0 && !d.Told:
		ahead = 7
	}
	return today.AddDate(0, 0, ahead)
}

// date is the day that was told in its year, or in the year in which it comes next, or in which it lies nearest where one
// looks back.
func (o Options) date(d when.NamedDay) (time.Time, bool) {
	if d.Year != 0 {
		return time.Date(d.Year, d.Month, d.N, 12, 0, 0, 0, time.UTC), when.Exists(d.Year, d.Month, d.N)
	}
	today := o.today()
	if d.Told {
		year := today.Year() + d.Years
		return time.Date(year, d.Month, d.N, 12, 0, 0, 0, time.UTC), when.Exists(year, d.Month, d.N)
	}
	var nearest time.Time
	const leap = 8 // years at most between two 29ths of February
	for year := today.Year() - leap; year <= today.Year()+leap; year++ {
		if !when.Exists(year, d.Month, d.N) {
			continue
		}
		day := time.Date(year, d.Month, d.N, 12, 0, 0, 0, time.UTC)
		switch {
		case !o.Past && !day.Before(today):
			return day, true
		case o.Past && (nearest.IsZero() || day.Sub(today).Abs() < nearest.Sub(today).Abs()):
			nearest = day
		}
	}
	return nearest, !nearest.IsZero()
}

// dayOfMonth is the day of the month that was told, or of the first one from now, today included, that has such a day.
func (o Options) dayOfMonth(d when.NamedDay) (time.Time, bool) {
	today := o.today()
	if d.Told {
		first := firstOfMonth(today, d.Months)
		return first.AddDate(0, 0, d.N-1), d.N <= when.DaysIn(first.Year(), first.Month())
	}
	step := 1
	if o.Past {
		step = -1
	}
	for n := 0; n < 4; n++ {
		first := firstOfMonth(today, n*step)
		day := first.AddDate(0, 0, d.N-1)
		if d.N <= when.DaysIn(first.Year(), first.Month()) && (day.Equal(today) || day.After(today) != o.Past) {
			return day, true
		}
	}
	return time.Time{}, false
}
