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
	w := p.At(i).Word
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
	if p.IsDigits(i) && p.IsDigits(i+1) && p.TouchesAny(i+1, text.Colon|text.Stop|text.Dash) {
		return p.digital(i, told)
	}
	if n := p.At(i); n.Digits >= 3 && n.Digits <= 4 && n.Value%100 <= 59 && n.Value < 24*100 && !p.Compound(i) &&
		p.Joined(i+1, words.Baje|words.Meridiem|words.Oclock) { // 530 baje, 1730 hours
		return p.closed(clock{Minute: int(n.Value/100)*60 + int(n.Value%100)}, i+1)
	}
	if c, next, ok := p.fourDigits(i, told); ok {
		return c, next, true
	}
	if p.afterLabel(i) && !p.Joined(i+1, words.Baje|words.Meridiem|words.Oclock|words.Baj|words.Bajne) {
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
	w := p.At(i).Word
	if w.Class&words.Number != 0 && w.Number == 60 && p.Joined(i+1, words.Baje) {
		return 7, i + 1, true // saath baje is a spelling of saat baje
	}
	if p.Plays(i, words.RoleOnes) && p.Has(i-1, words.At) && p.atOne(i+1) {
		return 1, i + 1, true
	}
	hour, next, ok = p.Number(i)
	return hour, next, ok && hour <= 24
}

// atOne says whether what stands at an item lets "at one" before it be an hour: at one in the afternoon, at one on Friday.
func (p *parser) atOne(next int) bool {
	const day = words.On | words.Day | words.Weekday | words.Part
	return p.Ends(next) || p.partFollows(next) || p.Joined(next, day) || p.Plays(next, words.RoleClosing)
}

// hourClock reads what makes the number of an hour a time.
func (p *parser) hourClock(hour, i, next int, told told) (clock, int, bool) {
	c := clock{Minute: hour * 60}
	switch {
	case p.Joined(next, words.Baj):
		return p.pastBaj(c, next+1)
	case p.Joined(next, words.Bajne):
		return p.beforeBajne(c, next+1)
	case p.Joined(next, words.Meridiem|words.Baje|words.Oclock):
		return p.closed(c, next)
	}
	if end, ok := p.rangeEnd(hour, next); ok && (hour < 10 || hour%5 != 0 || !p.Has(next, words.To) || p.Has(i-1, words.Starting)) {
		return p.closed(c, end)
	}
	if m, after, ok := p.spokenMinutes(next); ok && (told != toldNothing || p.Joined(after, words.Meridiem) || p.quarters(i, next, after)) {
		return p.closed(clock{Minute: hour*60 + m}, after)
	}
	if c, after, ok := p.minutesPast(hour, next, told); ok {
		return c, after, true
	}
	if c.Minute > 0 && c.Minute <= lastMinute && (p.leaves(next, told) || hour <= 12 && (p.partFollows(next) || p.dayBehind(i, next))) {
		return c, next, true
	}
	return clock{}, 0, false
}

