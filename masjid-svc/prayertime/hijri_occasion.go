package prayertime

import (
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/hijri-occasions.csv
var embeddedOccasions string

// Occasion is a day or some days of the Hijri year that people call by a name.
type Occasion struct {
	Key   string
	Month int // 0 is each month
	Day   int // the first
	Days  int // how many; 0 is until the end of the month
	// Night reports whether the night before the first day is meant.
	Night bool
	// Also is a name that it shares with other occasions; "" for none.
	Also string
	// City is where it takes place, whose days it has for everybody; "" where each country has its own.
	City string
}

var occasions = sync.OnceValue(func() []Occasion {
	all, err := readOccasions(strings.NewReader(embeddedOccasions))
	if err != nil {
		panic("prayertime: the embedded occasions: " + err.Error()) // a test reads them
	}
	return all
})

// OccasionsNamed returns the occasion with a key, such as eid_al_fitr, or those that share a name, such as eid. The error is an
// [*InputError] for "occasion".
func OccasionsNamed(name string) ([]Occasion, error) {
	var named []Occasion
	for _, o := range occasions() {
		if o.Key == name || o.Also == name {
			named = append(named, o)
		}
	}
	if name == "" || len(named) == 0 {
		return nil, invalid("occasion", "%q is not a known occasion", name)
	}
	return named, nil
}

func readOccasions(r io.Reader) ([]Occasion, error) {
	var all []Occasion
	return all, readRecords(r, 7, func(record []string) error {
		numbers := [3]int{}
		for i := range numbers {
			var err error
			if numbers[i], err = strconv.Atoi(record[i+1]); err != nil || numbers[i] < 0 || numbers[i] > longMonth {
				return fmt.Errorf("%s: %q is not a number from 0 to 30", record[0], record[i+1])
			}
		}
		all = append(all, Occasion{
			Key: record[0], Month: numbers[0], Day: numbers[1], Days: numbers[2], Night: record[4] == "yes", Also: record[5], City: record[6],
		})
		return nil
	})
}

// Span is some days in a row.
type Span struct {
	First, Last Date
	Hijri       HijriDate // of the first
}

// Next returns the first occurrence of an occasion in a country that is not over before a date. The error is an [*InputError]
// for "date" where none is in the calendar of Umm al-Qura.
func (c *HijriCalendar) Next(o Occasion, from Date, country string) (Span, error) {
	month := c.Date(from, country).month()
	for m := month - 1; m <= month+2*12+1; m++ {
		if o.Month != 0 && int(m)%12+1 != o.Month {
			continue
		}
		at, err := c.Month(int(m)/12, int(m)%12+1, country)
		if err != nil || o.Day > at.Days { // a 30th of a month with 29 days
			continue
		}
		last := at.First.AddDays(at.Days - 1)
		if o.Days > 0 {
			last = at.First.AddDays(o.Day - 1 + o.Days - 1)
		}
		if last.epochDay() >= from.epochDay() {
			return Span{First: at.First.AddDays(o.Day - 1), Last: last, Hijri: m.date(o.Day, at.Basis)}, nil
		}
	}
	return Span{}, invalid("date", "there is none from %s on in the calendar, which is known from 1356 to 1500 AH", from)
}

// Gregorian returns the day of a Hijri date in a country. The error is an [*InputError] for "hijri_year", "hijri_month" or
// "hijri_day".
func (c *HijriCalendar) Gregorian(year, month, day int, country string) (Date, error) {
	at, err := c.Month(year, month, country)
	if err != nil {
		return Date{}, err
	}
	if day < 1 || day > at.Days {
		return Date{}, invalid("hijri_day", "%s %d has %d days there, not %d", hijriMonths[month-1], year, at.Days, day)
	}
	return at.First.AddDays(day - 1), nil
}
