package when

import "github.com/salaatflow/platform/language/detect/when/words"

// isWeekday says whether an item tells a weekday. Short forms and those that mean something else need company.
func (p *parser) isWeekday(i int) bool {
	w := p.at(i).word
	const cue = words.On | words.By | words.Next | words.This | words.Last | words.Until | words.Every | words.For | words.Before |
		words.Starting
	switch {
	case w.Class&words.Weekday == 0:
		return false
	case w.Rare&words.Weekday != 0:
		return p.saturday(i)
	case w.Weak&words.Weekday != 0:
		return p.standsAlone(i) || p.has(i-1, cue) && !p.at(i).parted || p.joined(i+1, words.Part|words.Ko|words.At|words.Tak) ||
			p.has(i-1, words.Day|words.Part|words.Meridiem) || p.isDigits(i+1) && p.timeBehind(i+1)
	}
	return true
}

// standsAlone says whether the short form of a weekday tells when by where it stands: move it to sun please; collect it, wed, any time; see
// gran sat.
func (p *parser) standsAlone(i int) bool {
	const before = words.The | words.In | words.At
	ends := p.ends(i+1) || p.plays(i+1, words.RoleClosing)
	switch {
	case !ends || i == 0:
		return false
	case p.has(i-1, words.To|words.It) || p.plays(i-1, words.RoleCorrection): // make it wed
		return true
	case p.at(i).word.Class&words.Number != 0 && !p.ends(i+1):
		return false // saat
	}
	behindMore := i > 2 || i > 1 && i == len(p.items)-1
	return p.ends(i) && i > 1 || p.ends(i+1) && behindMore && !p.has(i-1, before)
}

// timeBehind says whether digits are a clock time by the word behind them, or the number of a day: 8 am, 9th.
func (p *parser) timeBehind(i int) bool {
	_, _, clock := p.clockAt(i, toldNothing)
	_, _, day := p.ordinalDay(i)
	return clock || day
}

// saturday says whether hafta is the weekday: hafte ko, hafte ke din, hafte wale din, hafte tak, hafta shaam 5 baje.
func (p *parser) saturday(i int) bool {
	if p.at(i).word.Class&words.Weekday == 0 || p.isDigits(i-1) {
		return false
	}
	if p.joined(i+1, words.Ke) {
		return p.joined(i+2, words.Part) || p.dayWord(i+2) && !p.has(i-1, words.This|words.Next)
	}
	if p.joined(i+1, words.Wala) {
		return p.dayWord(i + 2)
	}
	if p.joined(i+1, words.Pe|words.Tak) {
		return !p.has(i-1, words.This|words.Next|words.Last|words.Every|words.Number)
	}
	return p.joined(i+1, words.Ko|words.Part)
}

// namesOther says whether the word of a weekday names something else: itwar bazar, peer sahab, surah jumuah, jumma ki
// namaz.
func (p *parser) namesOther(i int) bool {
	if p.plays(i+1, words.RoleName) && !p.at(i+1).parted || p.has(i-1, words.Surah) && !p.at(i).parted {
		return true
	}
	of := p.skip(i+1, words.Ke)
	if of > i+1 && p.at(of).word == words.Unknown && !p.isDigits(of) && !p.at(of).parted {
		return p.has(i, words.Jummah) // juma k kapre
	}
	return p.has(i, words.Jummah) && p.joined(of, words.Service)
}
