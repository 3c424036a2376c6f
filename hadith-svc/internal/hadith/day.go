package hadith

import (
	"errors"
	"time"
)

// Day is a date, as days since 1 January 1970.
type Day int

// Anchor is the day on which the library's first cycle begins: 1 January 2026.
const Anchor Day = 20454

var errDate = errors.New("must be a date that exists, such as 2026-11-30")

// ParseDay parses YYYY-MM-DD.
func ParseDay(text string) (Day, error) {
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, errDate
	}
	return dayOf(date), nil
}

// dayOf returns the date of t in its zone.
func dayOf(t time.Time) Day {
	year, month, day := t.Date()
	seconds := time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()
	const perDay = 24 * 60 * 60
	return Day(floorDiv(int(seconds), perDay))
}

// String returns YYYY-MM-DD.
func (d Day) String() string {
	return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)).Format(time.DateOnly)
}

// AfterEverywhere returns the first day that has begun nowhere on earth at t. Clocks are at most 14 hours ahead of UTC.
func AfterEverywhere(t time.Time) Day {
	return dayOf(t.In(time.FixedZone("", 14*60*60))) + 1
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
