package masjids

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// TimetableDay is a masjid's own timetable of a date. It takes precedence over computed times and over the masjid's
// rules.
type TimetableDay struct {
	// MasjidID is the masjid's id, or 0 in an import that identifies the masjid by Source and SourceRef.
	MasjidID          int32
	Source, SourceRef string
	Date              prayertime.Date
	Times             Times
}

// Times are times of day, in minutes after midnight by the masjid's clock. An isha before 05:00 is after the midnight
// that ends the date.
type Times map[Entry]int

// Entry names a time of a timetable: when a prayer begins, or when it is prayed in congregation.
type Entry string

// Sunrise is the entry that belongs to no prayer.
const Sunrise Entry = "sunrise"

// StartOf returns the entry for when a prayer begins.
func StartOf(p prayertime.Prayer) Entry { return Entry(OccasionOf(p)) }

// JamaatOf returns the entry for when an occasion is prayed in congregation. Jumu'ah has no other time.
func JamaatOf(o Occasion) Entry {
	if o.IsDaily() {
		return Entry(o) + "_jamaat"
	}
	return Entry(o)
}

// Entries returns all entries, as the columns of a timetable are named.
func Entries() []Entry {
	entries := slices.Clone(startEntries)
	for _, p := range prayertime.Prayers() {
		entries = append(entries, JamaatOf(OccasionOf(p)))
	}
	for _, o := range Jummahs() {
		entries = append(entries, JamaatOf(o))
	}
	return entries
}

// startEntries are in the order of the day.
var startEntries = []Entry{"fajr", Sunrise, "dhuhr", "asr", "maghrib", "isha"}

// HasStarts reports whether t says when the prayers begin.
func (t Times) HasStarts() bool {
	_, has := t[startEntries[0]]
	return has
}

// Validate returns what is wrong with the times of a day: starts must be given for all five prayers or for none, and in
// the order of the day, and no jamaat may be before its prayer begins.
func (t Times) Validate() error {
	if err := t.validateStarts(); err != nil {
		return err
	}
	for _, p := range prayertime.Prayers() {
		start, jamaat := StartOf(p), JamaatOf(OccasionOf(p))
		begins, hasStart := t.of(start)
		prayed, hasJamaat := t.of(jamaat)
		if hasStart && hasJamaat && prayed < begins {
			return fmt.Errorf("%s %s is before %s begins, %s", jamaat, FormatClock(t[jamaat]), start, FormatClock(t[start]))
		}
	}
	return nil
}

func (t Times) validateStarts() error {
	var last Entry
	count := 0
	for _, entry := range startEntries {
		at, given := t.of(entry)
		if !given {
			continue
		}
		if before, ok := t.of(last); ok && at <= before {
			return fmt.Errorf("%s %s is not after %s %s; times must be in the order of the day, by a 24-hour clock",
				entry, FormatClock(t[entry]), last, FormatClock(t[last]))
		}
		last = entry
		if entry != Sunrise {
			count++
		}
	}
	_, hasSunrise := t[Sunrise]
	if count != 0 && count != len(prayertime.Prayers()) || count == 0 && hasSunrise {
		return errors.New("fajr, dhuhr, asr, maghrib and isha must all be given, or none of them and no sunrise")
	}
	return nil
}

// of returns a time in minutes after the midnight that begins the date.
func (t Times) of(entry Entry) (int, bool) {
	at, given := t[entry]
	if given && IsAfterMidnight(entry, at) {
		at += minuteMax + 1
	}
	return at, given
}

// IsAfterMidnight reports whether a time of an entry belongs to the next date: an isha before 05:00.
func IsAfterMidnight(entry Entry, minutes int) bool {
	return minutes < lateIsha && (entry == StartOf(prayertime.Isha) || entry == JamaatOf(Isha))
}

// lateIsha is the time, in minutes after midnight, before which an isha belongs to the day before.
const lateIsha = 5 * 60

// FormatTimes returns times in the form that ParseTimes reads.
func FormatTimes(t Times) string {
	var texts []string
	for _, entry := range Entries() {
		if at, given := t[entry]; given {
			texts = append(texts, string(entry)+"="+FormatClock(at))
		}
	}
	return strings.Join(texts, "; ")
}

// ParseTimes parses what FormatTimes returns: fajr=05:33; fajr_jamaat=06:00.
func ParseTimes(text string) (Times, error) {
	times := Times{}
	for one := range strings.SplitSeq(text, ";") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		name, clock, _ := strings.Cut(one, "=")
		if !slices.Contains(Entries(), Entry(name)) {
			return nil, fmt.Errorf("%q is not an entry of a timetable", name)
		}
		at, err := ParseClock(clock)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		times[Entry(name)] = at
	}
	return times, nil
}

// FormatClock returns minutes after midnight as HH:MM.
func FormatClock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
