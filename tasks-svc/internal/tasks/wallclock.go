package tasks

import "time"

// wall is a date and time of day as a clock on the wall shows it, in no zone yet.
type wall struct {
	year               int
	month              time.Month
	day                int
	hour, minute, secs int
}

// wallOf is what the clocks of zone show at t.
func wallOf(t time.Time, zone *time.Location) wall {
	t = t.In(zone)
	return wall{t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second()}
}

// in is the instant at which the clocks of zone show w. A time that a clock change skips is as much later as the change
// is long (02:30 becomes 03:30), one that happens twice is the first of the two: as iCalendar (RFC 5545) has it.
func (w wall) in(zone *time.Location) time.Time {
	utc := time.Date(w.year, w.month, w.day, w.hour, w.minute, w.secs, 0, time.UTC)
	before := offset(utc.Add(-24*time.Hour), zone)
	first := utc.Add(-before)
	if offset(first, zone) == before {
		return first
	}
	after := offset(utc.Add(24*time.Hour), zone)
	if second := utc.Add(-after); offset(second, zone) == after {
		return second
	}
	return first
}

// offset is how far the clocks of zone are ahead of UTC at t.
func offset(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// dayOf is the day of w, at its start.
func (w wall) dayOf() wall { return wall{year: w.year, month: w.month, day: w.day} }

// plusDays is w so many days later.
func (w wall) plusDays(n int) wall {
	date := time.Date(w.year, w.month, w.day+n, 0, 0, 0, 0, time.UTC)
	w.year, w.month, w.day = date.Date()
	return w
}

// plusMonths is w so many months later, on the last day of the month where it has no such day.
func (w wall) plusMonths(n int) wall {
	first := time.Date(w.year, w.month+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	w.year, w.month, w.day = first.Year(), first.Month(), min(w.day, last)
	return w
}

// daysUntil is how many days the date of later is after that of w.
func (w wall) daysUntil(later wall) int {
	from := time.Date(w.year, w.month, w.day, 0, 0, 0, 0, time.UTC)
	to := time.Date(later.year, later.month, later.day, 0, 0, 0, 0, time.UTC)
	return int((to.Unix() - from.Unix()) / (24 * 60 * 60))
}

// monthsUntil is how many months the month of later is after that of w.
func (w wall) monthsUntil(later wall) int {
	return (later.year-w.year)*12 + int(later.month) - int(w.month)
}
