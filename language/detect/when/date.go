package when

import (
	"time"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// The years that a date may name.
const (
	firstYear = 2000
	lastYear  = 2099
)

// dateAt reads a date: 15 March, March 15th 2027, 15/3, 2026-03-15, 15 tareekh, agle mahine ki 5 tareekh, on the 15th.
func (p *parser) dateAt(i int) (NamedDay, int, bool) {
	if p.plays(i-1, words.RoleHijri) || p.has(i-1, words.Ke) && p.plays(i-2, words.RoleHijri) {
		return NamedDay{}, 0, false
	}
	if p.has(i, words.Month) {
		return p.monthDate(i)
	}
	if p.isDigits(i) && p.isDigits(i+1) && p.touchesAny(i+1, text.Slash|text.Dash|text.Stop) {
		return p.numericDate(i)
	}
	if p.has(i, words.Next|words.This|words.Last) || p.monthWord(i) {
		return p.dayOfTurnedMonth(i)
	}
	n, next, ok := p.dayNumber(i)
	if !ok {
		return NamedDay{}, 0, false
	}
	return p.numberedDay(n, i, next)
}

func (p *parser) monthWord(i int) bool {
	return p.has(i, words.Unit) && p.at(i).word.Unit == words.Months
}

// dayNumber reads the number of a day with what may stand behind it: 15, 15th, pandrah, fifteenth, pehli.
func (p *parser) dayNumber(i int) (n, next int, ok bool) {
	if p.isDigits(i) || p.has(i, words.Number) {
		if n, next, ok = p.small(i, 31); ok {
			if p.has(next, words.Suffix) && p.touches(next, 0) {
				next++
			}
			return n, next, true
		}
	}
	if p.has(i, words.Ordinal) {
		return int(p.at(i).word.Ordinal), i + 1, true
	}
	return p.bareDo(i)
}

// bareDo reads do and ek before a month or tareekh.
func (p *parser) bareDo(i int) (n, next int, ok bool) {
	if p.has(i, words.Number) && p.joined(i+1, words.Month|words.Tareekh) && p.at(i).word.Number > 0 && p.at(i).word.Number <= DaysOfMonth &&
		!p.plays(i-1, words.RoleStem) {
		return int(p.at(i).word.Number), i + 1, true
	}
	return 0, 0, false
}

// numberedDay reads what makes a number the number of a day.
func (p *parser) numberedDay(n, i, next int) (NamedDay, int, bool) {
	month := p.skip(p.skip(next, words.Of), words.The)
	switch {
	case p.joined(next, words.Tareekh) && !p.ends(next):
		follows := p.isDigits(next+1) || p.joined(next+1, words.Number|words.Month)
		return NamedDay{Kind: DayOf, N: n}, next + 1, !follows || !p.afterLabel(i) // task 5 date 6 march
	case p.joined(month, words.Month):
		return p.dayMonth(n, i, month)
	case p.joined(month, words.Next|words.This|words.Last) && p.monthWord(month+1):
		return NamedDay{Kind: DayOf, N: n, Months: p.turn(month), Told: true, Back: p.turn(month) < 0}, month + 2, true
	case month > next && p.monthWord(month):
		return NamedDay{Kind: DayOf, N: n}, month + 1, true
	}
	return NamedDay{}, 0, false
}

// dayMonth reads the month and the year behind the number of a day.
func (p *parser) dayMonth(n, i, month int) (NamedDay, int, bool) {
	if p.afterLabel(i) && (p.numberBehind(month) || p.at(month).word.Month == time.May && !p.ends(month+1)) { // task 5 may be closed
		return NamedDay{}, 0, false // task 12 march 10
	}
	return p.checked(n, p.at(month).word.Month, month+1)
}

func (p *parser) numberBehind(month int) bool {
	n, next, ok := p.small(month+1, 31)
	return ok && n > 0 && !p.at(month+1).parted && !p.joined(next, words.Baje|words.Meridiem|words.Unit|words.Oclock)
}

// monthDate reads March 15, March the 15th, march ki 15 tareekh.
func (p *parser) monthDate(i int) (NamedDay, int, bool) {
	j := p.skip(p.skip(i+1, words.The), words.Ke)
	if p.at(j).parted {
		return NamedDay{}, 0, false
	}
	n, next, ok := p.dayNumber(j)
	if !ok || p.isDigits(j) && p.compound(j) || p.joined(next, words.Baje|words.Meridiem|words.Oclock|words.Unit) {
		return NamedDay{}, 0, false
	}
	if p.weakly(i, words.Month) && p.plays(next, words.RoleCount) {
		return NamedDay{}, 0, false
	}
	return p.checked(n, p.at(i).word.Month, p.skip(next, words.Tareekh))
}

// checked reads the year behind a day and a month, if there is one, and says whether there is such a day.
func (p *parser) checked(n int, month time.Month, next int) (NamedDay, int, bool) {
	d := NamedDay{Kind: Date, N: n, Month: month}
	if it := p.at(next); it.digits == 4 && p.yearMayFollow(next) && it.value >= firstYear && it.value <= lastYear && !p.compound(next) {
		d.Year = int(it.value)
		next++
	}
	if it := p.at(next); it.digits == 2 && p.touches(next, text.Dash) && p.touches(next-1, text.Dash) { // 17-Mar-26
		d.Year = firstYear + int(it.value)
		next++
	}
	if !Exists(d.Year, d.Month, d.N) {
		return NamedDay{Kind: Elsewhere, Missing: true}, next, n > 0 && n <= DaysOfMonth
	}
	return d, next, true
}

func (p *parser) yearMayFollow(i int) bool {
	return i < len(p.items) && !p.tokens[p.items[i].from].Before.Has(text.Stop|text.Colon|text.Question)
}

// Exists says whether a month has a day; in no year in particular February has 29.
func Exists(year int, month time.Month, n int) bool {
	if year == 0 {
		year = 2000
	}
	return month >= time.January && month <= time.December && n >= 1 && n <= DaysIn(year, month)
}

// DaysIn is how many days a month has.
func DaysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// numericDate reads 15/3, 15/3/26, 15-3-2026, 15.3.2026 and 2026-03-15. A day and a month alone are a date only with a
// slash, and not where people write a fraction.
func (p *parser) numericDate(i int) (NamedDay, int, bool) {
	sign := p.tokens[p.items[i+1].from].Before
	first, second := p.at(i), p.at(i+1)
	if p.isDigits(i-1) && p.touchesAny(i, sign) {
		return NamedDay{}, 0, false
	}
	if !p.isDigits(i+2) || !p.touches(i+2, sign) {
		if sign == text.Stop && p.dotted(i) {
			return dayAndMonth(int(first.value), int(second.value), 0, i+2)
		}
		if sign != text.Slash || p.fraction(i) || p.afterLabel(i) {
			return NamedDay{}, 0, false
		}
		return dayAndMonth(int(first.value), int(second.value), 0, i+2)
	}
	third := p.at(i + 2)
	if p.isDigits(i+3) && p.touches(i+3, sign) {
		return NamedDay{}, 0, false
	}
	switch {
	case first.digits == 4 && third.digits <= 2 && inYears(first.value):
		d := NamedDay{Kind: Date, Year: int(first.value), Month: time.Month(second.value), N: int(third.value)}
		return d, i + 3, Exists(d.Year, d.Month, d.N)
	case third.digits == 4 && inYears(third.value):
		return dayAndMonth(int(first.value), int(second.value), int(third.value), i+3)
	case third.digits == 2 && first.digits <= 2 && sign != text.Stop:
		return dayAndMonth(int(first.value), int(second.value), firstYear+int(third.value), i+3)
	}
	return NamedDay{}, 0, false
}

// dotted says whether two numbers with a stop between them are a day and a month, and no time and no amount: 14.03, set apart.
func (p *parser) dotted(i int) bool {
	day, month := p.at(i), p.at(i+1)
	shaped := day.digits == 2 && month.digits == 2 && day.value >= 1 && day.value <= DaysOfMonth && month.value >= 1 && month.value <= 12
	apart := p.ends(i) && i > 0 || p.has(i-1, words.On|words.For|words.Tareekh)
	return shaped && apart && p.ends(i+2) && !p.afterLabel(i)
}

func inYears(value int32) bool { return value >= firstYear && value <= lastYear }

// fraction says whether 1/2 and the like, or 24/7, is meant.
func (p *parser) fraction(i int) bool {
	first, second := p.at(i).value, p.at(i+1).value
	if first == 24 && second == 7 {
		return true
	}
	return first < second && second <= 4 && !p.has(i-1, words.On|words.By|words.Tareekh|words.Until|words.For) &&
		!p.has(i+2, words.Ko|words.Tak|words.Tareekh)
}

// dayAndMonth takes the day first, as people write it here, unless only the other order makes a date.
func dayAndMonth(n, month, year, next int) (NamedDay, int, bool) {
	if month > 12 && n <= 12 {
		n, month = month, n
	}
	if month > 12 || !Exists(year, time.Month(month), n) {
		return NamedDay{}, 0, false
	}
	return NamedDay{Kind: Date, N: n, Month: time.Month(month), Year: year}, next, true
}

// dayOfTurnedMonth reads agle mahine ki 5 tareekh, mahine ki 20 ko, next month 5th.
func (p *parser) dayOfTurnedMonth(i int) (NamedDay, int, bool) {
	d, j := NamedDay{Kind: DayOf}, i
	if p.has(i, words.Next|words.This|words.Last) {
		d.Months, d.Told, d.Back = p.turn(i), true, p.turn(i) < 0
		j++
	}
	if !p.monthWord(j) || j > i && p.at(j).parted {
		return NamedDay{}, 0, false
	}
	k := p.skip(p.skip(p.skip(j+1, words.Ke|words.Mein), words.On), words.The)
	if p.at(k).parted {
		return NamedDay{}, 0, false
	}
	n, next, ok := p.dayNumber(k)
	if !ok || p.isDigits(k) && p.compound(k) {
		return NamedDay{}, 0, false
	}
	d.N = n
	if p.joined(next, words.Tareekh) {
		return d, next + 1, true
	}
	suffixed := p.has(next-1, words.Suffix)
	return d, next, k > j+1 && (suffixed || p.joined(next, words.Ko|words.Tak))
}

// theDay reads on the 15th, by 20th, on the twelfth; the first word is read already.
func (p *parser) theDay(i int) (NamedDay, int, bool) {
	n, next, ok := p.ordinalDay(i)
	return NamedDay{Kind: DayOf, N: n}, next, ok && (p.ends(next) || p.plays(next, words.RoleCorrection) || !p.describes(next))
}

// describes says whether a place in an order tells which of what follows is meant: the 5th verse.
func (p *parser) describes(next int) bool {
	const described = words.Label | words.Wala | words.Service | words.Prayer | words.Unit
	return p.joined(next, described) || !p.at(next).parted && p.plays(next, words.RoleCount)
}

// surelyDay is the place in an order from which on a word for it hardly ever describes what follows: on the second floor.
const surelyDay = 11

// ordinalDay reads 15th and twelfth, and second where nothing but a time follows that it could describe.
func (p *parser) ordinalDay(i int) (n, next int, ok bool) {
	switch {
	case p.isDigits(i):
		n, next = int(p.at(i).value), i+2
		ok = p.has(i+1, words.Suffix) && p.touches(i+1, 0)
	case p.has(i, words.Ordinal) && !p.weakly(i, words.Ordinal):
		n, next = int(p.at(i).word.Ordinal), i+1
		ok = n >= surelyDay || p.has(i-1, words.The) && (p.ends(next) || p.joined(next, words.At|words.Part|words.In))
	}
	return n, next, ok && n >= 1 && n <= DaysOfMonth
}
