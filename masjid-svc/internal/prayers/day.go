package prayers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Day is the prayer times of a date at a place.
type Day struct {
	Place
	prayertime.Day
	Params prayertime.Params
	Choice
	// Source is where the starts of the prayers are from.
	Source StartSource
	Hijri  prayertime.HijriDate
	Qibla  float64
	// Jamaat is when the masjid prays each of the five prayers, zero if it has not said.
	Jamaat map[prayertime.Prayer]time.Time
	// Jummahs are the times of the masjid's Jumu'ah, on a Friday.
	Jummahs []time.Time
	// Next is the day after, with whose Fajr the time of Isha ends, or zero after the last date that is computed. Only
	// Service.Day fills it in.
	Next prayertime.Day
	// Remarks explain what is unexpected about the times.
	Remarks []string

	given masjids.Times // the masjid's timetable of the date
}

// Day returns the prayer times of a date (YYYY-MM-DD; empty means today at the place). It returns masjids.Invalid if
// the question breaks a rule, and masjids.ErrNotFound if there is no such masjid.
func (s *Service) Day(ctx context.Context, q Question, date string) (Day, error) {
	asked, err := s.placed(ctx, q)
	if err != nil {
		return Day{}, err
	}
	on, err := s.date(asked.place, date)
	if err != nil {
		return Day{}, err
	}
	schedule, err := s.schedule(ctx, asked, on, on.AddDays(1))
	if err != nil {
		return Day{}, err
	}
	day, err := schedule.day(on)
	if err != nil {
		return Day{}, err
	}
	if day.Qibla, err = prayertime.Qibla(asked.calculator.Place()); err != nil {
		return Day{}, refused(err)
	}
	day.Next = schedule.dayAfter(on)
	day.Hijri = s.Hijri().Date(on, asked.place.Country)
	return day, nil
}

// Days returns the prayer times of n dates, without qibla and Hijri date. Its errors are those of Day.
func (s *Service) Days(ctx context.Context, q Question, date string, n int) ([]Day, error) {
	asked, err := s.placed(ctx, q)
	if err != nil {
		return nil, err
	}
	from, err := s.date(asked.place, date)
	if err != nil {
		return nil, err
	}
	schedule, err := s.schedule(ctx, asked, from, from.AddDays(n))
	if err != nil {
		return nil, err
	}
	days := make([]Day, 0, n)
	for computed, err := range asked.calculator.Days(from, n) {
		if err != nil {
			return nil, refused(err)
		}
		day, err := schedule.with(computed)
		if err != nil {
			return nil, err
		}
		days = append(days, day)
	}
	return days, nil
}

// reckoning is the place that a question means, and the calculator of its times.
type reckoning struct {
	place      Place
	choice     Choice
	calculator *prayertime.Calculator
}

// placed determines the place that a question means, and the calculator of its times.
func (s *Service) placed(ctx context.Context, q Question) (reckoning, error) {
	person := s.person(ctx, q)
	place, err := s.place(ctx, q, person)
	if err != nil {
		return reckoning{}, err
	}
	return s.reckoning(place, q, person)
}

// date parses a date. Empty means today at a place.
func (s *Service) date(place Place, text string) (prayertime.Date, error) {
	if text == "" {
		return prayertime.DateOf(s.Clock.Now().In(place.Zone)), nil
	}
	date, err := prayertime.ParseDate(text)
	return date, refused(err)
}

func (s *Service) reckoning(place Place, q Question, of person) (reckoning, error) {
	choice, err := s.choice(place, q, of)
	if err != nil {
		return reckoning{}, err
	}
	calculator, err := prayertime.New(
		prayertime.Place{Latitude: place.Point.Latitude, Longitude: place.Point.Longitude}, place.Zone,
		prayertime.Params{Method: choice.Method, Asr: choice.Asr, HighLatitude: prayertime.HighLatitudeRule(q.HighLatitude)})
	return reckoning{place, choice, calculator}, refused(err)
}

// CustomMethod has the question's own angles.
const CustomMethod = "custom"

