package when

import (
	"time"

	"github.com/salaatflow/platform/language/detect/when/words"
)

// dayKind is how a day was told.
type dayKind uint8

const (
	noDay     dayKind = iota
	Relative          // n days from today; flips when one looks back
	WeekdayOf         // a weekday; with weeks, that of a week from this one
	Date              // day, month and perhaps year
	DayOf             // a day of a month; with months, of a month from this one
	LastOf            // the last day of a month or a week from this one
	Shifted           // n units from today
	Elsewhere         // a day of another calendar
	Beside            // some days from one that was told before
	NthOf             // the nth or, with -1, the last weekday of a month from this one, or of the one that is named
)

// NamedDay is a day as it was told.
type NamedDay struct {
	N       int // days of relative, units of shifted, the number of the day of date and dayOf
	Weekday time.Weekday
	Weeks   int // from this week; 0 where told is false
	Months  int // from this month
	Month   time.Month
	Year    int
	Years   int // from this one, where Told is set and Year is not
	Shift   int // days from the day that is told
	Kind    dayKind
	Unit    words.TimeUnit
	Set     uint8 // the weekdays, where several are told, as bits
	Flips   bool
	Missing bool // there is no such day: 31 April
	Told    bool // the week or the month was told
	Next    bool // the weekday was called next
	Back    bool // looks back by its words
	Weekend bool // the Saturday stands for both days
}

// dayAt reads a day, and the part of it that its words tell with it.
func (p *parser) dayAt(i int) (NamedDay, words.DayPart, int, bool) {
	w := p.At(i).Word
	if w.Class&words.Day != 0 {
		return p.relativeDay(i)
	}
	if d, next, ok := p.dayBeside(i); ok {
		return d, words.NoPart, next, true
	}
	if d, next, ok := p.dateAt(i); ok {
		return d, words.NoPart, next, true
	}
	if d, next, ok := p.weeksOn(i); ok {
		return d, words.NoPart, next, true
	}
	if d, next, ok := p.shiftedDay(i); ok {
		return d, words.NoPart, next, true
	}
	if d, next, ok := p.endOf(i); ok {
		return d, words.NoPart, next, true
	}
	if d, next, ok := p.weekdayAt(i); ok {
		return d, words.NoPart, next, true
	}
	if d, part, next, ok := p.turned(i); ok {
		return d, part, next, true
	}
	if w.Class&words.Weekend != 0 {
		return NamedDay{Kind: WeekdayOf, Weekday: time.Saturday, Weekend: true}, words.NoPart, i + 1, true
	}
	return NamedDay{}, words.NoPart, 0, false
}

func (p *parser) relativeDay(i int) (NamedDay, words.DayPart, int, bool) {
	w := p.At(i).Word
	if w.Class&words.Flip != 0 && p.Plays(i+1, words.RoleHowMany) && !p.Joined(i+2, words.Baje) && p.Plays(i, words.RoleInAll) {
		return NamedDay{}, words.NoPart, 0, false // kul, in all
	}
	d := NamedDay{Kind: Relative, N: int(w.Day), Flips: w.Class&words.Flip != 0, Back: w.Day < 0}
	if w.Class&words.Part != 0 {
		return d, words.Night, i + 1, true
	}
	if !d.Back && !d.Flips && p.weekLater(i) && !p.IsDigits(i+2) { // tomorrow week
		d.Shift = daysOfWeek
		return d, words.NoPart, i + 2, true
	}
	// aaj se 3 din baad, 3 din baad aaj se
	if w.Day == 0 && p.Joined(i+1, words.Se) {
		if l, next, ok := p.lengthBaad(i + 2); ok && l.Unit != words.Minutes {
			return NamedDay{Kind: Shifted, N: l.Amount, Unit: l.Unit}, words.NoPart, next, true
		}
	}
	return d, words.NoPart, i + 1, true
}

