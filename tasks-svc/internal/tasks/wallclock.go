package tasks

import "time"

// wall is a date and time of day as a clock on the wall shows it, without a zone.
type wall struct {
	year               int
	month              time.Month
	day                int
	hour, minute, secs int
}

// wallOf returns what clocks in zone show at t.
func wallOf(t time.Time, zone *time.Location) wall {
	t = t.In(zone)
	return wall{t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second()}
}

// in returns the instant at which clocks in zone show w. A time that a clock change skips moves forward by the length
// of the change (02:30 becomes 03:30). Of a time that occurs twice, in returns the first. Both are as in iCalendar (RFC
// 5545).
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

// offset returns how far clocks in zone are ahead of UTC at t.
func offset(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// dayOf returns the start of w's day.
func (w wall) dayOf() wall { return wall{year: w.year, month: w.month, day: w.day} }

// plusDays returns w, n days later.
func (w wall) plusDays(n int) wall {
	date := time.Date(w.year, w.month, w.day+n, 0, 0, 0, 0, time.UTC)
	w.year, w.month, w.day = date.Date()
	return w
}

// plusMonths returns w, n months later. If that month has no such day, it returns the last day of the month.
func (w wall) plusMonths(n int) wall {
	first := time.Date(w.year, w.month+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	w.year, w.month, w.day = first.Year(), first.Month(), min(w.day, last)
	return w
}

// daysUntil returns the number of days from w to later.
func (w wall) daysUntil(later wall) int {
	from := time.Date(w.year, w.month, w.day, 0, 0, 0, 0, time.UTC)
	to := time.Date(later.year, later.month, later.day, 0, 0, 0, 0, time.UTC)
	return int((to.Unix() - from.Unix()) / (24 * 60 * 60))
}

// monthsUntil returns the number of months from w to later.
func (w wall) monthsUntil(later wall) int {
	return (later.year-w.year)*12 + int(later.month) - int(w.month)
}
