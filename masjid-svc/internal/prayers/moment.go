package prayers

import (
	"context"
	"fmt"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Moment is which prayer's time it is at a place.
type Moment struct {
	Place
	prayertime.Moment
	Params prayertime.Params
	Now    time.Time
	// NextJamaat is when the masjid prays the next prayer; the zero time where it has not said.
	NextJamaat time.Time
}

// Now returns which prayer's time it is now, and which comes next. Its errors are Day's.
func (s *Service) Now(ctx context.Context, q Question) (Moment, error) {
	place, err := s.place(ctx, q)
	if err != nil {
		return Moment{}, err
	}
	calculator, err := s.calculator(place, q)
	if err != nil {
		return Moment{}, err
	}
	now := s.Clock.Now().In(place.Zone)
	moment, err := calculator.At(now)
	if err != nil {
		return Moment{}, refused(err)
	}
	answer := Moment{Place: place, Moment: moment, Params: calculator.Params(), Now: now}
	if place.Masjid == nil {
		return answer, nil
	}
	date := prayertime.DateOf(moment.NextStart)
	if moment.Next == prayertime.Isha && moment.NextStart.Hour()*60 < lateIsha {
		date = date.AddDays(-1)
	}
	computed, err := calculator.Day(date)
	if err != nil {
		return Moment{}, refused(err)
	}
	day := Day{Place: place, Day: computed}
	day.congregate()
	answer.NextJamaat = day.Jamaat[moment.Next]
	return answer, nil
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