// dayBeside reads day after tomorrow's, day before yesterday.
func (p *parser) dayBeside(i int) (NamedDay, int, bool) {
	if !p.Has(i, words.Unit) || p.At(i).Word.Unit != words.Days || !p.Joined(i+1, words.After|words.Before) || !p.Joined(i+2, words.Day) {
		return NamedDay{}, 0, false
	}
	n := int(p.At(i + 2).Word.Day)
	switch {
	case p.Has(i+1, words.After) && n == 1:
		return NamedDay{Kind: Relative, N: 2}, i + 3, true
	case p.Has(i+1, words.Before) && n == -1:
		return NamedDay{Kind: Relative, N: -2, Back: true}, i + 3, true
	}
	return NamedDay{}, 0, false
}

// weekdayAt reads a weekday and the week that is told with it.
func (p *parser) weekdayAt(i int) (NamedDay, int, bool) {
	if p.Has(i, words.Next|words.This|words.Last) && p.weekUnit(i+1) {
		j := p.Skip(p.Skip(i+2, words.Ke|words.Mein|words.On), words.The)
		if p.isWeekday(j) && !p.At(j).Parted {
			return NamedDay{Kind: WeekdayOf, Weekday: p.At(j).Word.Weekday, Weeks: p.turn(i), Told: true, Back: p.turn(i) < 0}, j + 1, true
		}
		return NamedDay{}, 0, false
	}
	d, turned := NamedDay{Kind: WeekdayOf}, i
	for ; i-turned < 2 && p.Has(i, words.Next|words.This|words.Last) && (i == turned || !p.At(i).Parted); i++ {
		d.Next, d.Back = p.Has(i, words.Next), p.turn(i) < 0
	}
	if i > turned && p.At(i).Parted || !p.isWeekday(i) || !d.Next && !d.Back && p.namesOther(i) {
		return NamedDay{}, 0, false
	}
	d.Weekday = p.At(i).Word.Weekday
	d.Told = i > turned && p.ofThisWeek(d, i)
	next := i + 1
	if p.Joined(next, words.Next|words.This|words.Last) && p.weekUnit(next+1) {
		return NamedDay{Kind: WeekdayOf, Weekday: d.Weekday, Weeks: p.turn(next), Told: true, Next: true, Back: p.turn(next) < 0}, next + 2, true
	}
	if items := p.secondOne(d, i); items > 0 { // Wednesday week
		return NamedDay{Kind: WeekdayOf, Weekday: d.Weekday, Shift: daysOfWeek}, next + items, true
	}
	return d, next, true
}

func (p *parser) weekUnit(i int) bool {
	return p.Joined(i, words.Unit) && p.At(i).Word.Unit == words.Weeks && !p.saturday(i)
}

// turn is which one next, this and last mean: 1, 0, -1.
func (p *parser) turn(i int) int {
	switch {
	case p.Has(i, words.Next):
		return 1
	case p.Has(i, words.Last):
		return -1
	}
	return 0
}

// turned reads agle hafte, next month, agle din, pichle saal, this evening, last night, is shaam. This week and what lies
// in the past is a period and no day.
func (p *parser) turned(i int) (NamedDay, words.DayPart, int, bool) {
	if !p.Has(i, words.Next|words.This|words.Last) || p.At(i+1).Parted {
		return NamedDay{}, words.NoPart, 0, false
	}
	n := p.turn(i)
	if p.Has(i+1, words.Part) && !p.Has(i+1, words.Day) {
		return NamedDay{Kind: Relative, N: n, Back: n < 0}, p.At(i + 1).Word.Part, i + 2, true
	}
	w := p.At(i + 1).Word
	if w.Class&words.Weekend != 0 {
		weekend := NamedDay{Kind: WeekdayOf, Weekday: time.Saturday, Weeks: n, Told: n != 0, Back: n < 0, Weekend: true}
		return weekend, words.NoPart, i + 2, true
	}
	if w.Class&words.Unit == 0 || w.Unit < words.Days || n <= 0 || p.saturday(i+1) {
		return NamedDay{}, words.NoPart, 0, false
	}
	return NamedDay{Kind: Shifted, N: n, Unit: w.Unit, Told: true}, words.NoPart, i + 2, true
}

