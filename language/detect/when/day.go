package when

import "time"

// dayKind is how a day was told.
type dayKind uint8

const (
	noDay     dayKind = iota
	relative          // n days from today; flips when one looks back
	weekdayOf         // a weekday; with weeks, that of a week from this one
	date              // day, month and perhaps year
	dayOf             // a day of a month; with months, of a month from this one
	lastOf            // the last day of a month or a week from this one
	shifted           // n units from today
	elsewhere         // a day of another calendar
)

// day is a day as it was told.
type day struct {
	n       int // days of relative, units of shifted, the number of the day of date and dayOf
	weekday time.Weekday
	weeks   int // from this week; 0 where told is false
	months  int // from this month
	month   time.Month
	year    int
	kind    dayKind
	unit    unit
	set     uint8 // the weekdays, where several are told, as bits
	flips   bool
	told    bool // the week or the month was told
	next    bool // the weekday was called next
	back    bool // looks back by its words
}

// dayAt reads a day, and the part of it that its words tell with it.
func (p *parser) dayAt(i int) (day, dayPart, int, bool) {
	w := p.at(i).word
	if w.class&classDay != 0 {
		return p.relativeDay(i)
	}
	if d, next, ok := p.dayBeside(i); ok {
		return d, noPart, next, true
	}
	if d, next, ok := p.dateAt(i); ok {
		return d, noPart, next, true
	}
	if d, next, ok := p.shiftedDay(i); ok {
		return d, noPart, next, true
	}
	if d, next, ok := p.endOf(i); ok {
		return d, noPart, next, true
	}
	if d, next, ok := p.weekdayAt(i); ok {
		return d, noPart, next, true
	}
	if d, part, next, ok := p.turned(i); ok {
		return d, part, next, true
	}
	if w.class&classWeekend != 0 {
		return day{kind: weekdayOf, weekday: time.Saturday}, noPart, i + 1, true
	}
	return day{}, noPart, 0, false
}

func (p *parser) relativeDay(i int) (day, dayPart, int, bool) {
	w := p.at(i).word
	if w.class&classFlip != 0 && p.plays(i+1, roleHowMany) && !p.joined(i+2, classBaje) && p.form(i) == "کل" {
		return day{}, noPart, 0, false // kul, in all
	}
	d := day{kind: relative, n: int(w.day), flips: w.class&classFlip != 0, back: w.day < 0}
	if w.class&classPart != 0 {
		return d, night, i + 1, true
	}
	// aaj se 3 din baad, 3 din baad aaj se
	if w.day == 0 && p.joined(i+1, classSe) {
		if l, next, ok := p.lengthBaad(i + 2); ok && l.unit != minutes {
			return day{kind: shifted, n: l.amount, unit: l.unit}, noPart, next, true
		}
	}
	return d, noPart, i + 1, true
}

// dayBeside reads day after tomorrow's, day before yesterday.
func (p *parser) dayBeside(i int) (day, int, bool) {
	if !p.has(i, classUnit) || p.at(i).word.unit != days || !p.joined(i+1, classAfter|classBefore) || !p.joined(i+2, classDay) {
		return day{}, 0, false
	}
	n := int(p.at(i + 2).word.day)
	switch {
	case p.has(i+1, classAfter) && n == 1:
		return day{kind: relative, n: 2}, i + 3, true
	case p.has(i+1, classBefore) && n == -1:
		return day{kind: relative, n: -2, back: true}, i + 3, true
	}
	return day{}, 0, false
}

// weekdayAt reads a weekday and the week that is told with it.
func (p *parser) weekdayAt(i int) (day, int, bool) {
	if p.has(i, classNext|classThis|classLast) && p.weekUnit(i+1) {
		j := p.skip(p.skip(i+2, classKe|classMein|classOn), classThe)
		if p.isWeekday(j) && !p.at(j).parted {
			return day{kind: weekdayOf, weekday: p.at(j).word.weekday, weeks: p.turn(i), told: true, back: p.turn(i) < 0}, j + 1, true
		}
		return day{}, 0, false
	}
	d, turned := day{kind: weekdayOf}, i
	for ; i-turned < 2 && p.has(i, classNext|classThis|classLast) && (i == turned || !p.at(i).parted); i++ {
		d.next, d.back = p.has(i, classNext), p.turn(i) < 0
	}
	if i > turned && p.at(i).parted || !p.isWeekday(i) || !d.next && !d.back && p.namesOther(i) {
		return day{}, 0, false
	}
	d.weekday = p.at(i).word.weekday
	d.told = i > turned && !d.next && !d.back // this Monday is today on a Monday
	next := i + 1
	if p.joined(next, classNext|classThis|classLast) && p.weekUnit(next+1) {
		return day{kind: weekdayOf, weekday: d.weekday, weeks: p.turn(next), told: true, next: true, back: p.turn(next) < 0}, next + 2, true
	}
	return d, next, true
}

func (p *parser) weekUnit(i int) bool {
	return p.joined(i, classUnit) && p.at(i).word.unit == weeks && !p.saturday(i)
}

