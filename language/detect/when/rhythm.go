package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

const (
	daily   = "daily"
	weekly  = "weekly"
	monthly = "monthly"
	other   = "other" // in the tables only
)

// rhythmAt reads how often, and the day and the part of the day that its words tell with it: har jumme, every morning,
// har mahine ki 5 tareekh, on Fridays.
func (p *parser) rhythmAt(i int) (Expression, int, bool) {
	w := p.At(i).Word
	switch {
	case w.Class&words.Every != 0:
		if e, next, ok := p.nthWeekday(i); ok {
			return e, next, true
		}
		if e, next, ok := p.nthWeekday(i + 1); ok && !p.At(i+1).Parted { // every last Friday of the month
			return monthlyOn(e.Day), next, true
		}
		return p.every(i + 1)
	case w.Class&words.Rhythm != 0:
		if w.Class&words.Unit != 0 && (p.IsDigits(i-1) || p.Has(i-1, words.Number)) {
			return Expression{}, 0, false // 10 roz
		}
		return rhythmOf(w.Recurrence), i + 1, true
	case w.Class&words.Plural != 0 && !p.namesOther(i) && !p.possessive(i):
		e := rhythmOf(weekly)
		return p.withWeekday(e, i)
	}
	if w.Class&words.Unit != 0 {
		return p.onceIn(i)
	}
	if p.IsDigits(i) || p.Has(i, words.Number|words.Ordinal|words.End) {
		return p.ofEveryMonth(i)
	}
	return Expression{}, 0, false
}

// possessive says whether a weekday is told of what follows, and not in the plural, by the sign in it: Thursday's assembly.
func (p *parser) possessive(i int) bool {
	t := p.Tokens[p.Items[i].From]
	thing := p.At(i+1).Word.Class&^words.Label == 0 && !p.Plays(i+1, words.RoleClosing)
	return t.End-t.Start > len(t.Norm) && !p.Ends(i+1) && thing && !p.Has(i-1, words.On|words.Every)
}

func rhythmOf(recurrence string) Expression {
	if recurrence == other {
		return Expression{Has: Rhythm, Irregular: true}
	}
	return Expression{Has: Rhythm, Recurrence: recurrence}
}

// every reads what follows every or har.
func (p *parser) every(i int) (Expression, int, bool) {
	if p.At(i).Parted {
		return Expression{}, 0, false
	}
	if w := p.At(i).Word; w.Class&words.Number != 0 && w.Number == 1 { // har ek din
		i++
	}
	w := p.At(i).Word
	switch {
	case p.isWeekday(i) && !p.At(i).Parted:
		return p.withWeekday(rhythmOf(weekly), i)
	case w.Class&words.Weekend != 0:
		e := rhythmOf(weekly)
		e.Has |= Day
		e.Day = NamedDay{Kind: WeekdayOf, Weekday: 6}
		return e, i + 1, true
	case w.Class&words.Part != 0:
		e := rhythmOf(daily)
		e.Has |= DayPart
		e.Part = w.Part
		return e, i + 1, true
	case w.Class&words.Unit != 0:
		return p.everyUnit(i)
	}
	if e, next, ok := p.everyNumbered(i); ok {
		return e, next, true
	}
	if _, next, ok := p.Length(i); ok { // every 2 days
		return rhythmOf(other), p.Skip(next, words.Baad), true
	}
	if _, next, ok := p.Ordinal(i); ok && p.Joined(next, words.Unit|words.Weekday) { // every second day, har doosre din
		return rhythmOf(other), next + 1, true
	}
	return Expression{}, 0, false
}

// everyNumbered reads the day of every month: every first of the month, har pehli tareekh ko.
func (p *parser) everyNumbered(i int) (Expression, int, bool) {
	n, next, ok := p.dayNumber(i)
	if !ok || n > DaysOfMonth {
		return Expression{}, 0, false
	}
	month := p.Skip(p.Skip(next, words.Of), words.The)
	switch {
	case month > next && p.Joined(month, words.Unit) && p.monthWord(month):
		next = month + 1
	case p.Joined(next, words.Tareekh):
		next++
	default:
		return Expression{}, 0, false
	}
	return monthlyOn(NamedDay{Kind: DayOf, N: n}), next, true
}

