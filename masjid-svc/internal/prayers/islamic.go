package prayers

import (
	"context"
	"fmt"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// HijriQuestion asks for the Hijri date of a day, or for the day of an occasion or a Hijri date. Empty fields are not set.
type HijriQuestion struct {
	// Date is YYYY-MM-DD; empty means today at the place. An occasion, and a month and a day without a year, are the first
	// that are not over on it.
	Date string
	// Occasion is a name that prayertime.OccasionsNamed knows. Without one, and without Month, the question is about Date.
	Occasion         string
	Year, Month, Day int
}

// HijriDay is a day in both calendars.
type HijriDay struct {
	Place
	Date, Until prayertime.Date // the same unless an occasion has several days
	Today       prayertime.Date // at the place
	Hijri       prayertime.HijriDate
	// SinceSunset is the date that has begun, if the question is about today and the sun has set; else nil.
	SinceSunset *prayertime.HijriDate
	// MonthDays is how many days the month has, 29 or 30.
	MonthDays int
	Occasion  prayertime.Occasion // zero if none was asked for
	Rule      prayertime.HijriRule
}

// HijriDay returns a day in both calendars, as they are reckoned in the country of the place; of an occasion that takes place in a
// city, there. It returns masjids.Invalid if a question breaks a rule, and masjids.ErrNotFound if there is no such masjid.
func (s *Service) HijriDay(ctx context.Context, at Question, asked HijriQuestion) (HijriDay, error) {
	if err := asked.check(); err != nil {
		return HijriDay{}, err
	}
	occasions, err := asked.occasions()
	if err != nil {
		return HijriDay{}, refused(err)
	}
	if len(occasions) == 1 && occasions[0].City != "" {
		at = Question{UserID: at.UserID, City: occasions[0].City}
	}
	person := s.person(ctx, at)
	place, err := s.place(ctx, at, person)
	if err != nil {
		return HijriDay{}, err
	}
	from, err := s.date(place, asked.Date)
	if err != nil {
		return HijriDay{}, err
	}
	today, err := s.date(place, "")
	if err != nil {
		return HijriDay{}, err
	}
	day := HijriDay{Place: place, Today: today, Rule: prayertime.HijriRuleIn(place.Country)}
	calendar := s.Hijri()
	if err := day.find(calendar, from, asked, occasions); err != nil {
		return HijriDay{}, refused(err)
	}
	day.Hijri = calendar.Date(day.Date, place.Country)
	if month, err := calendar.Month(day.Hijri.Year, day.Hijri.Month, place.Country); err == nil {
		day.MonthDays = month.Days
	}
	if asked.isAboutADate() && day.Date == today {
		day.SinceSunset, err = s.sinceSunset(place, at, person)
	}
	return day, err
}

// sinceSunset returns the Hijri date that has begun today at a place, nil before its sunset, and where the sun does not set.
func (s *Service) sinceSunset(place Place, at Question, of person) (*prayertime.HijriDate, error) {
	reckoning, err := s.reckoning(place, at, of)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now().In(place.Zone)
	today := prayertime.DateOf(now)
	day, err := reckoning.calculator.Day(today)
	if err != nil {
		return nil, refused(err)
	}
	if day.Sunset.IsZero() || now.Before(day.Sunset) {
		return nil, nil
	}
	begun := s.Hijri().Date(today.AddDays(1), place.Country)
	return &begun, nil
}

// isAboutADate reports whether the question is about the Hijri date of a day, rather than about the day of something.
func (q HijriQuestion) isAboutADate() bool { return q.Occasion == "" && q.Month == 0 }

// occasions returns those that are asked for; a month with a day counts as one.
func (q HijriQuestion) occasions() ([]prayertime.Occasion, error) {
	if q.Occasion == "" {
		return []prayertime.Occasion{{Month: q.Month, Day: q.Day, Days: 1}}, nil
	}
	return prayertime.OccasionsNamed(q.Occasion)
}

// find sets the day that is asked for.
func (d *HijriDay) find(
	calendar *prayertime.HijriCalendar, from prayertime.Date, asked HijriQuestion, occasions []prayertime.Occasion,
) error {
	switch {
	case asked.isAboutADate():
		d.Date, d.Until = from, from
		return nil
	case asked.Year != 0:
		date, err := calendar.Gregorian(asked.Year, asked.Month, asked.Day, d.Country)
		d.Date, d.Until = date, date
		return err
	}
	for i, occasion := range occasions {
		span, err := calendar.Next(occasion, from, d.Country)
		if err != nil {
			return err
		}
		if i == 0 || span.First.DaysUntil(d.Date) > 0 {
			d.Date, d.Until, d.Occasion = span.First, span.Last, occasion
		}
	}
	return nil
}

func (q HijriQuestion) check() error {
	switch {
	case q.Occasion != "" && (q.Month != 0 || q.Day != 0 || q.Year != 0):
		return masjids.Invalid{{Field: "occasion", Message: "must not be given with hijri_month, hijri_day or hijri_year"}}
	case q.Month != 0 && q.Day == 0:
		return masjids.Invalid{{Field: "hijri_day", Message: "must be given with hijri_month"}}
	case q.Month == 0 && q.Day != 0:
		return masjids.Invalid{{Field: "hijri_month", Message: "must be given with hijri_day"}}
	case q.Month == 0 && q.Year != 0:
		return masjids.Invalid{{Field: "hijri_month", Message: "must be given with hijri_year"}}
	default:
		return nil
	}
}

// Notes says in words what to know about the date.
func (d *HijriDay) Notes() []string {
	notes := []string{"the Islamic day begins at the sunset before; the date is that of the daylight"}
	if d.Hijri.Basis == prayertime.BasisExpected {
		notes = append(notes, fmt.Sprintf("%s has not been announced there: with the moon the date may be a day earlier or later",
			d.Hijri.MonthName()))
	}
	if d.Hijri.Basis == prayertime.BasisUmmAlQura {
		notes = append(notes, notesOnYear(d.Hijri.Year)...)
	}
	if d.Rule.Calendar == prayertime.FollowsDiyanet && d.Hijri.Basis == prayertime.BasisUmmAlQura {
		notes = append(notes, "Diyanet's calendar is published until 1449 AH; beyond it the date is that of Umm al-Qura")
	}
	return notes
}

// notesOnYear says in words what to know about a year of the Umm al-Qura calendar.
func notesOnYear(year int) []string {
	const sameRules, authoritysLast = 1420, 1500
	switch {
	case year < sameRules:
		return []string{"before 1420 AH this is the calendar of Umm al-Qura as its authority computes it today; the one that was printed at " +
			"the time may differ by a day or two"}
	case year > authoritysLast:
		return []string{"the authority of Umm al-Qura publishes its calendar until 1500 AH; beyond it, until 1600, the months are those that " +
			"programs expect"}
	default:
		return nil
	}
}
