package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// moment reads one time, told by one or more parts in any order with small words around and between them.
func (p *parser) moment(i int) (Expression, int, bool) {
	start := p.leading(i)
	e, next, ok := p.piece(start, p.toldBefore(start, i, Expression{}))
	if !ok && start > i {
		start = i
		e, next, ok = p.piece(start, toldNothing)
	}
	if !ok {
		return Expression{}, 0, false
	}
	from := p.Has(start-1, words.Starting) || p.Has(start-1, words.The) && p.Has(start-2, words.Starting)
	e.Former = start > i && (from || p.Plays(i, words.RoleInstead)) || p.Plays(i-1, words.RoleDenying) || p.wasBefore(i)
	next = p.more(&e, p.trailing(next, e))
	e.Latest = p.latest(e, i, start, next)
	e.Past = p.Plays(p.Skip(next, words.Ke), words.RoleWas) && !p.At(next).Parted
	purpose := e.Has == Day && p.Plays(next-1, words.RolePurpose)
	e.Former = e.Former || e.Past || purpose || p.Has(next-1, words.Se) || p.deniedBehind(next)
	if p.Joined(next, words.Ke) && p.Plays(next+1, words.RoleBajaye) {
		e.Former, next = true, next+2
	}
	if e.Has == DayPart {
		e.Loose = !p.surePart(start, next)
	}
	return e, next, p.tells(e, i)
}

// latest says whether the small words before a time, from an item to its start, or at its end say that its day is the last that counts.
func (p *parser) latest(e Expression, i, start, next int) bool {
	return e.Is(Day|Period) && (start > i && p.Plays(start-1, words.RoleLatest) || p.Plays(next-1, words.RoleLatest))
}

// more adds to an expression the parts that follow, from an item on.
func (p *parser) more(e *Expression, next int) int {
	for next < len(p.Items) {
		at := p.between(next)
		if p.At(next).Parted || p.At(at).Parted {
			break
		}
		more, after, ok := p.piece(at, p.toldBefore(at, next, *e))
		if !ok || more.Has == DayPart && p.partOfName(*e, after) || !e.join(more) {
			break
		}
		next = p.trailing(after, more)
	}
	return next
}

// partOfName says whether a part of the day before an item belongs to what follows: subah ke azkar, daily morning adhkar.
func (p *parser) partOfName(e Expression, next int) bool {
	name := p.Skip(next, words.Ke)
	if p.At(name).Parted || p.At(name).Word != words.Unknown || p.IsDigits(name) {
		return false
	}
	return name > next || e.Has == Rhythm && p.Tokens[p.Items[next-1].From].Script == text.Latin && p.Plays(next-2, words.RoleDaily)
}

// tells refuses what is too little to be a time: a short form for a part of the day on its own.
func (p *parser) tells(e Expression, i int) bool {
	return e.Has != DayPart || !p.Weakly(i, words.Part)
}

// leading skips the small words that may stand before a time.
func (p *parser) leading(i int) int {
	const small = words.On | words.At | words.By | words.In | words.For | words.Until | words.Starting | words.Before | words.After |
		words.The | words.To
	start := i
	if p.Touches(i, text.Dash) {
		return i // check-in
	}
	for n := 0; n < 3 && (p.Has(start, small) || p.Plays(start, words.RoleInstead|words.RoleSoon)) &&
		(start == i || !p.At(start).Parted); n++ {
		if p.Has(start, words.Until) && p.Has(start-1, words.The) || p.Has(start, words.The) && p.Joined(start+1, words.Until) {
			return i // close the till
		}
		// in 2 hours, after Fajr, at Isha: these words are part of the time itself
		if _, _, ok := p.lengthFromNow(start); ok && p.Has(start, words.In|words.After) {
			return start
		}
		if _, _, ok := p.anchorAt(start); ok {
			return start
		}
		if _, _, ok := p.endOf(start); ok {
			return start
		}
		if p.Has(start, words.Day) && !p.dayFollows(start+1) {
			return start // by COB
		}
		start++
	}
	if start > i && p.At(start).Parted {
		return i
	}
	return start
}