// onceIn reads hafte mein ek bar.
func (p *parser) onceIn(i int) (Expression, int, bool) {
	unit := p.At(i).Word.Unit
	if unit < words.Days || unit > words.Months || !p.Joined(i+1, words.Mein) || !p.joinedOnce(i+2) {
		return Expression{}, 0, false
	}
	return onceA(unit), i + 4, true
}

// joinedOnce says whether ek bar follows in the same clause.
func (p *parser) joinedOnce(i int) bool {
	one := p.At(i).Value == 1 || p.Has(i, words.Number) && p.At(i).Word.Number == 1
	return one && !p.At(i).Parted && !p.At(i+1).Parted && p.Plays(i+1, words.RoleOnce)
}

func onceA(u words.TimeUnit) Expression {
	switch u {
	case words.Days:
		return rhythmOf(daily)
	case words.Weeks:
		return rhythmOf(weekly)
	default:
		return rhythmOf(monthly)
	}
}

// withWeekday reads a weekday, and those that are listed behind it; of those the first to come counts.
func (p *parser) withWeekday(e Expression, i int) (Expression, int, bool) {
	e.Has |= Day
	e.Day = NamedDay{Kind: WeekdayOf, Weekday: p.At(i).Word.Weekday}
	e.Day.Set |= 1 << e.Day.Weekday
	next := i + 1
	for {
		another := p.Skip(next, words.And)
		listed := another > next || another < len(p.Items) && p.Tokens[p.Items[another].From].Before.Has(text.Comma)
		if !listed || !p.Joined(another, words.Weekday) || p.At(another).Word.Rare&words.Weekday != 0 {
			return e, next, true
		}
		e.Day.Set |= 1 << p.At(another).Word.Weekday
		next = another + 1
	}
}

func (p *parser) everyUnit(i int) (Expression, int, bool) {
	switch u := p.At(i).Word.Unit; u {
	case words.Days, words.Weeks:
		return onceA(u), i + 1, true
	case words.Months:
		return p.everyMonth(i + 1)
	default:
		return rhythmOf(other), i + 1, true
	}
}

// everyMonth reads the day of the month behind har mahine: ki 5 tareekh, on the 5th, ke aakhir mein.
func (p *parser) everyMonth(i int) (Expression, int, bool) {
	e := rhythmOf(monthly)
	j := p.Skip(p.Skip(p.Skip(i, words.Ke), words.On), words.The)
	if p.Joined(j, words.End) {
		e.Has |= Day
		e.Day = NamedDay{Kind: LastOf, Unit: words.Months}
		return e, p.Skip(j+1, words.Tareekh), true
	}
	n, next, ok := p.dayNumber(j)
	if j == i || !ok || p.At(j).Parted || p.IsDigits(j) && p.Compound(j) {
		return e, i, true
	}
	if p.Joined(next, words.Tareekh) {
		next++
	} else if !p.Has(next-1, words.Suffix) && !p.Joined(next, words.Ko) {
		return e, i, true
	}
	e.Has |= Day
	e.Day = NamedDay{Kind: DayOf, N: n}
	return e, next, true
}

// ofEveryMonth reads 5th of every month.
func (p *parser) ofEveryMonth(i int) (Expression, int, bool) {
	last := p.Has(i, words.End)
	n, next, ok := 0, i+1, last
	if !last {
		n, next, ok = p.dayNumber(i)
	}
	every := p.Skip(next, words.Of)
	if !ok || every == next || !p.Joined(every, words.Every) || !p.monthWord(every+1) || p.At(every+1).Parted {
		return Expression{}, 0, false
	}
	e := rhythmOf(monthly)
	e.Has |= Day
	e.Day = NamedDay{Kind: DayOf, N: n}
	if last {
		e.Day = NamedDay{Kind: LastOf, Unit: words.Months}
	}
	return e, every + 2, true
}