// period reads is hafte, this month, last year.
func (p *parser) period(i int) (int, bool) {
	if p.Has(i, words.Next|words.This|words.Last) && p.Joined(i+1, words.Unit) && p.At(i+1).Word.Unit > words.Days && !p.saturday(i+1) {
		return i + 2, true
	}
	return 0, false
}

// shiftedDay reads in 3 days, 3 din baad, 2 hafte mein, a week later, 3 days ago, 3 din pehle.
func (p *parser) shiftedDay(i int) (NamedDay, int, bool) {
	l, next, ok := p.lengthFromNow(i)
	if ok && l.Unit != words.Minutes {
		return NamedDay{Kind: Shifted, N: l.Amount, Unit: l.Unit, Back: l.Amount < 0}, next, true
	}
	return NamedDay{}, 0, false
}

// endOf reads end of the month, month end, mahine ke aakhir, is hafte ke end, agle mahine ki aakhri tareekh.
func (p *parser) endOf(i int) (NamedDay, int, bool) {
	if p.Has(i, words.End) {
		j := p.Skip(p.Skip(i+1, words.Of), words.The)
		n := 0
		if p.Joined(j, words.Next|words.This|words.Last) {
			n = p.turn(j)
			j++
		}
		if j > i+1 && p.Joined(j, words.Unit) {
			return p.endDay(j, n, j+1)
		}
		if j > i+1 && p.Joined(j, words.Month) { // end of March
			return p.lastOfMonth(j), j + 1, true
		}
		return NamedDay{}, 0, false
	}
	n, j := 0, i
	if end := p.Skip(i+1, words.Ke); p.Has(i, words.Month) && end > i+1 && p.Joined(end, words.End) { // march ke aakhir tak
		return p.lastOfMonth(i), p.Skip(end+1, words.Tareekh), true
	}
	if p.Has(i, words.Next|words.This|words.Last) {
		n = p.turn(i)
		j++
	}
	if !p.Has(j, words.Unit) || j > i && p.At(j).Parted {
		return NamedDay{}, 0, false
	}
	end := p.Skip(j+1, words.Ke)
	if !p.Joined(end, words.End) {
		return NamedDay{}, 0, false
	}
	return p.endDay(j, n, p.Skip(end+1, words.Tareekh))
}

// lastOfMonth is the last day of a month by its name; of February the 28th.
func (p *parser) lastOfMonth(i int) NamedDay {
	const commonYear = 2001
	month := p.At(i).Word.Month
	return NamedDay{Kind: Date, Month: month, N: DaysIn(commonYear, month)}
}

func (p *parser) endDay(i, n, next int) (NamedDay, int, bool) {
	u := p.At(i).Word.Unit
	switch u {
	case words.Days:
		return NamedDay{Kind: Relative, N: n}, next, n == 0
	case words.Weeks, words.Months:
		return NamedDay{Kind: LastOf, Unit: u, Months: n, Weeks: n, Told: true, Back: n < 0}, next, true
	default:
		return NamedDay{}, 0, false
	}
}

// dayOrClock reads what tells by itself on which day or at which hour, or how often.
func (p *parser) dayOrClock(i int, told told) (Expression, int, bool) {
	if e, next, ok := p.rhythmAt(i); ok {
		return e, next, true
	}
	if e, next, ok := p.anchorAt(i); ok {
		return e, next, true
	}
	if e, next, ok := p.nthWeekday(i); ok {
		return e, next, true
	}
	if n, next, ok := p.offsetAt(i); ok {
		return Expression{Has: Offset, Offset: n}, next, true
	}
	if d, part, next, ok := p.dayAt(i); ok {
		return dayExpression(d, part), next, true
	}
	if c, next, ok := p.clockAt(i, told); ok {
		return Expression{Has: Clock, Clock: c}, next, true
	}
	if d, next, ok := p.theDay(i); ok && i > 0 && !p.At(i).Parted && (p.dated(i-1, next) || p.IsDigits(i) && p.deniedDay(i, next)) {
		return dayExpression(d, words.NoPart), next, true
	}
	return Expression{}, 0, false
}
