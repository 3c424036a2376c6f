package when

import "github.com/salaatflow/platform/language/detect/when/words"

// Jummah is the prayer of Friday.
const Jummah = "Jummah"

// prayerAt reads the name of a prayer, and namaz, azan and the like behind it. It is empty for a word that stands for the
// one spoken of last.
func (p *parser) prayerAt(i int) (name string, next int, ok bool) {
	if p.has(i-1, words.Surah) && !p.at(i).parted {
		return "", 0, false
	}
	if p.has(i, words.Service) { // namaz-e-asr, نماز ظہر
		i = p.skip(i+1, words.Az)
		if p.at(i).parted || !p.has(i, words.Prayer) {
			return "", 0, false
		}
	}
	w := p.at(i).word
	service := p.skip(i+1, words.Ke)
	switch {
	case w.Class&words.Prayer != 0 && p.joined(service, words.Service):
		return w.Prayer, p.skip(service+1, words.Waqt), true
	case w.Class&words.Prayer != 0:
		return w.Prayer, i + 1, true
	case w.Class&words.Jummah != 0 && p.joined(service, words.Service):
		return Jummah, p.skip(service+1, words.Waqt), true
	case w.Class&words.It != 0 && w.Rare&words.It == 0:
		return "", i + 1, true
	}
	return "", 0, false
}

// anchorAt reads a time told by a prayer.
func (p *parser) anchorAt(i int) (Expression, int, bool) {
	if p.has(i, words.Prayer|words.Jummah|words.It|words.Service) {
		return p.postAnchor(i)
	}
	if p.has(i, words.After|words.Before|words.At|words.Until|words.By) {
		return p.preAnchor(i)
	}
	if p.has(i, words.Baad|words.Pehle) {
		return p.formalAnchor(i)
	}
	if p.isDigits(i) || p.has(i, countable) {
		return p.minutesAnchor(i)
	}
	return Expression{}, 0, false
}

func anchor(prayer string, r Relation, minutes int) Expression {
	if r == Before {
		minutes = -minutes
	}
	return Expression{Has: Anchor, Prayer: prayer, Relation: r, Minutes: minutes}
}

// preAnchor reads after Fajr, before the Asr prayer, at Isha, until Maghrib.
func (p *parser) preAnchor(i int) (Expression, int, bool) {
	at := p.skip(i+1, words.The)
	name, next, ok := p.prayerAt(at)
	if !ok && p.has(at, words.Jummah) && p.has(i, words.After|words.Before) { // after Jummah
		name, next, ok = Jummah, at+1, true
	}
	if !ok || p.at(i+1).parted || p.at(at).parted {
		return Expression{}, 0, false
	}
	relation := Until
	switch {
	case p.plays(i, words.RoleRoughly), name == "" && !p.has(i, words.After|words.Before):
		return Expression{}, 0, false
	case p.has(i, words.After):
		relation = After
	case p.has(i, words.Before):
		relation = Before
	case p.has(i, words.At):
		relation, next = At, p.skip(next, words.Waqt)
	}
	return anchor(name, relation, 0), next, true
}

// formalAnchor reads baad az maghrib, بعد نماز عشاء, qabl az fajr.
func (p *parser) formalAnchor(i int) (Expression, int, bool) {
	j := p.skip(i+1, words.Az)
	if p.has(i-1, words.Ke|words.Se|words.Unit|words.It|words.Prayer|words.Service) && !p.at(i).parted ||
		j == i+1 && !p.has(j, words.Service) {
		return Expression{}, 0, false
	}
	name, next, ok := p.prayerAt(j)
	if !ok || name == "" || p.at(i+1).parted || p.at(j).parted {
		return Expression{}, 0, false
	}
	if p.has(i, words.Baad) {
		return anchor(name, After, 0), next, true
	}
	return anchor(name, Before, 0), next, true
}

// minutesAnchor reads 20 minutes before Maghrib, 20 minute pehle Maghrib se.
func (p *parser) minutesAnchor(i int) (Expression, int, bool) {
	l, next, ok := p.length(i)
	if !ok || l.unit != words.Minutes || !p.joined(next, words.Before|words.After|words.Pehle|words.Baad) {
		return Expression{}, 0, false
	}
	relation := After
	if p.has(next, words.Before|words.Pehle) {
		relation = Before
	}
	j := p.skip(p.skip(next+1, words.The), words.Se)
	name, after, ok := p.prayerAt(j)
	if !ok || p.at(next+1).parted {
		return Expression{}, 0, false
	}
	if p.has(next, words.Pehle|words.Baad) { // 20 minute pehle Maghrib ki azan: se may follow
		if p.joined(after, words.Ke) || p.joined(after, words.Baad|words.Pehle) {
			return Expression{}, 0, false
		}
		after = p.skip(after, words.Se)
	}
	return anchor(name, relation, l.amount), after, true
}

// postAnchor reads Fajr ke baad, Maghrib ki namaz se pehle, Asr ke 10 minute baad, Isha ke waqt, Maghrib tak.
func (p *parser) postAnchor(i int) (Expression, int, bool) {
	name, next, named := p.pointedPrayer(i)
	if next == 0 {
		return Expression{}, 0, false
	}
	joint := p.skipRole(p.skip(next, words.Ke|words.Se), words.RoleSoon)
	if p.at(joint).parted {
		return Expression{}, 0, false
	}
	if l, after, ok := p.length(joint); ok && l.unit == words.Minutes && p.joined(after, words.Pehle|words.Baad|words.Before|words.After) {
		if p.has(after, words.Pehle|words.Before) {
			return anchor(name, Before, l.amount), after + 1, true
		}
		return anchor(name, After, l.amount), after + 1, true
	}
	if !named {
		return Expression{}, 0, false
	}
	switch {
	case p.has(joint, words.Baad):
		return anchor(name, After, 0), joint + 1, true
	case p.has(joint, words.Pehle):
		return anchor(name, Before, 0), p.skip(joint+1, words.Pehle), true
	case name != "" && joint > next && p.has(joint, words.Waqt) && p.tailOfWaqt(joint+1):
		return anchor(name, At, 0), p.skip(joint+1, words.Pe|words.Ko), true
	case name != "" && p.has(next, words.Tak):
		return anchor(name, Until, 0), next + 1, true
	}
	return Expression{}, 0, false
}

// pointedPrayer reads a prayer, or a word for the one spoken of last, by which a time may be told; next is 0 where there is none. A
// Friday is the prayer only where minutes are told by it: Jumme se 30 minute pehle, and not Jumme se pehle.
func (p *parser) pointedPrayer(i int) (name string, next int, named bool) {
	name, next, named = p.prayerAt(i)
	switch {
	case p.has(i, words.It):
		return name, i + 1, true
	case named:
		return name, next, true
	case p.has(i, words.Service) && (p.has(i-1, words.Jummah) || p.has(i-1, words.Ko) && p.has(i-2, words.Jummah)):
		return Jummah, i + 1, true // jumme ko namaz ke baad
	case p.has(i, words.Jummah) && !p.has(i-1, words.Surah):
		return Jummah, i + 1, false
	}
	return "", 0, false
}

// tailOfWaqt keeps "Fajr ka time kya hai" and "Fajr ke waqt ka" from being times.
func (p *parser) tailOfWaqt(i int) bool {
	return p.joined(i, words.Pe|words.Ko) || p.has(i-2, words.Ke) && !p.plays(i-2, words.RoleKa) && !p.joined(i, words.Ke)
}
