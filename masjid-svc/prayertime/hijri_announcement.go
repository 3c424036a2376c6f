package prayertime

import (
	"cmp"
	"fmt"
	"slices"
)

// Announcement is the first day of a Hijri month as a country's authority announced it.
type Announcement struct {
	Country     string // ISO 3166-1 alpha-2, capitals
	Year, Month int    // Hijri
	First       Date
}

// farthestAnnounced is how many days an announcement may lie from the country's calendar.
const farthestAnnounced = 2

// With returns the calendar with more announcements, each of which counts instead of what the calendar knows of its month. An
// announcement that the calendar already has and that leaves a month beside these of fewer than 29 or more than 30 days is
// dropped. The error is an [*InputError] for "country", "hijri_year", "hijri_month" or "first_day": a country or month that
// there is not, a day more than two from the country's calendar, a month given twice, and months of 28 or 31 days between two
// of these.
func (c *HijriCalendar) With(announcements []Announcement) (*HijriCalendar, error) {
	told := map[string][]monthStart{}
	for _, a := range announcements {
		start, err := c.announced(a)
		if err != nil {
			return nil, err
		}
		told[a.Country] = append(told[a.Country], start)
	}
	all := &HijriCalendar{sighted: map[string][]monthStart{}}
	for country, starts := range c.sighted {
		all.sighted[country] = starts
	}
	for country, starts := range told {
		slices.SortFunc(starts, byMonth)
		for i := 1; i < len(starts); i++ {
			if err := refuseSpacing(starts[i-1], starts[i]); err != nil {
				return nil, err
			}
		}
		all.sighted[country] = merged(c.sighted[country], starts)
	}
	return all, nil
}

// Check returns an error for an announcement that cannot be added to others of its country: one that With refuses, and one that
// leaves a month of fewer than 29 or more than 30 days beside what the calendar knows of the months around it.
func (c *HijriCalendar) Check(a Announcement, others []Announcement) error {
	start, err := c.announced(a)
	if err != nil {
		return err
	}
	known, err := c.With(others)
	if err != nil {
		return err
	}
	starts := known.sighted[a.Country]
	at, same := slices.BinarySearchFunc(starts, start, byMonth)
	if at > 0 {
		if err := refuseSpacing(starts[at-1], start); err != nil {
			return err
		}
	}
	if same {
		at++
	}
	if at < len(starts) {
		return refuseSpacing(start, starts[at])
	}
	return nil
}

func byMonth(a, b monthStart) int { return cmp.Compare(a.month, b.month) }

// announced checks an announcement by itself.
func (c *HijriCalendar) announced(a Announcement) (monthStart, error) {
	if err := checkCountry(a.Country); err != nil {
		return monthStart{}, invalid("country", "%v", err)
	}
	if _, err := c.Month(a.Year, a.Month, ""); err != nil {
		return monthStart{}, err
	}
	if err := a.First.validate(); err != nil {
		return monthStart{}, invalid("first_day", "%v", err)
	}
	month := HijriDate{Year: a.Year, Month: a.Month}.month()
	expected, _ := HijriRuleIn(a.Country).start(month)
	if off := a.First.epochDay() - expected; off < -farthestAnnounced || off > farthestAnnounced {
		return monthStart{}, invalid("first_day", "%s cannot be the first of %s in %s: the calendar there expects %s, and a moon makes it at "+
			"most %d days earlier or later", a.First, month.name(), a.Country, onEpochDay(expected), farthestAnnounced)
	}
	return monthStart{month: month, day: a.First.epochDay()}, nil
}

// refuseSpacing returns an error unless the months from one start to the next have 29 or 30 days each.
func refuseSpacing(a, b monthStart) error {
	months, days := int(b.month-a.month), b.day-a.day
	switch {
	case months == 0:
		return invalid("hijri_month", "%s is announced twice", b.month.name())
	case fits(a, b):
		return nil
	case months == 1:
		return invalid("first_day", "%s would have %d days, from %s to %s; a month has 29 or 30", a.month.name(), days,
			onEpochDay(a.day), onEpochDay(b.day).AddDays(-1))
	default:
		return invalid("first_day", "the %d months from %s to %s would have %d days; a month has 29 or 30", months, a.month.name(),
			b.month.name(), days)
	}
}

func fits(a, b monthStart) bool {
	months, days := int(b.month-a.month), b.day-a.day
	return days >= months*shortMonth && days <= months*longMonth
}

func (m hijriMonth) name() string {
	return fmt.Sprintf("%s %d", hijriMonths[int(m)%12], int(m)/12)
}

// merged returns the starts of both in order: all that are told, and of the known ones those that fit between them.
func merged(known, told []monthStart) []monthStart {
	all := slices.Clone(told)
	for _, k := range known {
		at, same := slices.BinarySearchFunc(told, k, byMonth)
		if same || at > 0 && !fits(told[at-1], k) || at < len(told) && !fits(k, told[at]) {
			continue
		}
		all = append(all, k)
	}
	slices.SortFunc(all, byMonth)
	return all
}
