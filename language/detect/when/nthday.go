package when

import (
	"time"

	"github.com/salaatflow/platform/language/detect/when/words"
)

// mostOfMonth is how often a weekday is in a month at most.
const mostOfMonth = 5

// nthWeekday reads the last Friday of the month, the first Monday of next month, mahine ke aakhri jumme ko, and with every or har what is
// so each month.
func (p *parser) nthWeekday(i int) (Expression, int, bool) {
	if p.monthWord(i) || p.Has(i, words.Next|words.This|words.Every) && p.monthWord(i+1) {
		return p.monthsWeekday(i)
	}
	n, ok := p.nth(i)
	day := i + 1
	if !ok || !p.Joined(day, words.Weekday) || !p.Joined(day+1, words.Of) {
		return Expression{}, 0, false
	}
	month := p.Skip(day+2, words.The)
	d := NamedDay{Kind: NthOf, N: n, Weekday: p.At(day).Word.Weekday}
	switch {
	case p.Joined(month, words.Month):
		d.Month = p.At(month).Word.Month
		return dayExpression(d, words.NoPart), month + 1, true
	case p.Joined(month, words.Unit) && p.monthWord(month):
		return dayExpression(d, words.NoPart), month + 1, true
	case p.Joined(month, words.Every) && p.monthWord(month+1):
		return monthlyOn(d), month + 2, true
	case p.Joined(month, words.Next|words.This) && p.monthWord(month+1):
		d.Months, d.Told = p.turn(month), true
		return dayExpression(d, words.NoPart), month + 2, true
	}
	return Expression{}, 0, false
}

// monthsWeekday reads a weekday behind the month it is of: agle mahine ke pehle somwar ko.
func (p *parser) monthsWeekday(i int) (Expression, int, bool) {
	d, every := NamedDay{Kind: NthOf}, p.Has(i, words.Every)
	month := i
	if !p.monthWord(i) {
		d.Months, d.Told = p.turn(i), !every
		month++
	}
	ke := p.Skip(month+1, words.Ke)
	n, ok := p.nth(ke)
	if !ok || ke == month+1 || p.At(ke).Parted || !p.Joined(ke+1, words.Weekday) {
		return Expression{}, 0, false
	}
	d.N, d.Weekday = n, p.At(ke+1).Word.Weekday
	if every {
		return monthlyOn(d), ke + 2, true
	}
	return dayExpression(d, words.NoPart), ke + 2, true
}

// nth is which one of a month an item says: 1 to 5, or -1 for the last.
func (p *parser) nth(i int) (int, bool) {
	switch w := p.At(i).Word; {
	case w.Class&(words.Last|words.End) != 0:
		return -1, true
	case w.Class&words.Ordinal != 0:
		return int(w.Ordinal), w.Ordinal >= 1 && w.Ordinal <= mostOfMonth
	case w.Class&words.Pehle != 0: // pehle somwar
		return 1, true
	}
	return 0, false
}

func monthlyOn(d NamedDay) Expression {
	e := rhythmOf(monthly)
	e.Has |= Day
	e.Day = d
	return e
}

// NthOfMonth is the day of a month on which a weekday is in it for the nth time, or the last where n is -1; 0 for none.
func NthOfMonth(year int, month time.Month, n int, weekday time.Weekday) int {
	last := DaysIn(year, month)
	first := 1 + (int(weekday)-int(time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).Weekday())+7)%7
	if n < 0 {
		return first + (last-first)/7*7
	}
	if day := first + (n-1)*7; day <= last {
		return day
	}
	return 0
}
