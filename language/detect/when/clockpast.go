package when

import "github.com/salaatflow/platform/language/detect/when/words"

// fourDigits reads a time of 24 hours that is written without a sign: 0915 behind a day, at 1430.
func (p *parser) fourDigits(i int, told told) (clock, int, bool) {
	it := p.At(i)
	if it.Digits != 4 || it.Value%100 > 59 || it.Value >= 24*100 || p.Compound(i) || p.afterLabel(i) {
		return clock{}, 0, false
	}
	const day = words.Day | words.Weekday | words.Month | words.Suffix | words.Tareekh | words.Part
	behindDay := it.Value < 1000 && p.Has(i-1, day) && (p.Ends(i+1) || !p.Joined(i+1, words.Unit|words.Scale))
	if !behindDay && (told != toldAt || !p.leaves(i+1, told)) {
		return clock{}, 0, false
	}
	return clock{Minute: int(it.Value/100)*60 + int(it.Value%100), Half: WholeDay}, i + 1, true
}

// betweenHours reads of between 9 and 11 the first.
func (p *parser) betweenHours(i int) (clock, int, bool) {
	if !p.Plays(i, words.RoleBetween) || p.At(i+1).Parted {
		return clock{}, 0, false
	}
	from, and, ok := p.Small(i+1, 24)
	until, next, also := p.Small(and+1, 24)
	if !ok || !also || !p.Joined(and, words.And) || until <= from && until+12 <= from || p.describesHours(next) {
		return clock{}, 0, false
	}
	return p.closed(clock{Minute: from * 60}, next)
}

// describesHours says whether what follows two numbers is counted by them: between 5 and 10 pages.
func (p *parser) describesHours(next int) bool {
	return !p.Ends(next) && !p.Joined(next, words.Meridiem|words.On|words.Day|words.Weekday|words.In|words.Part|words.Oclock)
}

// halfHour reads half ten, which is half past ten, where what stands around it tells a time.
func (p *parser) halfHour(i int, told told) (clock, int, bool) {
	if !p.Plays(i, words.RoleHalfPast) || p.At(i+1).Parted {
		return clock{}, 0, false
	}
	hour, next, ok := p.Small(i+1, 12)
	if !ok || p.Joined(next, words.Unit|words.Scale) || p.Plays(next, words.RoleMeasure|words.RoleCount) {
		return clock{}, 0, false
	}
	const behind = words.Part | words.In | words.Meridiem | words.On | words.Day | words.Weekday | words.For
	if told != toldAt && !p.Ends(next) && !p.Joined(next, behind) {
		return clock{}, 0, false
	}
	return p.closed(clock{Minute: hour*60 + 30}, next)
}

// partPast reads half past 5, quarter past 5, quarter to 6.
func (p *parser) partPast(i int, told told) (clock, int, bool) {
	if c, next, ok := p.halfHour(i, told); ok {
		return c, next, true
	}
	minute := 30
	if p.Has(i, words.Quarter) {
		minute = 15
	}
	back := minute == 15 && p.Joined(i+1, words.To)
	if !back && !p.Joined(i+1, words.Past) {
		return clock{}, 0, false
	}
	hour, next, ok := p.pastHour(i+2, back)
	if !ok || p.At(i+2).Parted {
		return clock{}, 0, false
	}
	if back {
		minute = -minute
	}
	return p.closed(clock{Minute: hour*60 + minute}, next)
}

// pastHour reads the hour behind past and to; one is an hour there as well, behind to where nothing follows that it counts: half past one.
func (p *parser) pastHour(i int, to bool) (hour, next int, ok bool) {
	if p.Plays(i, words.RoleOnes) && (!to || p.atOne(i+1) || p.Joined(i+1, words.To)) {
		return 1, i + 1, true
	}
	return p.Small(i, 12)
}

// minutesPast reads 10 past 5, ten to six, 10 minutes to 6; the first number is read already. Without a word for an hour, "to" needs an
// "at" before the minutes: at ten to four.
func (p *parser) minutesPast(minute, i int, told told) (clock, int, bool) {
	said := p.Joined(i, words.Unit) && p.At(i).Word.Unit == words.Minutes
	if said {
		i++
	}
	past := p.Joined(i, words.Past)
	if minute < 1 || minute > 29 || !past && !p.Joined(i, words.To) || p.At(i+1).Parted {
		return clock{}, 0, false
	}
	hour, next, ok := p.pastHour(i+1, !past)
	hourly := told == toldAt && p.leaves(next, told) || p.Joined(next, words.Meridiem|words.Baje)
	if !ok || !past && !said && (!hourly || minute%5 != 0) {
		return clock{}, 0, false
	}
	if !past {
		minute = -minute
	}
	return p.closed(clock{Minute: hour*60 + minute}, next)
}
