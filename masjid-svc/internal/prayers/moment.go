package prayers

import (
	"context"
	"fmt"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Moment is which prayer's time it is at a place.
type Moment struct {
	Place
	prayertime.Moment
	Params prayertime.Params
	Now    time.Time
	// Source is where the times are from at which the current and the next prayer begin.
	Source StartSource
	// NextJamaat is when the masjid prays the next prayer; the zero time where it has not said.
	NextJamaat time.Time
}

// Now returns which prayer's time it is now, and which comes next. Its errors are Day's.
func (s *Service) Now(ctx context.Context, q Question) (Moment, error) {
	place, calculator, err := s.placed(ctx, q)
	if err != nil {
		return Moment{}, err
	}
	now := s.Clock.Now().In(place.Zone)
	answer := Moment{Place: place, Params: calculator.Params(), Now: now, Source: Computed}
	if place.Masjid == nil {
		answer.Moment, err = calculator.At(now)
		return answer, refused(err)
	}
	today := prayertime.DateOf(now)
	schedule, err := s.schedule(ctx, place, calculator, today.AddDays(-1), today.AddDays(2))
	if err != nil {
		return Moment{}, err
	}
	if answer.Moment, answer.Source, err = schedule.at(now); err != nil {
		return Moment{}, err
	}
	day, err := schedule.day(dateOf(answer.Moment))
	if err != nil {
		return Moment{}, err
	}
	answer.NextJamaat = day.Jamaat[answer.Next]
	return answer, nil
}

// at finds the current and the next prayer.
func (s *schedule) at(now time.Time) (prayertime.Moment, StartSource, error) {
	if len(s.given) == 0 {
		moment, err := s.calculator.At(now)
		return moment, Computed, refused(err)
	}
	source := Computed
	var days []prayertime.Day
	for _, step := range []int{-1, 0, 1} {
		day, err := s.day(prayertime.DateOf(now).AddDays(step))
		if err != nil {
			return prayertime.Moment{}, "", err
		}
		if step == 0 {
			source = day.Source
		}
		days = append(days, day.Day)
	}
	moment, err := prayertime.At(now, days...)
	return moment, source, err
}

// dateOf is the date whose prayer the next one is.
func dateOf(m prayertime.Moment) prayertime.Date {
	date := prayertime.DateOf(m.NextStart)
	minutes := m.NextStart.Hour()*60 + m.NextStart.Minute()
	if m.Next == prayertime.Isha && masjids.IsAfterMidnight(masjids.StartOf(m.Next), minutes) {
		return date.AddDays(-1)
	}
	return date
}

// Phrase says a duration in words, by full minutes.
func Phrase(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	hours, minutes := minutes/60, minutes%60
	switch {
	case hours == 0:
		return count(minutes, "minute")
	case minutes == 0:
		return count(hours, "hour")
	default:
		return count(hours, "hour") + " " + count(minutes, "minute")
	}
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