// method returns the method that the question names, or the zero Method.
func (q *Question) method() (prayertime.Method, error) {
	isCustom := q.Method == CustomMethod
	for _, own := range []struct {
		field string
		angle *float64
	}{{"fajr_angle", q.FajrAngle}, {"isha_angle", q.IshaAngle}} {
		switch {
		case isCustom && own.angle == nil:
			return prayertime.Method{}, &prayertime.InputError{Field: own.field, Message: "must be given with the method custom"}
		case !isCustom && own.angle != nil:
			return prayertime.Method{}, &prayertime.InputError{
				Field: own.field, Message: "needs the method custom; other methods have their own angles",
			}
		}
	}
	switch {
	case isCustom:
		return prayertime.Custom(*q.FajrAngle, *q.IshaAngle), nil
	case q.Method == "":
		return prayertime.Method{}, nil
	default:
		return prayertime.MethodNamed(q.Method)
	}
}

// refused names the field of a value that cannot be used in the computation.
func refused(err error) error {
	var input *prayertime.InputError
	if errors.As(err, &input) {
		return masjids.Invalid{{Field: input.Field, Message: input.Message}}
	}
	return err
}

// Shown returns the time at which one goes to pray: the jamaat if there is one, else the start of the prayer's time.
func (d *Day) Shown(p prayertime.Prayer) (at time.Time, isJamaat bool) {
	if at := d.Jamaat[p]; !at.IsZero() {
		return at, true
	}
	return d.Start(p), false
}

// congregate determines when the masjid prays.
func (d *Day) congregate() {
	d.Jamaat = map[prayertime.Prayer]time.Time{}
	if d.Masjid == nil {
		return
	}
	for _, p := range prayertime.Prayers() {
		if rule, ok := d.rule(masjids.OccasionOf(p)); ok {
			d.Jamaat[p] = d.at(rule, p)
		}
	}
	if time.Date(d.Date.Year, d.Date.Month, d.Date.Day, 0, 0, 0, 0, time.UTC).Weekday() != time.Friday {
		return
	}
	for _, occasion := range masjids.Jummahs() {
		if rule, ok := d.rule(occasion); ok {
			d.Jummahs = append(d.Jummahs, d.at(rule, prayertime.Dhuhr))
		}
	}
}

// rule returns the rule for an occasion on the date: that of the masjid's timetable, or else the masjid's own.
func (d *Day) rule(of masjids.Occasion) (masjids.Jamaat, bool) {
	if minutes, has := d.given[masjids.JamaatOf(of)]; has {
		return masjids.Jamaat{Of: of, Minutes: minutes}, true
	}
	return masjids.RuleOn(d.Masjid.Jamaat, of, d.Date)
}

// at returns the time of a rule for a prayer, which is never before the prayer's time begins.
func (d *Day) at(rule masjids.Jamaat, p prayertime.Prayer) time.Time {
	start := d.Start(p)
	if rule.AfterAdhan {
		return start.Add(time.Duration(rule.Minutes) * time.Minute)
	}
	clock := d.byClock(rule.Minutes, masjids.IsAfterMidnight(masjids.JamaatOf(rule.Of), rule.Minutes))
	if clock.Before(start) {
		d.Remarks = append(d.Remarks, fmt.Sprintf("the masjid gives %s for %s, before its time begins; the beginning is shown instead",
			clock.Format(HoursMinutes), rule.Of))
		return start
	}
	if end := d.end(p); !end.IsZero() && !clock.Before(end) {
		d.Remarks = append(d.Remarks, fmt.Sprintf("the masjid gives %s for %s, after its time has ended at %s",
			clock.Format(HoursMinutes), rule.Of, end.Format(HoursMinutes)))
	}
	return clock
}

// end returns when the time of a prayer ends, or zero for Isha, which lasts until the next day.
func (d *Day) end(p prayertime.Prayer) time.Time {
	if p == prayertime.Isha {
		return time.Time{}
	}
	return d.End(p, nil)
}

// byClock returns a time of the date by the masjid's clock, in minutes after midnight. If late, it is after the next
// midnight.
func (d *Day) byClock(minutes int, late bool) time.Time {
	day := d.Date
	if late {
		day = day.AddDays(1)
	}
	return time.Date(day.Year, day.Month, day.Day, 0, minutes, 0, 0, d.clock()).In(d.Zone)
}

// HoursMinutes is the layout of times of day.
const HoursMinutes = "15:04"

// clock returns the zone of the masjid's times.
func (d *Day) clock() *time.Location {
	if zone, err := time.LoadLocation(d.Masjid.Timezone); err == nil {
		return zone
	}
	return d.Zone
}
