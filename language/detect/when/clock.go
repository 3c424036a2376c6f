package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// half is the half of the day in which a clock time lies.
type half uint8

const (
	unsaid    half = iota
	AM             // before noon
	PM             // after noon
	WholeDay       // told on a clock of 24 hours
	DayMinute      // a word that names a minute of the day: noon, midnight
)

// clock is a time of day as it was told.
type clock struct {
	Minute int // hour × 60 + minute, as told: 5:30 may be 17:30
	Half   half
}

const lastMinute = 24*60 - 1

// told is what the words before a number say about whether it is a time.
type told uint8

const (
	toldNothing told = iota
	toldPart         // a part of the day: subah 6
	toldAt           // at 6
)

// clockAt reads a clock time.
func (p *parser) clockAt(i int, told told) (clock, int, bool) {
	w := p.at(i).word
	switch {
	case w.Class&words.ClockWord != 0:
		return clock{Minute: int(w.Minutes), Half: DayMinute}, i + 1, true
	case w.Class&words.Half != 0, w.Class&words.Quarter != 0:
		return p.partPast(i, told)
	case w.Class&words.Mixed != 0:
		return p.mixedClock(i)
	case w.Class&words.Fraction != 0:
		return p.fractionClock(i, told)
	}
	if p.isDigits(i) && p.isDigits(i+1) && p.touchesAny(i+1, text.Colon|text.Stop|text.Dash) {
		return p.digital(i, told)
	}
	if n := p.at(i); n.digits >= 3 && n.digits <= 4 && n.value%100 <= 59 && n.value < 24*100 && !p.compound(i) &&
		p.joined(i+1, words.Baje|words.Meridiem|words.Oclock) { // 530 baje, 1730 hours
		return p.closed(clock{Minute: int(n.value/100)*60 + int(n.value%100)}, i+1)
	}
	if c, next, ok := p.fourDigits(i, told); ok {
		return c, next, true
	}
	if p.afterLabel(i) && !p.joined(i+1, words.Baje|words.Meridiem|words.Oclock|words.Baj|words.Bajne) {
		return clock{}, 0, false
	}
	hour, next, ok := p.hour(i)
	if !ok {
		return clock{}, 0, false
	}
	return p.hourClock(hour, i, next, told)
}

// hour reads the number of an hour.
func (p *parser) hour(i int) (hour, next int, ok bool) {
	w := p.at(i).word
	if w.Class&words.Number != 0 && w.Number == 60 && p.joined(i+1, words.Baje) {
		return 7, i + 1, true // saath baje is a spelling of saat baje
	}
	hour, next, ok = p.number(i)
	return hour, next, ok && hour <= 24
}

// hourClock reads what makes the number of an hour a time.
func (p *parser) hourClock(hour, i, next int, told told) (clock, int, bool) {
	c := clock{Minute: hour * 60}
	switch {
	case p.joined(next, words.Baj):
		return p.pastBaj(c, next+1)
	case p.joined(next, words.Bajne):
		return p.beforeBajne(c, next+1)
	case p.joined(next, words.Meridiem|words.Baje|words.Oclock):
		return p.closed(c, next)
	}
	if end, ok := p.rangeEnd(hour, next); ok && (hour < 10 || hour%5 != 0 || !p.has(next, words.To) || p.has(i-1, words.Starting)) {
		return p.closed(c, end)
	}
	if m, after, ok := p.spokenMinutes(next); ok && (told != toldNothing || p.joined(after, words.Meridiem)) {
		return p.closed(clock{Minute: hour*60 + m}, after)
	}
	if c, after, ok := p.minutesPast(hour, next); ok {
		return c, after, true
	}
	if c.Minute > 0 && c.Minute <= lastMinute && (p.leaves(next, told) || hour <= 12 && p.partFollows(next)) {
		return c, next, true
	}
	return clock{}, 0, false
}

// closed reads baje, am, pm and o'clock behind a time and checks it.
func (p *parser) closed(c clock, i int) (clock, int, bool) {
	for n := 0; n < 2 && p.joined(i, words.Meridiem|words.Baje|words.Oclock); n++ {
		if w := p.at(i).word; w.Class&words.Meridiem != 0 {
			c.Half = AM
			if w.Pm {
				c.Half = PM
			}
		}
		i++
	}
	if c.Minute > 24*60 || c.Half != unsaid && c.Minute >= 13*60 && c.Half == AM {
		return clock{}, 0, false
	}
	if c.Minute == 24*60 {
		return clock{Minute: c.Minute, Half: DayMinute}, i, true
	}
	return c, i, true
}

// digital reads 5:30, 17:00, 5.30 pm and 5-30 baje, in which a full stop or a dash need a word that says it is a time.
func (p *parser) digital(i int, told told) (clock, int, bool) {
	hour, minute, next := p.at(i), p.at(i+1), i+2
	if minute.digits != 2 || hour.digits > 2 || minute.value > 59 || hour.value > 24 || p.isDigits(next) &&
		p.touchesAny(next, text.Colon|text.Stop) {
		return p.digitalRange(i)
	}
	sure := told != toldNothing || p.joined(next, words.Meridiem|words.Baje|words.Oclock) || p.touches(next, text.Dash)
	if p.has(i-1, words.Surah) || p.afterLabel(i) && !sure || !sure && !p.touches(i+1, text.Colon) {
		return clock{}, 0, false
	}
	c := clock{Minute: int(hour.value)*60 + int(minute.value)}
	if hour.digits == 2 && hour.value < 10 || hour.value == 0 {
		c.Half = WholeDay
	}
	return p.closed(c, p.pastEnd(next))
}

