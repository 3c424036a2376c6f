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
	Hijri  prayertime.HijriDate
	Qibla  float64
	// Jamaat is when the masjid prays each of the five; the zero time where it has not said.
	Jamaat map[prayertime.Prayer]time.Time
	// Jummahs are the masjid's Jumu'ah, on a Friday.
	Jummahs []time.Time
	// Remarks say what one might not expect of the times.
	Remarks []string
}

// Day returns the prayer times of a date (YYYY-MM-DD; today at the place when empty). It returns masjids.Invalid when
// the question breaks a rule, and masjids.ErrNotFound when there is no such masjid.
func (s *Service) Day(ctx context.Context, q Question, date string) (Day, error) {
	place, err := s.place(ctx, q)
	if err != nil {
		return Day{}, err
	}
	on := prayertime.DateOf(s.Clock.Now().In(place.Zone))
	if date != "" {
		if on, err = prayertime.ParseDate(date); err != nil {
			return Day{}, refused(err)
		}
	}
	calculator, err := s.calculator(place, q)
	if err != nil {
		return Day{}, err
	}
	computed, err := calculator.Day(on)
	if err != nil {
		return Day{}, refused(err)
	}
	qibla, err := prayertime.Qibla(calculator.Place())
	if err != nil {
		return Day{}, refused(err)
	}
	day := Day{Place: place, Day: computed, Params: calculator.Params(), Hijri: s.Hijri.Date(on, place.Country), Qibla: qibla}
	for _, note := range computed.Notes {
		day.Remarks = append(day.Remarks, note.String())
	}
	day.congregate()
	return day, nil
}

func (s *Service) calculator(place Place, q Question) (*prayertime.Calculator, error) {
	params := prayertime.Params{Asr: prayertime.AsrRule(q.Asr), HighLatitude: prayertime.HighLatitudeRule(q.HighLatitude)}
	if params.Asr == "" {
		params.Asr = prayertime.AsrRule(place.asr)
	}
	if q.Method != "" {
		method, err := prayertime.MethodNamed(q.Method)
		if err != nil {
			return nil, refused(err)
		}
		params.Method = method
	}
	calculator, err := prayertime.New(
		prayertime.Place{Latitude: place.Point.Latitude, Longitude: place.Point.Longitude}, place.Zone, params)
	return calculator, refused(err)
}

// refused names the field of a value that cannot be computed with.
func refused(err error) error {
	var input *prayertime.InputError
	if errors.As(err, &input) {
		return masjids.Invalid{{Field: input.Field, Message: input.Message}}
	}
	return err
}

// Shown is a prayer's time as one goes to pray it: the jamaat where there is one, else when its time begins.
func (d *Day) Shown(p prayertime.Prayer) (at time.Time, isJamaat bool) {
	if at := d.Jamaat[p]; !at.IsZero() {
		return at, true
	}
	return d.Start(p), false
}

// congregate finds when the masjid prays.
func (d *Day) congregate() {
	d.Jamaat = map[prayertime.Prayer]time.Time{}
	if d.Masjid == nil {
		return
	}
	for _, p := range prayertime.Prayers() {
		if rule, ok := masjids.RuleOn(d.Masjid.Jamaat, masjids.OccasionOf(p), d.Date); ok {
			d.Jamaat[p] = d.at(rule, p)
		}
	}
	if time.Date(d.Date.Year, d.Date.Month, d.Date.Day, 0, 0, 0, 0, time.UTC).Weekday() != time.Friday {
		return
	}
	for _, occasion := range masjids.Jummahs() {
		if rule, ok := masjids.RuleOn(d.Masjid.Jamaat, occasion, d.Date); ok {
			d.Jummahs = append(d.Jummahs, d.at(rule, prayertime.Dhuhr))
		}
	}
}

// at is when a rule says, in the time of a prayer: never before that begins.
func (d *Day) at(rule masjids.Jamaat, p prayertime.Prayer) time.Time {
	start := d.Start(p)
	if rule.AfterAdhan {
		return start.Add(time.Duration(rule.Minutes) * time.Minute)
	}
	day := d.Date
	if p == prayertime.Isha && rule.Minutes < lateIsha {
		day = day.AddDays(1)
	}
	clock := time.Date(day.Year, day.Month, day.Day, 0, rule.Minutes, 0, 0, d.clock()).In(d.Zone)
	if clock.Before(start) {
		d.Remarks = append(d.Remarks, fmt.Sprintf("the masjid gives %s for %s, before its time begins; the beginning is shown",
			clock.Format(HoursMinutes), rule.Of))
		return start
	}
	return clock
}

// lateIsha is until when, in minutes after midnight, an Isha is the day's before.
const lateIsha = 5 * 60

// HoursMinutes is the form of times of day.
const HoursMinutes = "15:04"

// clock is by which the masjid gives its times.
func (d *Day) clock() *time.Location {
	if zone, err := time.LoadLocation(d.Masjid.Timezone); err == nil {
		return zone
	}
	return d.Zone
}
