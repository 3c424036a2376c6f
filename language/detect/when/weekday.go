package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// isWeekday says whether an item tells a weekday. Short forms and those that mean something else need company.
func (p *parser) isWeekday(i int) bool {
	w := p.At(i).Word
	const cue = words.On | words.By | words.Next | words.This | words.Last | words.Until | words.Every | words.For | words.Before |
		words.Starting
	switch {
	case w.Class&words.Weekday == 0:
		return false
	case w.Rare&words.Weekday != 0:
		return p.saturday(i)
	case w.Weak&words.Weekday != 0:
		return p.standsAlone(i) || p.Has(i-1, cue) && !p.At(i).Parted || p.Joined(i+1, words.Part|words.Ko|words.Tak) || p.atHour(i) ||
			p.Has(i-1, words.Day|words.Part|words.Meridiem) || p.IsDigits(i+1) && p.timeBehind(i+1)
	}
	return true
}

// standsAlone says whether the short form of a weekday tells when by where it stands: move it to sun please; collect it, wed, any time; see
// gran sat.
func (p *parser) standsAlone(i int) bool {
	const before = words.The | words.In | words.At
	stops := p.Ends(i+1) || p.dashed(i+1)
	ends := stops || p.Plays(i+1, words.RoleClosing)
	switch {
	case !ends || i == 0 || p.Plays(i-1, words.RoleSeated) && !p.At(i).Parted && !p.setRight(i):
		return false
	case p.setRight(i):
		return true
	case p.Has(i-1, words.To|words.It) || p.Plays(i-1, words.RoleCorrection): // make it wed
		return true
	case p.At(i).Word.Class&words.Number != 0 && !stops:
		return false // saat
	}
	behindMore := i > 2 || i > 1 && (i == len(p.Items)-1 || !p.Has(i-2, words.The))
	return p.Ends(i) && i > 1 || stops && behindMore && !p.Has(i-1, before)
}

// dashed says whether a dash stands before an item, and what is before it ends there.
func (p *parser) dashed(i int) bool {
	return i < len(p.Items) && p.Tokens[p.Items[i].From].Before.Has(text.Dash) && p.Tokens[p.Items[i].From].Before.Has(text.Space)
}

// setRight says whether behind the short form of a weekday another one is denied: is sat not fri.
func (p *parser) setRight(i int) bool {
	return p.Plays(i+1, words.RoleDenying) && p.Joined(i+2, words.Weekday)
}

// atHour says whether "at" and an hour stand behind the short form of a weekday, or "at" and any place where nobody sits: wed at the
// office, but not when I'm sat at the rank.
func (p *parser) atHour(i int) bool {
	if !p.Joined(i+1, words.At) {
		return false
	}
	_, _, hour := p.clockAt(i+2, toldAt)
	return hour || !p.Plays(i-1, words.RoleSeated)
}

// timeBehind says whether digits are a clock time by the word behind them, or the number of a day: 8 am, 9th.
func (p *parser) timeBehind(i int) bool {
	_, _, clock := p.clockAt(i, toldNothing)
	_, _, day := p.ordinalDay(i)
	return clock || day
}

// saturday says whether hafta is the weekday: hafte ko, hafte ke din, hafte wale din, hafte tak, hafta shaam 5 baje.
func (p *parser) saturday(i int) bool {
	if p.At(i).Word.Class&words.Weekday == 0 || p.IsDigits(i-1) {
		return false
	}
	if p.Joined(i+1, words.Ke) {
		return p.Joined(i+2, words.Part) || p.dayWord(i+2) && !p.Has(i-1, words.This|words.Next)
	}
	if p.Joined(i+1, words.Wala) {
		return p.dayWord(i + 2)
	}
	if p.Joined(i+1, words.Pe|words.Tak) {
		return !p.Has(i-1, words.This|words.Next|words.Last|words.Every|words.Number)
	}
	return p.Joined(i+1, words.Ko|words.Part)
}

// namesOther says whether the word of a weekday names something else: itwar bazar, peer sahab, surah jumuah, jumma ki
// namaz.
func (p *parser) namesOther(i int) bool {
	if p.Plays(i+1, words.RoleName) && !p.At(i+1).Parted || p.Has(i-1, words.Surah) && !p.At(i).Parted {
		return true
	}
	of := p.Skip(i+1, words.Ke)
	if p.Plays(of, words.RoleName) && !p.At(of).Parted { // منگل کے بازار سے
		return true
	}
	if of > i+1 && p.At(of).Word == words.Unknown && !p.IsDigits(of) && !p.At(of).Parted {
		return p.Has(i, words.Jummah) // juma k kapre
	}
	return p.Has(i, words.Jummah) && p.Joined(of, words.Service)
}