// pastEnd skips the end of a range of times where a word behind it closes both: 4:30-5:30 pm.
func (p *parser) pastEnd(next int) int {
	if !p.touches(next, text.Dash) || !p.isDigits(next) {
		return next
	}
	end := next + 1
	if p.isDigits(end) && p.touchesAny(end, text.Colon|text.Stop) {
		end++
	}
	if p.joined(end, words.Meridiem|words.Baje) {
		return end
	}
	return next
}

// digitalRange reads of 5-6 baje the first.
func (p *parser) digitalRange(i int) (clock, int, bool) {
	if p.touches(i+1, text.Dash) && p.at(i).value >= 1 && p.at(i).value <= 24 && p.at(i+1).value <= 24 &&
		p.joined(i+2, words.Baje|words.Meridiem) {
		return p.closed(clock{Minute: int(p.at(i).value) * 60}, i+2)
	}
	return clock{}, 0, false
}

// rangeEnd finds behind the first hour of "5 se 6 baje" the words that close it.
func (p *parser) rangeEnd(from, i int) (int, bool) {
	if !p.joined(i, words.Se|words.To|words.And) || p.at(i+1).parted {
		return 0, false
	}
	until, next, ok := p.hour(i + 1)
	if p.has(i, words.To) && until <= from && !p.has(i-2, words.Starting) {
		return 0, false // shift 22 to 5 pm
	}
	if ok && p.joined(next, words.Baje|words.Meridiem) {
		return next, true
	}
	if ok && p.joined(next, words.Ke) && !p.at(next+1).parted && p.plays(next+1, words.RoleBetween) {
		return p.skip(next+2, words.Mein), true // 5 se 6 ke darmiyan
	}
	return 0, false
}

// spokenMinutes reads the minutes of five thirty and 5 30.
func (p *parser) spokenMinutes(i int) (minute, next int, ok bool) {
	if p.at(i).parted || p.isDigits(i) && p.at(i).digits != 2 {
		return 0, 0, false
	}
	minute, next, ok = p.number(i)
	return minute, next, ok && minute >= 10 && minute <= 59
}

// mixedClock reads dedh baje and dhai baje.
func (p *parser) mixedClock(i int) (clock, int, bool) {
	minute := int(p.at(i).word.Minutes)
	if !p.joined(i+1, words.Baje|words.Meridiem) {
		return clock{}, 0, false
	}
	if minute < 60 {
		minute += 12 * 60 // pon baje
	}
	return p.closed(clock{Minute: minute}, i+1)
}

// fractionClock reads sawa 5, saarhe paanch baje, paune chhe. Before what is measured it is no time.
func (p *parser) fractionClock(i int, told told) (clock, int, bool) {
	hour, next, ok := p.small(i+1, 12)
	if !ok || p.at(i+1).parted {
		return clock{}, 0, false
	}
	if told == toldNothing && (p.joined(next, words.Scale|words.Unit|words.Wala) || p.plays(next, words.RoleMeasure|words.RoleCount)) {
		return clock{}, 0, false
	}
	return p.closed(clock{Minute: hour*60 + int(p.at(i).word.Minutes)}, next)
}

// pastBaj reads 20 minute behind 5 baj kar.
func (p *parser) pastBaj(c clock, i int) (clock, int, bool) {
	i = p.skip(i, words.Ke)
	minute, next, ok := p.small(i, 59)
	if !ok || !p.joined(next, words.Unit) || p.at(next).word.Unit != words.Minutes {
		return clock{}, 0, false
	}
	c.Minute += minute
	return p.closed(c, next+1)
}

// beforeBajne reads mein 10 minute behind 6 bajne.
func (p *parser) beforeBajne(c clock, i int) (clock, int, bool) {
	minute, next, ok := p.small(p.skip(i, words.Mein|words.Se), 59)
	if !ok || !p.joined(next, words.Unit) || p.at(next).word.Unit != words.Minutes || c.Minute == 0 {
		return clock{}, 0, false
	}
	c.Minute -= minute
	return p.closed(c, p.skip(next+1, words.Pehle))
}

// afterLabel says whether an item names something: task 5, surah 36.
func (p *parser) afterLabel(i int) bool {
	return p.has(i-1, words.Label) && !p.at(i).parted && p.at(i-1).word.Role&words.RoleNumberWord == 0 ||
		p.plays(i-1, words.RoleNumberWord) || i < len(p.items) && p.tokens[p.items[i].from].Before.Has(text.Hash)
}

// leaves says whether what stands at an item leaves the number before it as a time.
func (p *parser) leaves(i int, told told) bool {
	const small = words.Ko | words.Tak | words.Pe | words.Se | words.Day | words.Part | words.At | words.On | words.For | words.Every |
		words.Rhythm | words.Weekday | words.To | words.The | words.Next | words.And
	switch {
	case told == toldNothing:
		return false
	case p.ends(i):
		return true
	case p.has(i, words.Label|words.Unit|words.Scale|words.Month) || p.plays(i, words.RoleCount|words.RoleMeasure):
		return false
	}
	return told == toldAt || p.has(i, small)
}

// partFollows reads "in the morning", "at night" behind an hour.
func (p *parser) partFollows(i int) bool {
	if !p.joined(i, words.In|words.At) {
		return false
	}
	return p.joined(p.skip(i+1, words.The), words.Part)
}
