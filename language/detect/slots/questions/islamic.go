package questions

import (
	"fmt"
	"strconv"
	"time"

	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// islamicSlots finds the place of a question about the Islamic calendar, and the day that it is about: of ours or of that calendar.
func (s sentence) islamicSlots(in meaning.Input, slots *meaning.Slots) {
	s.placeSlots(meaning.GetPrayerTimes, in, slots)
	slots.Prayer, slots.MasjidName = nil, nil
	if slots.City == nil && slots.Area == nil {
		set(&slots.Country, s.Lands.In(s.Tokens))
	}
	named := s.Hijri
	if named.At.Empty() {
		named = s.HijriMonth
	}
	if named.At.Empty() {
		set(&slots.Date, s.dateLongAgo())
		return
	}
	day := named.HijriDay
	s.readNight(&day, named.At)
	s.readYear(&day, named.At, in)
	slots.Hijri, slots.Date = &day, nil
}

// readNight takes a number beside Laylat al-Qadr for the night of Ramadan that is meant: the 23rd night.
func (s sentence) readNight(day *meaning.HijriDay, at reading.Span) {
	const ramadan, longest = 9, 30
	if day.Occasion != "laylat_al_qadr" || !s.Mentions.Islamic.Night.Within(s.Tokens) {
		return
	}
	for _, e := range s.Times {
		if e.Is(when.Number|when.Ordinal|when.Day) && !at.Touches(reading.Span{From: e.From, To: e.To}) {
			if n := s.numberIn(e.From, e.To); n > 0 && n <= longest {
				*day = meaning.HijriDay{Month: ramadan, Day: n, Night: true}
				return
			}
		}
	}
}

// numberIn returns the number that a run of tokens begins with, or 0.
func (s sentence) numberIn(from, to int) int {
	for i := from; i < to; i++ {
		if n, err := strconv.Atoi(s.Tokens[i].Norm); err == nil {
			return n
		}
		if e := s.TimeAt(i); e != nil && e.Counts() {
			return e.Number
		}
	}
	return 0
}

// The years of ours that a question may name.
const firstYear, lastYear = 1900, 2100

func isHijriYear(year int) bool {
	return year >= meaning.FirstHijriYear && year <= meaning.LastHijriYear
}

// readYear finds which one of a day is meant that comes each year: that of a year, or the last one.
func (s sentence) readYear(day *meaning.HijriDay, at reading.Span, in meaning.Input) {
	if day.Year != 0 {
		return
	}
	year := in.Now.In(in.Zone).Year()
	which := &s.Mentions.Islamic
	was := which.Was.Within(s.Tokens) || s.Mentions.Was.Within(s.Tokens)
	switch named := s.yearBeside(at); {
	case isHijriYear(named):
		day.Year = named
	case named != 0:
		day.Since = firstDayOf(named)
	case which.LastYear.Within(s.Tokens):
		day.Since = firstDayOf(year - 1)
	case which.NextYear.Within(s.Tokens):
		day.Since = firstDayOf(year + 1)
	case was && which.ThisYear.Within(s.Tokens):
		day.Since = firstDayOf(year)
	default:
		day.Former = was || which.Former.Within(s.Tokens) && !day.Night
	}
}

// yearBeside returns the year, of ours or of the Islamic calendar, that a sentence names outside of some tokens; 0 for none.
func (s sentence) yearBeside(at reading.Span) int {
	for i := range s.Tokens {
		if year := s.yearAt(i); !at.Holds(i) && (isHijriYear(year) || year >= firstYear && year <= lastYear) {
			return year
		}
	}
	return 0
}

// yearAt returns the number of four digits that a token is, or 0.
func (s sentence) yearAt(token int) int {
	const digits = 4
	if token < 0 || token >= len(s.Tokens) || s.Tokens[token].Script != text.Number || len(s.Tokens[token].Norm) != digits {
		return 0
	}
	year, _ := strconv.Atoi(s.Tokens[token].Norm)
	return year
}

func firstDayOf(year int) string { return fmt.Sprintf("%04d-01-01", year) }

// dateLongAgo returns a date of ours whose year is so long ago that nothing can be due then, which is why times are not read with it:
// 14 August 1947. It returns "" if there is none.
func (s sentence) dateLongAgo() string {
	for i := range len(s.Tokens) - 2 {
		if date := s.numericDate(i); date != "" {
			return date
		}
	}
	for _, e := range s.Times {
		year := s.yearAt(e.To)
		if e.Is(when.Day) && e.Day.Kind == when.Date && e.Day.Year == 0 {
			if date := dateOf(year, e.Day.Month, e.Day.N); date != "" {
				return date
			}
		}
	}
	return ""
}

// numericDate reads 14/8/1947 and 1947-08-14 at a token.
func (s sentence) numericDate(token int) string {
	const signs = text.Slash | text.Dash | text.Stop
	var numbers [3]int
	for i := range numbers {
		at := s.Tokens[token+i]
		n, err := strconv.Atoi(at.Norm)
		if err != nil || i > 0 && at.Before&signs == 0 {
			return ""
		}
		numbers[i] = n
	}
	if s.yearAt(token) != 0 {
		return dateOf(numbers[0], time.Month(numbers[1]), numbers[2])
	}
	return dateOf(numbers[2], time.Month(numbers[1]), numbers[0])
}

// dateOf returns a date of ours, or "" where it is none of a year that a question may name.
func dateOf(year int, month time.Month, day int) string {
	if year < firstYear || year >= lastYear || !when.Exists(year, month, day) {
		return ""
	}
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}
