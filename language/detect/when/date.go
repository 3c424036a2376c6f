package when

import (
	"time"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// The years that a date may name, and the one from which two digits count.
const (
	firstYear = 1900
	lastYear  = 2099
	century   = 2000
)

// dateAt reads a date: 15 March, March 15th 2027, 15/3, 2026-03-15, 15 tareekh, agle mahine ki 5 tareekh, on the 15th.
func (p *parser) dateAt(i int) (NamedDay, int, bool) {
	if p.Plays(i-1, words.RoleHijri) || p.Has(i-1, words.Ke) && p.Plays(i-2, words.RoleHijri) {
		return NamedDay{}, 0, false
	}
	if p.Has(i, words.Month) {
		return p.monthDate(i)
	}
	if p.IsDigits(i) && p.IsDigits(i+1) && p.TouchesAny(i+1, text.Slash|text.Dash|text.Stop) {
		return p.numericDate(i)
	}
	if p.Has(i, words.Next|words.This|words.Last) || p.monthWord(i) {
		return p.dayOfTurnedMonth(i)
	}
	n, next, ok := p.dayNumber(i)
	if !ok || p.Plays(i, words.RoleArticle) {
		return NamedDay{}, 0, false
	}
	return p.numberedDay(n, i, next)
}

func (p *parser) monthWord(i int) bool {
	return p.Has(i, words.Unit) && p.At(i).Word.Unit == words.Months
}

// dayNumber reads the number of a day with what may stand behind it: 15, 15th, pandrah, fifteenth, pehli.
func (p *parser) dayNumber(i int) (n, next int, ok bool) {
	if p.IsDigits(i) || p.Has(i, words.Number) {
		if n, next, ok = p.Small(i, 31); ok {
			if p.Has(next, words.Suffix) && p.Touches(next, 0) {
				next++
			}
			return n, next, true
		}
	}
	if p.Has(i, words.Ordinal) {
		return int(p.At(i).Word.Ordinal), i + 1, true
	}
	return p.bareDo(i)
}

// bareDo reads do and ek before a month or tareekh.
func (p *parser) bareDo(i int) (n, next int, ok bool) {
	if p.Has(i, words.Number) && p.Joined(i+1, words.Month|words.Tareekh) && p.At(i).Word.Number > 0 && p.At(i).Word.Number <= DaysOfMonth &&
		!p.Plays(i-1, words.RoleStem) {
		return int(p.At(i).Word.Number), i + 1, true
	}
	return 0, 0, false
}

// numberedDay reads what makes a number the number of a day.
func (p *parser) numberedDay(n, i, next int) (NamedDay, int, bool) {
	month := p.Skip(p.Skip(next, words.Of), words.The)
	switch {
	case p.Joined(next, words.Tareekh) && !p.Ends(next):
		follows := p.IsDigits(next+1) || p.Joined(next+1, words.Number|words.Month)
		return NamedDay{Kind: DayOf, N: n}, next + 1, !follows || !p.afterLabel(i) // task 5 date 6 march
	case p.Joined(month, words.Month):
		return p.dayMonth(n, i, month)
	case p.Joined(month, words.Next|words.This|words.Last) && p.monthWord(month+1):
		return NamedDay{Kind: DayOf, N: n, Months: p.turn(month), Told: true, Back: p.turn(month) < 0}, month + 2, true
	case month > next && p.monthWord(month):
		return NamedDay{Kind: DayOf, N: n}, month + 1, true
	}
	return NamedDay{}, 0, false
}

// dayMonth reads the month and the year behind the number of a day.
func (p *parser) dayMonth(n, i, month int) (NamedDay, int, bool) {
	if p.afterLabel(i) && (p.numberBehind(month) || p.At(month).Word.Month == time.May && !p.Ends(month+1)) { // task 5 may be closed
		return NamedDay{}, 0, false // task 12 march 10
	}
	return p.checked(n, p.At(month).Word.Month, month+1)
}

func (p *parser) numberBehind(month int) bool {
	n, next, ok := p.Small(month+1, 31)
	return ok && n > 0 && !p.At(month+1).Parted && !p.Joined(next, words.Baje|words.Meridiem|words.Unit|words.Oclock)
}

// monthDate reads March 15, March the 15th, march ki 15 tareekh.
func (p *parser) monthDate(i int) (NamedDay, int, bool) {
	j := p.Skip(p.Skip(i+1, words.The), words.Ke)
	if p.At(j).Parted {
		return NamedDay{}, 0, false
	}
	n, next, ok := p.dayNumber(j)
	if !ok || p.IsDigits(j) && p.Compound(j) || p.Joined(next, words.Baje|words.Meridiem|words.Oclock|words.Unit) {
		return NamedDay{}, 0, false
	}
	if p.Weakly(i, words.Month) && p.Plays(next, words.RoleCount) {
		return NamedDay{}, 0, false
	}
	return p.checked(n, p.At(i).Word.Month, p.Skip(next, words.Tareekh))
}

// checked reads the year behind a day and a month, if there is one, and says whether there is such a day.
func (p *parser) checked(n int, month time.Month, next int) (NamedDay, int, bool) {
	d := NamedDay{Kind: Date, N: n, Month: month}
	if it := p.At(next); it.Digits == 4 && p.yearMayFollow(next) && it.Value >= firstYear && it.Value <= lastYear && !p.Compound(next) {
		d.Year = int(it.Value)
		next++
	}
	if it := p.At(next); it.Digits == 2 && p.Touches(next, text.Dash) && p.Touches(next-1, text.Dash) { // 17-Mar-26
		d.Year = century + int(it.Value)
		next++
	}
	if !Exists(d.Year, d.Month, d.N) {
		return NamedDay{Kind: Elsewhere, Missing: true}, next, n > 0 && n <= DaysOfMonth
	}
	return d, next, true
}

func (p *parser) yearMayFollow(i int) bool {
	return i < len(p.Items) && !p.Tokens[p.Items[i].From].Before.Has(text.Stop|text.Colon|text.Question)
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
	sign := p.Tokens[p.Items[i+1].From].Before
	first, second := p.At(i), p.At(i+1)
	if p.IsDigits(i-1) && p.TouchesAny(i, sign) {
		return NamedDay{}, 0, false
	}
	if !p.IsDigits(i+2) || !p.Touches(i+2, sign) {
		if sign == text.Stop && p.dotted(i) {
			return dayAndMonth(int(first.Value), int(second.Value), 0, i+2)
		}
		if sign != text.Slash || p.fraction(i) || p.afterLabel(i) {
			return NamedDay{}, 0, false
		}
		return dayAndMonth(int(first.Value), int(second.Value), 0, i+2)
	}
	third := p.At(i + 2)
	if p.IsDigits(i+3) && p.Touches(i+3, sign) {
		return NamedDay{}, 0, false
	}
	switch {
	case first.Digits == 4 && third.Digits <= 2 && inYears(first.Value):
		d := NamedDay{Kind: Date, Year: int(first.Value), Month: time.Month(second.Value), N: int(third.Value)}
		return d, i + 3, Exists(d.Year, d.Month, d.N)
	case third.Digits == 4 && inYears(third.Value):
		return dayAndMonth(int(first.Value), int(second.Value), int(third.Value), i+3)
	case third.Digits == 2 && first.Digits <= 2 && sign != text.Stop:
		return dayAndMonth(int(first.Value), int(second.Value), century+int(third.Value), i+3)
	}
	return NamedDay{}, 0, false
}

// dotted says whether two numbers with a stop between them are a day and a month, and no time and no amount: 14.03, set apart.
func (p *parser) dotted(i int) bool {
	day, month := p.At(i), p.At(i+1)
	shaped := day.Digits == 2 && month.Digits == 2 && day.Value >= 1 && day.Value <= DaysOfMonth && month.Value >= 1 && month.Value <= 12
	apart := p.Ends(i) && i > 0 || p.Has(i-1, words.On|words.For|words.Tareekh)
	return shaped && apart && p.Ends(i+2) && !p.afterLabel(i)
}

func inYears(value int32) bool { return value >= firstYear && value <= lastYear }

// fraction says whether 1/2 and the like, or 24/7, is meant.
func (p *parser) fraction(i int) bool {
	first, second := p.At(i).Value, p.At(i+1).Value
	if first == 24 && second == 7 {
		return true
	}
	return first < second && second <= 4 && !p.Has(i-1, words.On|words.By|words.Tareekh|words.Until|words.For) &&
		!p.Has(i+2, words.Ko|words.Tak|words.Tareekh)
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
	if p.Has(i, words.Next|words.This|words.Last) {
		d.Months, d.Told, d.Back = p.turn(i), true, p.turn(i) < 0
		j++
	}
	if !p.monthWord(j) || j > i && p.At(j).Parted {
		return NamedDay{}, 0, false
	}
	k := p.Skip(p.Skip(p.Skip(j+1, words.Ke|words.Mein), words.On), words.The)
	if p.At(k).Parted {
		return NamedDay{}, 0, false
	}
	n, next, ok := p.dayNumber(k)
	if !ok || p.IsDigits(k) && p.Compound(k) {
		return NamedDay{}, 0, false
	}
	d.N = n
	if p.Joined(next, words.Tareekh) {
		return d, next + 1, true
	}
	suffixed := p.Has(next-1, words.Suffix)
	return d, next, k > j+1 && (suffixed || p.Joined(next, words.Ko|words.Tak))
}

// theDay reads on the 15th, by 20th, on the twelfth; the first word is read already.
func (p *parser) theDay(i int) (NamedDay, int, bool) {
	n, next, ok := p.ordinalDay(i)
	stands := p.Ends(next) || p.Plays(next, words.RoleCorrection) || p.opens(n, i, next) || !p.describes(next)
	return NamedDay{Kind: DayOf, N: n}, next, ok && stands
}

// longerList is the place in an order from which on it is hardly ever that of a task: for the second I want high priority.
const longerList = 7

// opens says whether on the third, for the tenth opens what is said, and an order or who says it follows: for the tenth I'd want a task.
func (p *parser) opens(n, i, next int) bool {
	day := p.Has(i-2, words.On|words.By) || p.Has(i-2, words.For) && n >= longerList
	return day && p.Has(i-1, words.The) && p.Ends(i-2) && p.Plays(next, words.RoleOrders)
}

// describes says whether a place in an order tells which of what follows is meant: the 5th verse.
func (p *parser) describes(next int) bool {
	const described = words.Label | words.Wala | words.Service | words.Prayer | words.Unit
	return p.Joined(next, described) || !p.At(next).Parted && p.Plays(next, words.RoleCount)
}

// surelyDay is the place in an order from which on a word for it hardly ever describes what follows: on the second floor.
const surelyDay = 11

// ordinalDay reads 15th and twelfth, and second where nothing but a time follows that it could describe.
func (p *parser) ordinalDay(i int) (n, next int, ok bool) {
	switch {
	case p.IsDigits(i):
		n, next = int(p.At(i).Value), i+2
		ok = p.Has(i+1, words.Suffix) && p.Touches(i+1, 0)
	case p.Has(i, words.Ordinal) && !p.Weakly(i, words.Ordinal):
		n, next = int(p.At(i).Word.Ordinal), i+1
		ok = n >= surelyDay || p.Has(i-1, words.The) && (p.Ends(next) || p.Joined(next, words.At|words.Part|words.In) || p.opens(n, i, next))
	}
	return n, next, ok && n >= 1 && n <= DaysOfMonth
}
