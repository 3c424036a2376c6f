package prayertime

import (
	"errors"
	"time"
)

// ErrNotCovered means that the given days do not surround the instant.
var ErrNotCovered = errors.New("the days given do not cover the instant")

// Moment is where an instant lies among the prayers.
type Moment struct {
	Current Prayer    // NoPrayer between sunrise and Dhuhr
	Start   time.Time // of Current; zero for NoPrayer
	End     time.Time // of Current; zero for NoPrayer

	Next      Prayer
	NextStart time.Time
	Remaining time.Duration // until NextStart, above 0

	Forbidden *Forbidden // the time in which the instant lies, including those for voluntary prayers alone; nil: none
}

// At returns the current and the next prayer at an instant. The days must be successive. Those of yesterday, today and
// tomorrow by the clock of the place are always enough; otherwise the error may be [ErrNotCovered].
func At(now time.Time, days ...Day) (Moment, error) {
	var m Moment
	covered := false
	for i := range days {
		day := &days[i]
		for _, p := range Prayers() {
			start := day.Start(p)
			if start.After(now) {
				if m.Next == NoPrayer {
					m.Next, m.NextStart, m.Remaining = p, start, start.Sub(now)
				}
				continue
			}
			covered = true
			m = Moment{Current: p, Start: start}
			if p != Isha || i+1 < len(days) {
				m.End = day.End(p, &days[min(i+1, len(days)-1)])
			}
		}
	}
	if !covered || m.Next == NoPrayer {
		return Moment{}, ErrNotCovered
	}
	if !m.End.After(now) { // only Fajr ends before the next prayer begins
		m.Current, m.Start, m.End = NoPrayer, time.Time{}, time.Time{}
	}
	m.Forbidden = forbiddenAt(now, days)
	return m, nil
}

// forbiddenAt returns the forbidden time in which an instant lies, or nil.
func forbiddenAt(now time.Time, days []Day) *Forbidden {
	for i := range days {
		for _, f := range days[i].Forbidden() {
			if !now.Before(f.From) && now.Before(f.Until) {
				return &f
			}
		}
	}
	return nil
}

// At is the package's [At] with computed days. Its errors are those of Around.
func (c *Calculator) At(now time.Time) (Moment, error) {
	days, err := c.Around(now)
	if err != nil {
		return Moment{}, err
	}
	return At(now, days[:]...)
}

// Around computes yesterday, today and tomorrow, as seen from an instant at the place. The error is an [*InputError]
// for "date" outside the years that are computed, or [ErrUnordered].
func (c *Calculator) Around(now time.Time) (days [3]Day, err error) {
	today := DateOf(now.In(c.zone))
	if err := today.validate(); err != nil {
		return days, err
	}
	var ahead solved
	for i, date := range [3]Date{c.neighbour(today, -1), today, c.neighbour(today, 1)} {
		clock, _ := c.twelve(date)
		if days[i], ahead, err = c.dayOf(ahead, date, clock); err != nil {
			return days, err
		}
	}
	return days, nil
}

// neighbour returns the date before or after, and skips a date that the zone left out.
func (c *Calculator) neighbour(date Date, step int) Date {
	next := date.AddDays(step)
	if _, exists := c.twelve(next); !exists {
		next = next.AddDays(step)
	}
	return next
}
