package when

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/items"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// corrects says whether the items between two expressions take the first one back: the 5th, no, the 6th; Sunday, no sorry, Saturday.
func (p *parser) corrects(from, to int) (ok bool) {
	for ; from < to; from++ {
		switch {
		case p.Plays(from, words.RoleCorrection):
			ok = true
		case !p.Has(from, words.The|words.On|words.For|words.At|words.To):
			return false
		}
	}
	return ok
}

// labels says whether an expression is the number of something that is named by it: task 6, make it the 19th.
func (p *parser) labels(e Expression) bool {
	return e.Is(Number) && p.afterLabel(slices.IndexFunc(p.Items, func(it items.Item) bool { return int(it.From) == e.From }))
}

// correct marks the first of two expressions as not meant, and gives the second what only the first tells. The words between them belong
// to the second.
func correct(former, meant *Expression) {
	const bare = Number | Ordinal
	switch {
	case former.Is(Day) && meant.Is(bare) && former.Day.takes(meant.Number):
		meant.Has, meant.Day = Day, former.Day
		meant.Day.N = meant.Number
	case former.Is(Clock) && meant.Is(Number) && meant.Number <= 12:
		meant.Has, meant.Clock = Clock, former.Clock
		meant.Clock.Minute = meant.Number * 60
	case meant.Is(Day) && former.Is(bare) && meant.Day.takes(former.Number):
		former.Has, former.Day = Day, meant.Day
		former.Day.N = former.Number
	case former.Has&meant.Has&times == 0:
		return
	}
	former.Former = true
	meant.From = former.To
}

// PutAnew says whether another expression tells anew what this one tells. One that is a number is read as the hour then: at 4, make it 5.
func (e Expression) PutAnew(meant *Expression) bool {
	if e.Is(Clock) && meant.Is(Number) && !e.Is(Offset) && meant.Number >= 1 && meant.Number <= 12 {
		meant.Has, meant.Clock = Clock, e.Clock
		meant.Clock.Minute = meant.Number * 60
	}
	return e.Has&meant.Has&times&^DayPart != 0
}

// deny reads of two expressions the second, which is not meant, by the first, and the first by it: 6pm tomorrow not 7; the 12th not the
// 10th. hours says that two numbers are hours.
func deny(meant, denied *Expression, hours bool) {
	const most = 12
	switch {
	case hours && denied.Is(Number) && meant.Is(Number) && max(denied.Number, meant.Number) <= most: // to 4, used to be 3
		meant.Has, meant.Clock.Minute = Clock, meant.Number*60
		denied.Has, denied.Clock.Minute = Clock, denied.Number*60
	case denied.Is(Number) && meant.Is(Clock) && denied.Number <= most:
		denied.Has, denied.Clock = Clock, meant.Clock
		denied.Clock.Minute = denied.Number * 60
	case denied.Is(Number|Ordinal) && meant.Is(Day) && meant.Day.takes(denied.Number):
		denied.Has, denied.Day = Day, meant.Day
		denied.Day.N = denied.Number
	case denied.Is(Day) && meant.Is(Ordinal) && denied.Day.takes(meant.Number):
		meant.Has, meant.Day = Day, denied.Day
		meant.Day.N = meant.Number
	default:
		return
	}
	denied.Former = true
}

// inPlaceOf says whether the items between a time and a number behind it say in English that the first stands in the place of that:
// 3:30 pm now instead of the 10th.
func (p *parser) inPlaceOf(from, to int) bool {
	const farthest = 3 // items: now instead of the
	for p.Has(to-1, words.The|words.At|words.On) && to > from {
		to--
	}
	return to > from && to-from <= farthest && p.Plays(to-1, words.RoleInstead)
}

// wasBefore says whether the words before an item say that a time was so, and is to be another: to 3pm, was 2; it was Thursday.
func (p *parser) wasBefore(i int) bool {
	for p.Has(i-1, words.On|words.At|words.For|words.The) && !p.At(i).Parted {
		i--
	}
	return !p.At(i).Parted && p.Plays(i-1, words.RoleFormerly)
}