// isWeekday says whether an item tells a weekday. Short forms and those that mean something else need company.
func (p *parser) isWeekday(i int) bool {
	w := p.at(i).word
	const cue = classOn | classBy | classNext | classThis | classLast | classUntil | classEvery | classFor | classBefore | classStarting
	switch {
	case w.class&classWeekday == 0:
		return false
	case w.rare&classWeekday != 0:
		return p.saturday(i)
	case w.weak&classWeekday != 0:
		return p.has(i-1, cue) && !p.at(i).parted || p.joined(i+1, classPart|classKo|classAt|classTak) ||
			p.has(i-1, classDay|classPart) || p.isDigits(i+1) && p.timeBehind(i+1)
	}
	return true
}

// timeBehind says whether digits are a clock time by the word behind them.
func (p *parser) timeBehind(i int) bool {
	_, _, ok := p.clockAt(i, toldNothing)
	return ok
}

// saturday says whether hafta is the weekday: hafte ko, hafte ke din, hafta shaam 5 baje.
func (p *parser) saturday(i int) bool {
	if p.at(i).word.class&classWeekday == 0 || p.isDigits(i-1) {
		return false
	}
	if p.joined(i+1, classKe) {
		return p.joined(i+2, classPart) || p.joined(i+2, classTail|classUnit) && p.at(i+2).word.unit == days &&
			!p.has(i-1, classThis|classNext)
	}
	return p.joined(i+1, classKo|classPart)
}

// namesOther says whether the word of a weekday names something else: itwar bazar, peer sahab, surah jumuah, jumma ki
// namaz.
func (p *parser) namesOther(i int) bool {
	if p.plays(i+1, roleName) && !p.at(i+1).parted || p.has(i-1, classSurah) && !p.at(i).parted {
		return true
	}
	of := p.skip(i+1, classKe)
	if of > i+1 && p.at(of).word == unknown && !p.isDigits(of) && !p.at(of).parted {
		return p.has(i, classJummah) // juma k kapre
	}
	return p.has(i, classJummah) && p.joined(of, classService)
}

// turn is which one next, this and last mean: 1, 0, -1.
func (p *parser) turn(i int) int {
	switch {
	case p.has(i, classNext):
		return 1
	case p.has(i, classLast):
		return -1
	}
	return 0
}

// turned reads agle hafte, next month, agle din, pichle saal, this evening, last night, is shaam. This week and what lies
// in the past is a period and no day.
func (p *parser) turned(i int) (day, dayPart, int, bool) {
	if !p.has(i, classNext|classThis|classLast) || p.at(i+1).parted {
		return day{}, noPart, 0, false
	}
	n := p.turn(i)
	if p.has(i+1, classPart) && !p.has(i+1, classDay) {
		return day{kind: relative, n: n, back: n < 0}, p.at(i + 1).word.part, i + 2, true
	}
	w := p.at(i + 1).word
	if w.class&classWeekend != 0 {
		return day{kind: weekdayOf, weekday: time.Saturday, weeks: n, told: n != 0, back: n < 0}, noPart, i + 2, true
	}
	if w.class&classUnit == 0 || w.unit < days || n <= 0 || p.saturday(i+1) {
		return day{}, noPart, 0, false
	}
	return day{kind: shifted, n: n, unit: w.unit}, noPart, i + 2, true
}

// period reads is hafte, this month, last year.
func (p *parser) period(i int) (int, bool) {
	if p.has(i, classNext|classThis|classLast) && p.joined(i+1, classUnit) && p.at(i+1).word.unit > days && !p.saturday(i+1) {
		return i + 2, true
	}
	return 0, false
}

// shiftedDay reads in 3 days, 3 din baad, 2 hafte mein, a week later, 3 days ago, 3 din pehle.
func (p *parser) shiftedDay(i int) (day, int, bool) {
	l, next, ok := p.lengthFromNow(i)
	if ok && l.unit != minutes {
		return day{kind: shifted, n: l.amount, unit: l.unit, back: l.amount < 0}, next, true
	}
	return day{}, 0, false
}

// endOf reads end of the month, month end, mahine ke aakhir, is hafte ke end, agle mahine ki aakhri tareekh.
func (p *parser) endOf(i int) (day, int, bool) {
	if p.has(i, classEnd) {
		j := p.skip(p.skip(i+1, classOf), classThe)
		n := 0
		if p.joined(j, classNext|classThis|classLast) {
			n = p.turn(j)
			j++
		}
		if j > i+1 && p.joined(j, classUnit) {
			return p.endDay(j, n, j+1)
		}
		return day{}, 0, false
	}
	n, j := 0, i
	if p.has(i, classNext|classThis|classLast) {
		n = p.turn(i)
		j++
	}
	if !p.has(j, classUnit) || j > i && p.at(j).parted {
		return day{}, 0, false
	}
	end := p.skip(j+1, classKe)
	if !p.joined(end, classEnd) {
		return day{}, 0, false
	}
	return p.endDay(j, n, p.skip(end+1, classTareekh))
}

func (p *parser) endDay(i, n, next int) (day, int, bool) {
	u := p.at(i).word.unit
	switch u {
	case days:
		return day{kind: relative, n: n}, next, n == 0
	case weeks, months:
		return day{kind: lastOf, unit: u, months: n, weeks: n, told: true, back: n < 0}, next, true
	default:
		return day{}, 0, false
	}
}