// dayFollows says whether a day begins at an item.
func (p *parser) dayFollows(i int) bool {
	if p.At(i).Parted {
		return false
	}
	_, _, _, ok := p.dayAt(i)
	return ok
}

// between skips the small words that may stand between the parts of a time.
func (p *parser) between(i int) int {
	const small = words.On | words.At | words.By | words.In | words.For | words.The | words.Ko | words.Ke | words.Mein | words.Pe | words.Se |
		words.Of | words.Starting | words.Until | words.Tak
	at := i
	for n := 0; n < 3 && p.Joined(at, small); n++ {
		if p.At(at).Word.Class&(words.After|words.Before) != 0 {
			break
		}
		if _, _, ok := p.anchorAt(at); ok {
			return at
		}
		at++
	}
	return at
}

// pastWalaDay skips what only calls a day one: budh wale din ke liye.
func (p *parser) pastWalaDay(i int, e Expression) int {
	if e.Is(Day) && p.Joined(i, words.Wala) && p.dayWord(i+1) {
		return i + 2
	}
	return i
}

// dayWord says whether an item is a word for a day.
func (p *parser) dayWord(i int) bool {
	return p.Joined(i, words.Tail|words.Unit) && p.At(i).Word.Unit == words.Days
}

// trailing skips the small words that belong to the time before them: ko, tak, ke din, se pehle.
func (p *parser) trailing(i int, e Expression) int {
	i = p.pastWalaDay(i, e)
	switch {
	case e.Is(Anchor):
		return i
	case p.Joined(i, words.Ke) && p.Joined(i+1, words.Tail):
		return p.Skip(i+2, words.Ko|words.Tak|words.Pe)
	case e.Is(Day|Clock) && p.Joined(i, words.Se|words.Ke) && p.Joined(i+1, words.Pehle|words.Baad):
		if p.Has(i, words.Se) || p.Has(i+1, words.Baad) {
			return i + 2
		}
	case e.Is(Rhythm) && p.Joined(i, words.Pe) && !e.Is(Day):
		return i
	}
	if p.Joined(i, words.Ko|words.Tak|words.Pe|words.Mein) && !p.Has(i, words.Label|words.Month) {
		if p.Has(i, words.Mein) && (e.Is(Clock) || e.Has == Rhythm) {
			return i
		}
		return p.Skip(i+1, words.Tak)
	}
	if p.Joined(i, words.Se) && e.Is(Day|Rhythm) && !e.Is(Clock) {
		return i + 1
	}
	return i
}

// toldBefore is what the words before an item say about a number there.
func (p *parser) toldBefore(at, from int, e Expression) told {
	switch {
	case at > from && p.Has(at-1, words.At), at > from && e.Is(Day|DayPart) && p.Has(at-1, words.By):
		return toldAt
	case e.Is(DayPart):
		return toldPart
	}
	return toldNothing
}

// starts are the classes of the words with which a part of a time can begin.
const starts = countable | words.ClockWord | words.Quarter | words.Part | words.Unit | words.Day | words.Weekday | words.Month |
	words.Weekend | words.End | words.Next | words.This | words.Last | words.Every | words.Rhythm | words.Prayer | words.Jummah | words.It |
	words.Service | words.Baad | words.Pehle | words.After | words.Before | words.At | words.Until | words.By | words.In

// countable are the classes of the words with which a number or an amount of time can begin.
const countable = words.Number | words.Scale | words.Fraction | words.Mixed | words.Half | words.Couple | words.Ordinal