// deniedBehind says whether the words behind a time deny it: kal nahi, Friday doesn't work. In English "not" before another time or number
// denies that one: the 12th not the 10th.
func (p *parser) deniedBehind(next int) bool {
	not := p.Skip(next, words.Ke)
	if p.At(next).Parted || !p.Plays(not, words.RoleNot) {
		return false
	}
	if !p.Plays(not, words.RoleDenying) {
		return true
	}
	for not++; p.Has(not, words.The|words.On|words.For|words.At|words.To|words.By); not++ {
		continue
	}
	const told = words.Number | words.Ordinal | words.Day | words.Weekday | words.Month | words.Rhythm | words.Every | words.ClockWord
	return !p.IsDigits(not) && !p.Has(not, told)
}

// takes says whether a day of a month may have another number.
func (d NamedDay) takes(number int) bool {
	switch d.Kind {
	case Date:
		return Exists(d.Year, d.Month, number)
	case DayOf:
		return number > 0 && number <= DaysOfMonth
	default:
		return false
	}
}

// append adds an expression, and sees to the days that one of them tells of another: the day before is that before the day told last, and
// what stands in a clause of what I cannot do is not meant.
func (p *parser) append(found []Expression, e Expression, first int) []Expression {
	if e.Is(Day) && e.Day.Kind == Beside {
		base := len(found) - 1
		for base >= 0 && !found[base].Is(Day) {
			base--
		}
		if base < 0 {
			return found
		}
		shift := e.Day.Shift
		e.Day = found[base].Day
		e.Day.Shift = shift
		found[base].Former = true
	}
	e.Former = e.Former || e.Is(Day) && p.unable(first)
	return append(found, e)
}

// unable says whether the clause up to an item says that something cannot be then: I cannot do the slides on Tuesday. Until Tuesday
// it can.
func (p *parser) unable(i int) bool {
	if p.Has(i, words.Until) || p.At(i).Parted || p.Ends(i) {
		return false
	}
	for i--; i >= 0; i-- {
		if p.Plays(i, words.RoleUnable) {
			return true
		}
		dash := p.Tokens[p.Items[i].From].Before.Has(text.Dash) && p.Tokens[p.Items[i].From].Before.Has(text.Space)
		if dash || p.Ends(i) || p.Has(i, words.Until) || p.Plays(i, words.RoleAsking) && !p.Plays(i-1, words.RoleUnable) {
			return false
		}
	}
	return false
}

// deniedDay says whether "the" and the number of a day with st, nd, rd or th, which ends before an item, are a day since one is denied: I
// can't make the 11th, the 18th please; the 10th is no good.
func (p *parser) deniedDay(i, next int) bool {
	switch {
	case !p.Has(i-1, words.The):
		return false
	case p.unable(i), p.Plays(next, words.RoleNot) && !p.At(next).Parted:
		return true
	case !p.Ends(next) && !p.Plays(next, words.RoleClosing):
		return false
	case p.At(i).Value >= surelyDay:
		return true
	}
	for i -= 2; i >= 0; i-- {
		if p.Plays(i, words.RoleUnable|words.RoleNot|words.RoleFormerly) {
			return true
		}
	}
	return false
}

// shiftedFrom reads the day before, a week after, us se ek din pehle: days from the one that was told before.
func (p *parser) shiftedFrom(i int) (Expression, int, bool) {
	if p.Has(i, words.It) {
		return p.shiftedFromIt(i)
	}
	if !p.Plays(i, words.RoleShift) {
		return Expression{}, 0, false
	}
	const behind = words.At | words.Part | words.Number | words.In | words.And
	next := i + 1
	if !p.Ends(next) && !p.Joined(next, behind) && !p.IsDigits(next) && !p.Plays(next, words.RoleSo) {
		return Expression{}, 0, false // the day before the exam
	}
	return dayExpression(NamedDay{Kind: Beside, Shift: int(p.At(i).Word.Shift)}, words.NoPart), next, true
}

// shiftedFromIt reads us se ek din pehle, uske do din baad.
func (p *parser) shiftedFromIt(i int) (Expression, int, bool) {
	from := p.Skip(i+1, words.Se|words.Ke)
	l, next, ok := p.Length(from)
	if !ok || p.At(from).Parted || !p.Joined(next, words.Pehle|words.Baad) {
		return Expression{}, 0, false
	}
	switch {
	case l.Unit == words.Weeks:
		l.Amount *= daysOfWeek
	case l.Unit != words.Days:
		return Expression{}, 0, false
	}
	if p.Has(next, words.Pehle) {
		l.Amount = -l.Amount
	}
	return dayExpression(NamedDay{Kind: Beside, Shift: l.Amount}, words.NoPart), next + 1, true
}
