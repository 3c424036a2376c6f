package when

import "github.com/salaatflow/platform/language/detect/text"

const (
	daily   = "daily"
	weekly  = "weekly"
	monthly = "monthly"
	other   = "other" // in the tables only
)

// rhythmAt reads how often, and the day and the part of the day that its words tell with it: har jumme, every morning,
// har mahine ki 5 tareekh, on Fridays.
func (p *parser) rhythmAt(i int) (Expression, int, bool) {
	w := p.at(i).word
	switch {
	case w.class&classEvery != 0:
		return p.every(i + 1)
	case w.class&classRhythm != 0:
		if w.class&classUnit != 0 && (p.isDigits(i-1) || p.has(i-1, classNumber)) {
			return Expression{}, 0, false // 10 roz
		}
		return rhythmOf(w.recurrence), i + 1, true
	case w.class&classPlural != 0 && !p.namesOther(i):
		e := rhythmOf(weekly)
		return p.withWeekday(e, i)
	}
	if w.class&classUnit != 0 {
		return p.onceIn(i)
	}
	if p.isDigits(i) || p.has(i, classNumber|classOrdinal|classEnd) {
		return p.ofEveryMonth(i)
	}
	return Expression{}, 0, false
}

func rhythmOf(recurrence string) Expression {
	if recurrence == other {
		return Expression{Has: Rhythm, Irregular: true}
	}
	return Expression{Has: Rhythm, Recurrence: recurrence}
}

// every reads what follows every or har.
func (p *parser) every(i int) (Expression, int, bool) {
	if p.at(i).parted {
		return Expression{}, 0, false
	}
	if w := p.at(i).word; w.class&classNumber != 0 && w.number == 1 { // har ek din
		i++
	}
	w := p.at(i).word
	switch {
	case p.isWeekday(i) && !p.at(i).parted:
		return p.withWeekday(rhythmOf(weekly), i)
	case w.class&classWeekend != 0:
		e := rhythmOf(weekly)
		e.Has |= Day
		e.day = day{kind: weekdayOf, weekday: 6}
		return e, i + 1, true
	case w.class&classPart != 0:
		e := rhythmOf(daily)
		e.Has |= DayPart
		e.part = w.part
		return e, i + 1, true
	case w.class&classUnit != 0:
		return p.everyUnit(i)
	}
	if _, next, ok := p.length(i); ok { // every 2 days
		return rhythmOf(other), p.skip(next, classBaad), true
	}
	if _, next, ok := p.ordinal(i); ok && p.joined(next, classUnit|classWeekday) { // every second day, har doosre din
		return rhythmOf(other), next + 1, true
	}
	return Expression{}, 0, false
}

// onceIn reads hafte mein ek bar.
func (p *parser) onceIn(i int) (Expression, int, bool) {
	w := p.at(i).word
	one := p.at(i+2).value == 1 || p.has(i+2, classNumber) && p.at(i+2).word.number == 1
	if w.unit < days || w.unit > months || !one || !p.joined(i+1, classMein) || p.at(i+2).parted || p.at(i+3).parted ||
		!p.plays(i+3, roleOnce) {
		return Expression{}, 0, false
	}
	return onceA(w.unit), i + 4, true
}

func onceA(u unit) Expression {
	switch u {
	case days:
		return rhythmOf(daily)
	case weeks:
		return rhythmOf(weekly)
	default:
		return rhythmOf(monthly)
	}
}

// withWeekday reads a weekday, and those that are listed behind it; of those the first to come counts.
func (p *parser) withWeekday(e Expression, i int) (Expression, int, bool) {
	e.Has |= Day
	e.day = day{kind: weekdayOf, weekday: p.at(i).word.weekday}
	e.day.set |= 1 << e.day.weekday
	next := i + 1
	for {
		another := p.skip(next, classAnd)
		listed := another > next || another < len(p.items) && p.tokens[p.items[another].from].Before.Has(text.Comma)
		if !listed || !p.joined(another, classWeekday) || p.at(another).word.rare&classWeekday != 0 {
			return e, next, true
		}
		e.day.set |= 1 << p.at(another).word.weekday
		next = another + 1
	}
}

func (p *parser) everyUnit(i int) (Expression, int, bool) {
	switch u := p.at(i).word.unit; u {
	case days, weeks:
		return onceA(u), i + 1, true
	case months:
		return p.everyMonth(i + 1)
	default:
		return rhythmOf(other), i + 1, true
	}
}

// everyMonth reads the day of the month behind har mahine: ki 5 tareekh, on the 5th, ke aakhir mein.
func (p *parser) everyMonth(i int) (Expression, int, bool) {
	e := rhythmOf(monthly)
	j := p.skip(p.skip(p.skip(i, classKe), classOn), classThe)
	if p.joined(j, classEnd) {
		e.Has |= Day
		e.day = day{kind: lastOf, unit: months}
		return e, p.skip(j+1, classTareekh), true
	}
	n, next, ok := p.dayNumber(j)
	if j == i || !ok || p.at(j).parted || p.isDigits(j) && p.compound(j) {
		return e, i, true
	}
	if p.joined(next, classTareekh) {
		next++
	} else if !p.has(next-1, classSuffix) && !p.joined(next, classKo) {
		return e, i, true
	}
	e.Has |= Day
	e.day = day{kind: dayOf, n: n}
	return e, next, true
}

// ofEveryMonth reads 5th of every month.
func (p *parser) ofEveryMonth(i int) (Expression, int, bool) {
	last := p.has(i, classEnd)
	n, next, ok := 0, i+1, last
	if !last {
		n, next, ok = p.dayNumber(i)
	}
	every := p.skip(next, classOf)
	if !ok || every == next || !p.joined(every, classEvery) || !p.monthWord(every+1) || p.at(every+1).parted {
		return Expression{}, 0, false
	}
	e := rhythmOf(monthly)
	e.Has |= Day
	e.day = day{kind: dayOf, n: n}
	if last {
		e.day = day{kind: lastOf, unit: months}
	}
	return e, every + 2, true
}
