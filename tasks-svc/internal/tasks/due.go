package tasks

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	earliestDue = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	latestDue   = time.Date(9998, 12, 31, 0, 0, 0, 0, time.UTC) // leaves room for any zone in a year of four digits
)

var (
	errDueForm = errors.New("must be an ISO 8601 date and time such as 2026-11-25T18:30, 2026-11-25T18:30:00+05:00 or " +
		"2026-11-25 (which is its start)")
	errDueRange = errors.New("must be in the years 1970 to 9998")
	errDate     = errors.New("must be a date that exists, as YYYY-MM-DD")
)

// isoForm is ISO 8601 in its extended form, 2026-11-25T18:30:00.5+05:00, and its basic one, 20261125T183000+0500.
// A space or a small t may stand for the T; seconds, fraction, offset and the whole time of day may be left out.
var isoForm = regexp.MustCompile(
	`^(?:(\d{4})-(\d{2})-(\d{2})|(\d{4})(\d{2})(\d{2}))` +
		`(?:[Tt ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?|(\d{2})(?:(\d{2})(?:[.,]\d{1,9})?)?)` +
		` ?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$`)

// offsetGroup is the number of the group of isoForm that holds the offset.
const offsetGroup = 12

// parseDue reads when a task is due. Without an offset the text is in zone. A date alone is the start of that day,
// 24:00 the end of one. Fractions of a second are dropped.
func parseDue(text string, zone *time.Location) (time.Time, error) {
	m := isoForm.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, errDueForm
	}
	w := wall{
		year:   number(m[1] + m[4]),
		month:  time.Month(number(m[2] + m[5])),
		day:    number(m[3] + m[6]),
		hour:   number(m[7]),
		minute: number(m[8] + m[10]),
		secs:   number(m[9] + m[11]),
	}
	if !w.exists() {
		return time.Time{}, errDueForm
	}
	zone, err := parseOffset(m[offsetGroup], zone)
	if err != nil {
		return time.Time{}, err
	}
	if w.hour == 24 {
		w = w.dayOf().plusDays(1)
	}
	due := w.in(zone)
	if due.Before(earliestDue) || due.After(latestDue) {
		return time.Time{}, errDueRange
	}
	return milliseconds(due), nil
}

// exists says whether there is such a date and time of day.
func (w wall) exists() bool {
	date := time.Date(w.year, w.month, w.day, 0, 0, 0, 0, time.UTC)
	if date.Month() != w.month || date.Day() != w.day {
		return false
	}
	endOfDay := w.hour == 24 && w.minute == 0 && w.secs == 0
	return (w.hour < 24 || endOfDay) && w.minute < 60 && w.secs < 60
}

// parseOffset reads Z, +05, +0500 or +05:00; without one it is zone.
func parseOffset(text string, zone *time.Location) (*time.Location, error) {
	switch text {
	case "":
		return zone, nil
	case "Z", "z":
		return time.UTC, nil
	}
	digits := strings.ReplaceAll(text[1:], ":", "") + "00"
	hours, minutes := number(digits[:2]), number(digits[2:4])
	if hours > 23 || minutes > 59 {
		return nil, errDueForm
	}
	seconds := (hours*60 + minutes) * 60
	if text[0] == '-' {
		seconds = -seconds
	}
	return time.FixedZone("", seconds), nil
}

// number reads digits that the pattern has let through; none are 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // at most four digits, or none, which is 0
	return n
}

// parseDate reads YYYY-MM-DD.
func parseDate(text string) (wall, error) {
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return wall{}, errDate
	}
	return wallOf(date, time.UTC), nil
}
