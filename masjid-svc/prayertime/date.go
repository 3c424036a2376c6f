package prayertime

import (
	"fmt"
	"time"
)

// The years for which times are computed, both included. The astronomy holds far beyond them; human conventions (zones,
// calendars) do not.
const (
	MinYear = 1900
	MaxYear = 2100
)

// Date is a day of the Gregorian calendar, as it is named at the place of prayer.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the date of t in its own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{Year: year, Month: month, Day: day}
}

// ParseDate parses YYYY-MM-DD. The error is an [*InputError] for "date".
func ParseDate(text string) (Date, error) {
	date, err := parseDay(text)
	if err != nil {
		return Date{}, err
	}
	return date, date.validate()
}

// parseDay is ParseDate for any year.
func parseDay(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, invalid("date", "%q is not a date; expected YYYY-MM-DD, such as 2026-11-30", text)
	}
	return DateOf(t), nil
}

// String returns YYYY-MM-DD.
func (d Date) String() string {
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
}

// AddDays returns the date n days later, or earlier if n is negative.
func (d Date) AddDays(n int) Date {
	return DateOf(time.Date(d.Year, d.Month, d.Day+n, 0, 0, 0, 0, time.UTC))
}

// DaysUntil returns how many days it is from the date to another one, negative to an earlier one.
func (d Date) DaysUntil(other Date) int { return other.epochDay() - d.epochDay() }

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Weekday()
}

// validate returns an error for a date that does not exist, and for a year outside MinYear to MaxYear.
func (d Date) validate() error {
	if d.Year < MinYear || d.Year > MaxYear {
		return invalid("date", "the year is %d; it must be from %d to %d", d.Year, MinYear, MaxYear)
	}
	if d != d.AddDays(0) {
		return invalid("date", "%s does not exist", d)
	}
	return nil
}

// epochDay returns the number of days since 1970-01-01.
func (d Date) epochDay() int {
	return int(time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// yearDay returns the day of the year, 1 for the first of January.
func (d Date) yearDay() int {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).YearDay()
}

// daysIn returns the number of days of a Gregorian year.
func daysIn(year int) int {
	return Date{Year: year, Month: time.December, Day: 31}.yearDay()
}
