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
	latestDue   = time.Date(9998, 12, 31, 0, 0, 0, 0, time.UTC) // leaves room for any zone in a four-digit year
)

var (
	errDueForm = errors.New("must be an ISO 8601 date and time such as 2026-11-25T18:30, 2026-11-25T18:30:00+05:00 or " +
		"2026-11-25 (the start of that day)")
	errDueRange = errors.New("must be in the years 1970 to 9998")
	errDate     = errors.New("must be a date that exists, such as 2026-11-30")
)

// isoForm matches ISO 8601 in its extended form, 2026-11-25T18:30:00.5+05:00, and its basic form, 20261125T183000+0500.
// A space or a small t may replace the T. Seconds, fraction, offset and the whole time of day are optional.
var isoForm = regexp.MustCompile(
	`^(?:(\d{4})-(\d{2})-(\d{2})|(\d{4})(\d{2})(\d{2}))` +
		`(?:[Tt ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?|(\d{2})(?:(\d{2})(?:[.,]\d{1,9})?)?)` +
		` ?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$`)

// offsetGroup is the number of the group of isoForm that holds the offset.
const offsetGroup = 12

// parseDue parses when a task is due. A text without an offset is in zone. A date alone means the start of that day,
// and 24:00 its end. Fractions of a second are dropped.
func parseDue(text string, zone *time.Location) (time.Time, error) {
	w, zone, err := parseWall(text, zone)
	if err != nil {
		return time.Time{}, err
	}
	due := w.in(zone)
	if due.Before(earliestDue) || due.After(latestDue) {
		return time.Time{}, errDueRange
	}
	return milliseconds(due), nil
}

// parseWall parses what clocks show when a task is due, and where; that is in zone for a text without an offset.
func parseWall(text string, zone *time.Location) (wall, *time.Location, error) {
	m := isoForm.FindStringSubmatch(text)
	if m == nil {
		return wall{}, nil, errDueForm
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
		return wall{}, nil, errDueForm
	}
	zone, err := parseOffset(m[offsetGroup], zone)
	if err != nil {
		return wall{}, nil, err
	}
	if w.hour == 24 {
		w = w.dayOf().plusDays(1)
	}
	return w, zone, nil
}

// exists reports whether w is a valid date and time of day.
func (w wall) exists() bool {
	date := time.Date(w.year, w.month, w.day, 0, 0, 0, 0, time.UTC)
	if date.Month() != w.month || date.Day() != w.day {
		return false
	}
	endOfDay := w.hour == 24 && w.minute == 0 && w.secs == 0
	return (w.hour < 24 || endOfDay) && w.minute < 60 && w.secs < 60
}

// parseOffset parses Z, +05, +0500 or +05:00. It returns zone for an empty text.
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

// number parses digits that matched the pattern. It returns 0 for none.
func number(digits string) int {
	n, _ := strconv.Atoi(digits) // at most four digits; none is 0
	return n
}

// parseDate parses YYYY-MM-DD.
func parseDate(text string) (wall, error) {
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return wall{}, errDate
	}
	return wallOf(date, time.UTC), nil
}
