package when

import "time"

// Options are what turns the words of a sentence into days and hours.
type Options struct {
	// Now is the time at which the sentence is said.
	Now time.Time
	// Zone is where; nil is Now's own.
	Zone *time.Location
	// Past is set for a sentence that looks back: kal is yesterday, Friday the last one, 25 February the nearest.
	Past bool
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
	Relation Relation
	Minutes  int
}

const (
	dateForm = "2006-01-02"
	timeForm = "2006-01-02T15:04:05"
)

// Resolve says what expressions of one sentence tell together. Of two that tell the same, the first counts that is not
// former; numbers tell nothing.
func Resolve(o Options, expressions ...Expression) Moment {
	var e Expression
	for _, former := range []bool{false, true} {
		for i := range expressions {
			if expressions[i].Former == former {
				e.add(expressions[i])
			}
		}
	}
	if e.Is(Anchor) && e.Prayer == jummah && !e.Is(Day) { // today is the day of the prayer on a Friday
		e.Has |= Day
		e.day = day{kind: weekdayOf, weekday: time.Friday, told: true}
	}
	m := Moment{
		DayTold:    e.Is(Day | Offset),
		Recurrence: e.Recurrence, Irregular: e.Irregular,
		Prayer: e.Prayer, Relation: e.Relation, Minutes: e.Minutes,
	}
	if o.Zone == nil {
		o.Zone = o.Now.Location()
	}
	o.Now = o.Now.In(o.Zone)
	m.Due = o.due(&e)
	return m
}

// add takes the parts of another expression that are not told yet.
func (e *Expression) add(more Expression) {
	fresh := more.Has &^ e.Has
	if e.Is(DayPart) && e.Loose && more.Is(DayPart) && !more.Loose {
		fresh |= DayPart
		e.Loose = false
	}
	if e.Has == 0 {
		e.Loose = more.Loose
	}
	more.Has = fresh
	kept := e.Has
	if fresh&Day != 0 {
		e.day = more.day
	}
	if fresh&Clock != 0 {
		e.clock = more.clock
	}
	if fresh&DayPart != 0 {
		e.part = more.part
	}
	if fresh&Offset != 0 {
		e.offset = more.offset
	}
	if fresh&Rhythm != 0 {
		e.Recurrence, e.Irregular = more.Recurrence, more.Irregular
	}
	if fresh&Anchor != 0 {
		e.Prayer, e.Relation, e.Minutes = more.Prayer, more.Relation, more.Minutes
	}
	e.Has = kept | fresh
}

// due is the day, or the day and the hour, that an expression tells.
func (o Options) due(e *Expression) string {
	if e.Is(Offset) {
		return o.Now.Add(time.Duration(e.offset) * time.Minute).Format(timeForm)
	}
	day, ok := time.Time{}, true
	if e.Is(Day) {
		day, ok = o.resolveDay(e.day)
	}
	switch {
	case !ok, e.Is(Day) && e.day.kind == elsewhere && !e.Is(Clock):
		return ""
	case e.Is(Clock):
		return o.resolveClock(e, day).Format(timeForm)
	case e.Is(Day):
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
func (o Options) resolveDay(d day) (time.Time, bool) {
	today := o.today()
	switch d.kind {
	case relative:
		if d.flips && o.Past {
			d.n = -d.n
		}
		return today.AddDate(0, 0, d.n), true
	case weekdayOf:
		return o.weekday(d), true
	case date:
		return o.date(d)
	case dayOf:
		return o.dayOfMonth(d)
	case lastOf:
		if d.unit == weeks {
			return monday(today).AddDate(0, 0, 6+7*d.weeks), true
		}
		first := firstOfMonth(today, d.months)
		return first.AddDate(0, 1, -1), true
	case shifted:
		return shift(today, d), true
	case elsewhere:
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
func shift(t time.Time, d day) time.Time {
	switch d.unit {
	case weeks:
		return t.AddDate(0, 0, 7*d.n)
	case months, years:
		n := d.n
		if d.unit == years {
			n *= 12
		}
		first := firstOfMonth(t, n)
		return first.AddDate(0, 0, min(t.Day(), daysIn(first.Year(), first.Month()))-1)
	default:
		return t.AddDate(0, 0, d.n)
	}
}

// weekday is the next such day after today, or the last one before it where one looks back. This Monday is today on a
// Monday.
func (o Options) weekday(d day) time.Time {
	today := o.today()
	if d.told && d.weeks != 0 || d.told && d.next {
		return monday(today).AddDate(0, 0, (int(d.weekday)+6)%7+7*d.weeks)
	}
	ahead := (int(d.weekday) - int(today.Weekday()) + 7) % 7
	if d.set != 0 {
		for ahead = 1; d.set&(1<<((int(today.Weekday())+ahead)%7)) == 0; {
			ahead++
		}
	}
	switch {
	case d.back, o.Past && !d.next && !d.told:
		if ahead == 0 {
			return today.AddDate(0, 0, -7)
		}
		return today.AddDate(0, 0, ahead-7)
	case ahead == 0 && !d.told:
		ahead = 7
	}
	return today.AddDate(0, 0, ahead)
}

// date is the day that was told in its year, or in the year in which it comes next, or in which it lies nearest where one
// looks back.
func (o Options) date(d day) (time.Time, bool) {
	if d.year != 0 {
		return time.Date(d.year, d.month, d.n, 12, 0, 0, 0, time.UTC), exists(d.year, d.month, d.n)
	}
	today := o.today()
	var nearest time.Time
	const leap = 8 // years at most between two 29ths of February
	for year := today.Year() - leap; year <= today.Year()+leap; year++ {
		if !exists(year, d.month, d.n) {
			continue
		}
		day := time.Date(year, d.month, d.n, 12, 0, 0, 0, time.UTC)
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
func (o Options) dayOfMonth(d day) (time.Time, bool) {
	today := o.today()
	if d.told {
		first := firstOfMonth(today, d.months)
		return first.AddDate(0, 0, d.n-1), d.n <= daysIn(first.Year(), first.Month())
	}
	step := 1
	if o.Past {
		step = -1
	}
	for n := 0; n < 4; n++ {
		first := firstOfMonth(today, n*step)
		day := first.AddDate(0, 0, d.n-1)
		if d.n <= daysIn(first.Year(), first.Month()) && (day.Equal(today) || day.After(today) != o.Past) {
			return day, true
		}
	}
	return time.Time{}, false
}
