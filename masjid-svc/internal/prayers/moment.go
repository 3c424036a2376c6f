package prayers

import (
	"context"
	"fmt"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Moment is the current prayer at a place.
type Moment struct {
	Place
	prayertime.Moment
	Params prayertime.Params
	Choice
	Now time.Time
	// Windows are the five prayers as seen from Now.
	Windows []prayertime.Window
	// Source is where the starts of the current and the next prayer are from.
	Source StartSource
	// NextJamaat is when the masjid prays the next prayer, zero if it has not said.
	NextJamaat time.Time
}

// Now returns the current and the next prayer. Its errors are those of Day.
func (s *Service) Now(ctx context.Context, q Question) (Moment, error) {
	asked, err := s.placed(ctx, q)
	if err != nil {
		return Moment{}, err
	}
	now := s.Clock.Now().In(asked.place.Zone)
	today := prayertime.DateOf(now)
	schedule, err := s.schedule(ctx, asked, today.AddDays(-1), today.AddDays(2))
	if err != nil {
		return Moment{}, err
	}
	answer := Moment{Place: asked.place, Params: asked.calculator.Params(), Choice: asked.choice, Now: now}
	days, err := schedule.around(now)
	if err != nil {
		return Moment{}, err
	}
	answer.Source = days[1].Source
	if answer.Moment, err = prayertime.At(now, days[0].Day, days[1].Day, days[2].Day); err != nil {
		return Moment{}, err
	}
	if answer.Windows, err = prayertime.Windows(now, &days[0].Day, &days[1].Day, &days[2].Day); err != nil {
		return Moment{}, err
	}
	if asked.place.Masjid == nil {
		return answer, nil
	}
	day, err := schedule.day(dateOf(answer.Moment))
	if err != nil {
		return Moment{}, err
	}
	answer.NextJamaat = day.Jamaat[answer.Next]
	return answer, nil
}

// around returns yesterday, today and tomorrow.
func (s *schedule) around(now time.Time) (days [3]Day, err error) {
	computed, err := s.calculator.Around(now)
	if err != nil {
		return days, refused(err)
	}
	for i := range computed {
		if days[i], err = s.with(computed[i]); err != nil {
			return days, err
		}
	}
	return days, nil
}

// dateOf returns the date to which the next prayer belongs.
func dateOf(m prayertime.Moment) prayertime.Date {
	date := prayertime.DateOf(m.NextStart)
	minutes := m.NextStart.Hour()*60 + m.NextStart.Minute()
	if m.Next == prayertime.Isha && masjids.IsAfterMidnight(masjids.StartOf(m.Next), minutes) {
		return date.AddDays(-1)
	}
	return date
}

// Phrase returns a duration in words, in full minutes.
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