// piece reads one part of a time.
func (p *parser) piece(i int, told told) (Expression, int, bool) {
	if i >= len(p.Items) || p.At(i).Word == words.Unknown && !p.IsDigits(i) || p.Plays(i, words.RoleNothing) {
		return Expression{}, 0, false
	}
	if e, next, ok := p.shiftedFrom(i); ok {
		return e, next, true
	}
	if c, next, ok := p.betweenHours(i); ok {
		return Expression{Has: Clock, Clock: c}, next, true
	}
	if !p.IsDigits(i) && !p.Has(i, starts) {
		return Expression{}, 0, false
	}
	if e, next, ok := p.dayOrClock(i, told); ok {
		return e, next, true
	}
	if next, ok := p.period(i); ok {
		return Expression{Has: Period, Day: NamedDay{Unit: p.At(i + 1).Word.Unit, N: p.turn(i)}}, next, true
	}
	if w := p.At(i).Word; w.Class&words.Part != 0 {
		return Expression{Has: DayPart, Part: w.Part}, i + 1, true
	}
	return p.daytime(i)
}

// daytime reads din ke 11 baje.
func (p *parser) daytime(i int) (Expression, int, bool) {
	if w := p.At(i).Word; w.Class&words.Unit == 0 || w.Unit != words.Days || p.IsDigits(i-1) {
		return Expression{}, 0, false
	}
	at := p.Skip(i+1, words.Ke)
	if c, next, ok := p.clockAt(at, toldNothing); ok && !p.At(at).Parted && p.Has(next-1, words.Baje) {
		return Expression{Has: Clock | DayPart, Clock: c, Part: words.Noon}, next, true
	}
	return Expression{}, 0, false
}

func dayExpression(d NamedDay, part words.DayPart) Expression {
	e := Expression{Has: Day, Day: d, Part: part}
	if part != words.NoPart {
		e.Has |= DayPart
	}
	return e
}

// dated says whether the words up to an item let a number with st, nd, rd or th, which ends before another, be a date.
func (p *parser) dated(i, next int) bool {
	if p.Has(i, words.The) {
		if i--; p.Has(i, words.Weekday) || p.Plays(i, words.RoleDenying|words.RoleFormerly) || p.Has(i, words.Of) && p.Has(i-1, words.Part) {
			return true // the night of the 10th
		}
	}
	if p.Plays(i, words.RoleMakes) && (p.Ends(next) || p.Plays(next, words.RoleClosing) || p.Joined(next, words.At)) {
		return true // make it 11th
	}
	return p.Has(i, words.On|words.By|words.Until|words.For|words.Before|words.Starting|words.To|words.Weekday)
}

// join adds what another expression tells. It refuses what the first tells already.
func (e *Expression) join(more Expression) bool {
	const joinable = times
	both := e.Has & more.Has
	if (e.Has|more.Has)&^joinable != 0 {
		return false
	}
	switch {
	case both == Day && e.Day.Kind == WeekdayOf && (more.Day.Kind == Date || more.Day.Kind == DayOf): // Friday 6 March
		e.Day = more.Day
	case both == Day && e.Day.inYear(more.Day): // next year on 29 February
	case both == Day && e.Day.inMonth(more.Day): // next month 4th of April
		e.Day = more.Day
	case both == Rhythm && (e.Recurrence != more.Recurrence || e.Irregular != more.Irregular), both&^Rhythm != 0:
		return false
	}
	if more.Is(Day) && !e.Is(Day) {
		e.Day = more.Day
	}
	if more.Is(Clock) {
		e.Clock = more.Clock
	}
	if more.Is(DayPart) {
		e.Part = more.Part
	}
	if more.Is(Rhythm) {
		e.Recurrence, e.Irregular = more.Recurrence, more.Irregular
	}
	if more.Is(Anchor) {
		e.Prayer, e.Relation, e.Minutes = more.Prayer, more.Relation, more.Minutes
	}
	e.Has |= more.Has
	return true
}

// surePart says whether the words of a part of the day that stands alone tell a time: raat ko, in the evening.
func (p *parser) surePart(start, next int) bool {
	if p.Has(next-1, words.Ko|words.Tail) || p.Has(start-1, words.At) && p.Has(start, words.Part) {
		return true
	}
	return p.Has(start-1, words.The) && p.Has(start-2, words.In|words.By|words.Until)
}
