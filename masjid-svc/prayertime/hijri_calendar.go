package prayertime

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed data/hijri-month-starts.csv
var embeddedMonthStarts string

// HijriCalendar returns Hijri dates by country: those of the calendar that the country follows, moved where its authority
// announced other first days. It is immutable once it was read.
type HijriCalendar struct {
	sighted map[string][]monthStart // by country, in order
}

type monthStart struct {
	month hijriMonth
	day   int // epoch day
}

// A month has 29 or 30 days.
const (
	shortMonth = 29
	longMonth  = 30
	// farthest is how many days an announcement may lie from the Umm al-Qura calendar. One that is further away is taken
	// for a mistake.
	farthest = 3
)

// DefaultHijriCalendar returns the calendar with the announcements that come with the package.
var DefaultHijriCalendar = sync.OnceValue(func() *HijriCalendar {
	calendar, err := ReadHijriCalendar(strings.NewReader(embeddedMonthStarts))
	if err != nil {
		panic("prayertime: the embedded month starts: " + err.Error()) // a test reads them
	}
	return calendar
})

// ReadHijriCalendar reads announcements as comma-separated values with a heading line: country (ISO 3166-1 alpha-2),
// Hijri year, month, first day (YYYY-MM-DD), source. It ignores lines that begin with #. It reports all mistakes:
// months outside the Umm al-Qura calendar, days more than three from it, a month given twice, and months between two
// announcements that would have fewer than 29 or more than 30 days.
func ReadHijriCalendar(r io.Reader) (*HijriCalendar, error) {
	calendar := &HijriCalendar{sighted: map[string][]monthStart{}}
	err := readRecords(r, 5, func(record []string) error {
		start, err := parseMonthStart(record)
		if err == nil {
			calendar.sighted[record[0]] = append(calendar.sighted[record[0]], start)
		}
		return err
	})
	mistakes := []error{err}
	for country, starts := range calendar.sighted {
		slices.SortFunc(starts, func(a, b monthStart) int { return int(a.month - b.month) })
		mistakes = append(mistakes, checkSpacing(country, starts)...)
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	return calendar, nil
}

func parseMonthStart(record []string) (monthStart, error) {
	if err := checkCountry(record[0]); err != nil {
		return monthStart{}, err
	}
	first, last := ummAlQura().years()
	year, err := strconv.Atoi(record[1])
	if err != nil || year < first || year > last {
		return monthStart{}, fmt.Errorf("year %q is not from %d to %d", record[1], first, last)
	}
	number, err := strconv.Atoi(record[2])
	if err != nil || number < 1 || number > 12 {
		return monthStart{}, fmt.Errorf("month %q is not from 1 to 12", record[2])
	}
	date, err := ParseDate(record[3])
	if err != nil {
		return monthStart{}, err
	}
	month := HijriDate{Year: year, Month: number}.month()
	if off := date.epochDay() - month.start(); off < -farthest || off > farthest {
		return monthStart{}, fmt.Errorf("%s is %d days from the Umm al-Qura calendar", date, off)
	}
	return monthStart{month: month, day: date.epochDay()}, nil
}

func checkSpacing(country string, starts []monthStart) (mistakes []error) {
	for i := 1; i < len(starts); i++ {
		months := int(starts[i].month - starts[i-1].month)
		days := starts[i].day - starts[i-1].day
		if months == 0 || days < months*shortMonth || days > months*longMonth {
			mistakes = append(mistakes, fmt.Errorf("%s: %d days for the %d months before %s",
				country, days, months, starts[i].month.date(1, BasisSighted)))
		}
	}
	return mistakes
}

// Date returns the Hijri date of a day in a country (ISO 3166-1 alpha-2, capitals). Countries that are not listed, and "",
// follow Umm al-Qura; outside that calendar's table the date is the zero HijriDate everywhere.
func (c *HijriCalendar) Date(date Date, country string) HijriDate {
	plain := UmmAlQuraDate(date)
	rule := HijriRuleIn(country)
	if plain == (HijriDate{}) || rule.Calendar == FollowsUmmAlQura && len(c.sighted[country]) == 0 {
		return plain
	}
	day, table := date.epochDay(), ummAlQura()
	for month := min(plain.month()+1, table.last()); month >= max(plain.month()-1, table.first); month-- {
		if first, basis := c.start(rule, country, month); first <= day && day < first+longMonth {
			return month.date(day-first+1, basis)
		}
	}
	return plain
}

// start returns the first day of a month: the announced one, or that of the country's calendar, as far as the nearest
// announcements before and after it leave room for months of 29 and 30 days.
func (c *HijriCalendar) start(rule HijriRule, country string, month hijriMonth) (int, HijriBasis) {
	starts := c.sighted[country]
	after, found := slices.BinarySearchFunc(starts, month, func(s monthStart, m hijriMonth) int { return int(s.month - m) })
	if found {
		return starts[after].day, BasisSighted
	}
	first, basis := rule.start(month)
	if after > 0 {
		first = starts[after-1].leaveRoom(first, month)
	}
	if after < len(starts) {
		first = starts[after].leaveRoom(first, month)
	}
	return first, basis
}

// leaveRoom returns the first day of another month, moved from a given one as far as the months between both must have 29 or 30 days.
func (s monthStart) leaveRoom(first int, month hijriMonth) int {
	months := int(month - s.month)
	a, b := s.day+months*shortMonth, s.day+months*longMonth
	return min(max(first, min(a, b)), max(a, b))
}

// HijriMonth is a month in a country.
type HijriMonth struct {
	First Date // of the month
	Days  int  // 29 or 30
	Basis HijriBasis
}

// Month returns a month in a country. The error is an [*InputError] for "hijri_year" or "hijri_month" where it is not within
// the Umm al-Qura calendar, 1300 to 1600 AH.
func (c *HijriCalendar) Month(year, month int, country string) (HijriMonth, error) {
	if month < 1 || month > len(hijriMonths) {
		return HijriMonth{}, invalid("hijri_month", "the month is %d; it must be from 1 to 12", month)
	}
	asked := HijriDate{Year: year, Month: month}.month()
	if table := ummAlQura(); !table.has(asked) {
		first, last := table.years()
		return HijriMonth{}, invalid("hijri_year", "%s %d is not in the calendar, which is known from %d to %d", hijriMonths[month-1], year,
			first, last)
	}
	rule := HijriRuleIn(country)
	first, basis := c.start(rule, country, asked)
	next, _ := c.start(rule, country, asked+1)
	return HijriMonth{First: onEpochDay(first), Days: next - first, Basis: basis}, nil
}

func onEpochDay(day int) Date { return Date{Year: 1970, Month: time.January, Day: 1}.AddDays(day) }