// closed reads baje, am, pm and o'clock behind a time and checks it.
func (p *parser) closed(c clock, i int) (clock, int, bool) {
	for n := 0; n < 2 && p.Joined(i, words.Meridiem|words.Baje|words.Oclock); n++ {
		if w := p.At(i).Word; w.Class&words.Meridiem != 0 {
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
	hour, minute, next := p.At(i), p.At(i+1), i+2
	if minute.Digits != 2 || hour.Digits > 2 || minute.Value > 59 || hour.Value > 24 || p.IsDigits(next) &&
		p.TouchesAny(next, text.Colon|text.Stop) {
		return p.digitalRange(i)
	}
	sure := told != toldNothing || p.Joined(next, words.Meridiem|words.Baje|words.Oclock) || p.Touches(next, text.Dash)
	corrected := p.Plays(i-1, words.RoleCorrection) && !p.Has(i-2, words.Label) // 5pm, no 5:30; but not hadith no 5:30
	labelled := p.Has(i-1, words.Surah) || p.afterLabel(i) && !sure && !corrected
	if labelled || !sure && !p.Touches(i+1, text.Colon) && !p.stoppedHour(i) {
		return clock{}, 0, false
	}
	c := clock{Minute: int(hour.Value)*60 + int(minute.Value)}
	if hour.Digits == 2 && hour.Value < 10 || hour.Value == 0 {
		c.Half = WholeDay
	}
	return p.closed(c, p.pastEnd(next))
}

// stoppedHour says whether 4.15 is an hour by the day before it, and what ends behind it: weds 11th 4.15.
func (p *parser) stoppedHour(i int) bool {
	const day, five, most = words.Day | words.Weekday | words.Month | words.Suffix, 5, 12
	hour, minute := p.At(i).Value, p.At(i+1).Value
	behindDay := p.Has(i-1, day) && !p.At(i).Parted
	ofClock := hour >= 1 && hour <= most && minute%five == 0
	return behindDay && ofClock && p.Touches(i+1, text.Stop) && p.Ends(i+2)
}

// pastEnd skips the end of a range of times where a word behind it closes both: 4:30-5:30 pm.
func (p *parser) pastEnd(next int) int {
	if !p.Touches(next, text.Dash) || !p.IsDigits(next) {
		return next
	}
	end := next + 1
	if p.IsDigits(end) && p.TouchesAny(end, text.Colon|text.Stop) {
		end++
	}
	if p.Joined(end, words.Meridiem|words.Baje) {
		return end
	}
	return next
}

// digitalRange reads of 5-6 baje the first.
func (p *parser) digitalRange(i int) (clock, int, bool) {
	if p.Touches(i+1, text.Dash) && p.At(i).Value >= 1 && p.At(i).Value <= 24 && p.At(i+1).Value <= 24 &&
		p.Joined(i+2, words.Baje|words.Meridiem) {
		return p.closed(clock{Minute: int(p.At(i).Value) * 60}, i+2)
	}
	return clock{}, 0, false
}

// rangeEnd finds behind the first hour of "5 se 6 baje" the words that close it.
func (p *parser) rangeEnd(from, i int) (int, bool) {
	if !p.Joined(i, words.Se|words.To|words.And) || p.At(i+1).Parted {
		return 0, false
	}
	until, next, ok := p.hour(i + 1)
	if p.Has(i, words.To) && until <= from && !p.Has(i-2, words.Starting) {
		return 0, false // shift 22 to 5 pm
	}
	if ok && p.Joined(next, words.Baje|words.Meridiem) {
		return next, true
	}
	if ok && p.Joined(next, words.Ke) && !p.At(next+1).Parted && p.Plays(next+1, words.RoleBetween) {
		return p.Skip(next+2, words.Mein), true // 5 se 6 ke darmiyan
	}
	return 0, false
}

// spokenMinutes reads the minutes of five thirty and 5 30.
func (p *parser) spokenMinutes(i int) (minute, next int, ok bool) {
	if p.At(i).Parted || p.IsDigits(i) && (p.At(i).Digits != 2 || p.Tokens[p.Items[i].From].Before.Has(text.Sign)) {
		return 0, 0, false // 8 & 10 am are two
	}
	minute, next, ok = p.Number(i)
	return minute, next, ok && minute >= 10 && minute <= 59
}

// quarters says whether an hour and minutes in words are a time without "at": call Ali four thirty.
func (p *parser) quarters(i, minutes, after int) bool {
	minute, _, _ := p.Number(minutes)
	return p.Plays(minutes, words.RoleQuarters) && minute%15 == 0 && !p.IsDigits(i) && p.At(i).Word.Number <= 12 &&
		!p.Joined(after, words.Scale|words.Unit|words.Label) && !p.Plays(after, words.RoleMeasure|words.RoleCount)
}

// mixedClock reads dedh baje and dhai baje.
func (p *parser) mixedClock(i int) (clock, int, bool) {
	minute := int(p.At(i).Word.Minutes)
	if !p.Joined(i+1, words.Baje|words.Meridiem) {
		return clock{}, 0, false
	}
	if minute < 60 {
		minute += 12 * 60 // pon baje
	}
	return p.closed(clock{Minute: minute}, i+1)
}

// fractionClock reads sawa 5, saarhe paanch baje, paune chhe. Before what is measured it is no time.
func (p *parser) fractionClock(i int, told told) (clock, int, bool) {
	hour, next, ok := p.Small(i+1, 12)
	if !ok || p.At(i+1).Parted {
		return clock{}, 0, false
	}
	if told == toldNothing && (p.Joined(next, words.Scale|words.Unit|words.Wala) || p.Plays(next, words.RoleMeasure|words.RoleCount)) {
		return clock{}, 0, false
	}
	return p.closed(clock{Minute: hour*60 + int(p.At(i).Word.Minutes)}, next)
}

// pastBaj reads 20 minute behind 5 baj kar.
func (p *parser) pastBaj(c clock, i int) (clock, int, bool) {
	i = p.Skip(i, words.Ke)
	minute, next, ok := p.Small(i, 59)
	if !ok || !p.Joined(next, words.Unit) || p.At(next).Word.Unit != words.Minutes {
		return clock{}, 0, false
	}
	c.Minute += minute
	return p.closed(c, next+1)
}

// beforeBajne reads mein 10 minute behind 6 bajne.
func (p *parser) beforeBajne(c clock, i int) (clock, int, bool) {
	minute, next, ok := p.Small(p.Skip(i, words.Mein|words.Se), 59)
	if !ok || !p.Joined(next, words.Unit) || p.At(next).Word.Unit != words.Minutes || c.Minute == 0 {
		return clock{}, 0, false
	}
	c.Minute -= minute
	return p.closed(c, p.Skip(next+1, words.Pehle))
}

// afterLabel says whether an item names something: task 5, surah 36.
func (p *parser) afterLabel(i int) bool {
	return p.Has(i-1, words.Label) && !p.At(i).Parted && p.At(i-1).Word.Role&words.RoleNumberWord == 0 ||
		p.Plays(i-1, words.RoleNumberWord) || i < len(p.Items) && p.Tokens[p.Items[i].From].Before.Has(text.Hash)
}

// leaves says whether what stands at an item leaves the number before it as a time.
func (p *parser) leaves(i int, told told) bool {
	const small = words.Ko | words.Tak | words.Pe | words.Se | words.Day | words.Part | words.At | words.On | words.For | words.Every |
		words.Rhythm | words.Weekday | words.To | words.The | words.Next | words.And
	switch {
	case told == toldNothing:
		return false
	case p.Ends(i):
		return true
	case p.Has(i, words.Label|words.Unit|words.Scale|words.Month) || p.Plays(i, words.RoleCount|words.RoleMeasure):
		return false
	}
	return told == toldAt || p.Has(i, small)
}

// partFollows reads "in the morning", "at night" behind an hour.
func (p *parser) partFollows(i int) bool {
	if !p.Joined(i, words.In|words.At) {
		return false
	}
	return p.Joined(p.Skip(i+1, words.The), words.Part)
}
