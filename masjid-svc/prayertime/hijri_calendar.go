package prayertime

import (
	_ "embed"
	"encoding/csv"
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
	reader := csv.NewReader(r)
	reader.Comment = '#'
	reader.FieldsPerRecord = 5
	if _, err := reader.Read(); err != nil {
		return nil, fmt.Errorf("heading: %w", err)
	}
	calendar := &HijriCalendar{sighted: map[string][]monthStart{}}
	var mistakes []error
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		start, err := parseMonthStart(record)
		if err != nil {
			line, _ := reader.FieldPos(0)
			mistakes = append(mistakes, fmt.Errorf("line %d: %w", line, err))
			continue
		}
		calendar.sighted[record[0]] = append(calendar.sighted[record[0]], start)
	}
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
	year, err := strconv.Atoi(record[1])
	if err != nil || year < 1356 || year > 1500 {
		return monthStart{}, fmt.Errorf("year %q is not from 1356 to 1500", record[1])
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
	if month > lastUmmAlQura {
		return monthStart{}, errors.New("the last month of 1500 cannot be moved")
	}
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
// follow Umm al-Qura; outside that calendar's range the date is tabular everywhere.
func (c *HijriCalendar) Date(date Date, country string) HijriDate {
	plain := UmmAlQuraDate(date)
	rule := HijriRuleIn(country)
	if plain.Basis != BasisUmmAlQura || rule.Calendar == FollowsUmmAlQura && len(c.sighted[country]) == 0 {
		return plain
	}
	day := date.epochDay()
	for month := min(plain.month()+1, lastUmmAlQura); month >= max(plain.month()-1, firstUmmAlQura); month-- {
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
		before := starts[after-1]
		months := int(month - before.month)
		first = min(max(first, before.day+months*shortMonth), before.day+months*longMonth)
	}
	if after < len(starts) {
		next := starts[after]
		months := int(next.month - month)
		first = min(max(first, next.day-months*longMonth), next.day-months*shortMonth)
	}
	return first, basis
}

// HijriMonth is a month in a country.
type HijriMonth struct {
	First Date // of the month
	Days  int  // 29 or 30
	Basis HijriBasis
}

// Month returns a month in a country. The error is an [*InputError] for "hijri_year" or "hijri_month" where it is not within
// the Umm al-Qura calendar, 1356 to 1500 AH without the last two months.
func (c *HijriCalendar) Month(year, month int, country string) (HijriMonth, error) {
	if month < 1 || month > len(hijriMonths) {
		return HijriMonth{}, invalid("hijri_month", "the month is %d; it must be from 1 to 12", month)
	}
	asked := HijriDate{Year: year, Month: month}.month()
	if asked < firstUmmAlQura || asked >= lastUmmAlQura {
		return HijriMonth{}, invalid("hijri_year", "%s %d is not in the calendar, which is known from 1356 to 1500", hijriMonths[month-1], year)
	}
	rule := HijriRuleIn(country)
	first, basis := c.start(rule, country, asked)
	next, _ := c.start(rule, country, asked+1)
	return HijriMonth{First: onEpochDay(first), Days: next - first, Basis: basis}, nil
}

func onEpochDay(day int) Date { return Date{Year: 1970, Month: time.January, Day: 1}.AddDays(day) }
