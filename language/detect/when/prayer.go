package when

import "github.com/salaatflow/platform/language/detect/when/words"

// Jummah is the prayer of Friday.
const Jummah = "Jummah"

// prayerAt reads the name of a prayer, and namaz, azan and the like behind it. It is empty for a word that stands for the
// one spoken of last.
func (p *parser) prayerAt(i int) (name string, next int, ok bool) {
	if p.Has(i-1, words.Surah) && !p.At(i).Parted {
		return "", 0, false
	}
	if p.Has(i, words.Service) { // namaz-e-asr, نماز ظہر
		i = p.Skip(i+1, words.Az)
		if p.At(i).Parted || !p.Has(i, words.Prayer) {
			return "", 0, false
		}
	}
	w := p.At(i).Word
	service := p.Skip(i+1, words.Ke)
	switch {
	case w.Class&words.Prayer != 0 && p.Joined(service, words.Service):
		return w.Prayer, p.Skip(service+1, words.Waqt), true
	case w.Class&words.Prayer != 0:
		return w.Prayer, i + 1, true
	case w.Class&words.Jummah != 0 && p.Joined(service, words.Service):
		return Jummah, p.Skip(service+1, words.Waqt), true
	case w.Class&words.It != 0 && w.Rare&words.It == 0:
		return "", i + 1, true
	}
	return "", 0, false
}

// anchorAt reads a time told by a prayer.
func (p *parser) anchorAt(i int) (Expression, int, bool) {
	if p.Has(i, words.Prayer|words.Jummah|words.It|words.Service) {
		return p.postAnchor(i)
	}
	if p.Has(i, words.After|words.Before|words.At|words.Until|words.By) {
		return p.preAnchor(i)
	}
	if p.Has(i, words.Baad|words.Pehle) {
		return p.formalAnchor(i)
	}
	if p.IsDigits(i) || p.Has(i, countable) {
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
	at := p.Skip(i+1, words.The)
	name, next, ok := p.prayerAt(at)
	if !ok && p.Has(at, words.Jummah) && p.Has(i, words.After|words.Before) { // after Jummah
		name, next, ok = Jummah, at+1, true
	}
	if !ok || p.At(i+1).Parted || p.At(at).Parted {
		return Expression{}, 0, false
	}
	relation := Until
	switch {
	case p.Plays(i, words.RoleRoughly), name == "" && !p.Has(i, words.After|words.Before):
		return Expression{}, 0, false
	case p.Has(i, words.After):
		relation = After
	case p.Has(i, words.Before):
		relation = Before
	case p.Has(i, words.At):
		relation, next = At, p.Skip(next, words.Waqt)
	}
	return anchor(name, relation, 0), next, true
}

// formalAnchor reads baad az maghrib, بعد نماز عشاء, qabl az fajr.
func (p *parser) formalAnchor(i int) (Expression, int, bool) {
	j := p.Skip(i+1, words.Az)
	if p.Has(i-1, words.Ke|words.Se|words.Unit|words.It|words.Prayer|words.Service) && !p.At(i).Parted ||
		j == i+1 && !p.Has(j, words.Service) {
		return Expression{}, 0, false
	}
	name, next, ok := p.prayerAt(j)
	if !ok || name == "" || p.At(i+1).Parted || p.At(j).Parted {
		return Expression{}, 0, false
	}
	if p.Has(i, words.Baad) {
		return anchor(name, After, 0), next, true
	}
	return anchor(name, Before, 0), next, true
}

// minutesAnchor reads 20 minutes before Maghrib, 20 minute pehle Maghrib se.
func (p *parser) minutesAnchor(i int) (Expression, int, bool) {
	l, next, ok := p.Length(i)
	if !ok || l.Unit != words.Minutes || !p.Joined(next, words.Before|words.After|words.Pehle|words.Baad) {
		return Expression{}, 0, false
	}
	relation := After
	if p.Has(next, words.Before|words.Pehle) {
		relation = Before
	}
	j := p.Skip(p.Skip(next+1, words.The), words.Se)
	name, after, ok := p.prayerAt(j)
	if !ok && p.Has(j, words.Jummah) {
		name, after, ok = Jummah, j+1, true
	}
	if !ok || p.At(next+1).Parted {
		return Expression{}, 0, false
	}
	if p.Has(next, words.Pehle|words.Baad) { // 20 minute pehle Maghrib ki azan: se may follow
		if p.Joined(after, words.Ke) || p.Joined(after, words.Baad|words.Pehle) {
			return Expression{}, 0, false
		}
		after = p.Skip(after, words.Se)
	}
	return anchor(name, relation, l.Amount), after, true
}

// postAnchor reads Fajr ke baad, Maghrib ki namaz se pehle, Asr ke 10 minute baad, Isha ke waqt, Maghrib tak.
func (p *parser) postAnchor(i int) (Expression, int, bool) {
	name, next, named := p.pointedPrayer(i)
	if next == 0 {
		return Expression{}, 0, false
	}
	joint := p.SkipRole(p.Skip(next, words.Ke|words.Se), words.RoleSoon)
	if p.At(joint).Parted {
		return Expression{}, 0, false
	}
	if l, after, ok := p.Length(joint); ok && l.Unit == words.Minutes && p.Joined(after, words.Pehle|words.Baad|words.Before|words.After) {
		if p.Has(after, words.Pehle|words.Before) {
			return anchor(name, Before, l.Amount), after + 1, true
		}
		return anchor(name, After, l.Amount), after + 1, true
	}
	if !named && (name != Jummah || joint == next || !p.Has(joint, words.Baad)) {
		return Expression{}, 0, false
	}
	switch {
	case p.Has(joint, words.Baad):
		return anchor(name, After, 0), joint + 1, true
	case p.Has(joint, words.Pehle):
		return anchor(name, Before, 0), p.Skip(joint+1, words.Pehle), true
	case name != "" && joint > next && p.Has(joint, words.Waqt) && p.tailOfWaqt(joint+1):
		return anchor(name, At, 0), p.Skip(joint+1, words.Pe|words.Ko), true
	case name != "" && p.Has(next, words.Tak):
		return anchor(name, Until, 0), next + 1, true
	}
	return Expression{}, 0, false
}

// pointedPrayer reads a prayer, or a word for the one spoken of last, by which a time may be told; next is 0 where there is none. A
// Friday is the prayer only where minutes are told by it: Jumme se 30 minute pehle, and not Jumme se pehle.
func (p *parser) pointedPrayer(i int) (name string, next int, named bool) {
	name, next, named = p.prayerAt(i)
	switch {
	case p.Has(i, words.It):
		return name, i + 1, true
	case named:
		return name, next, true
	case p.Has(i, words.Service) && (p.Has(i-1, words.Jummah) || p.Has(i-1, words.Ko) && p.Has(i-2, words.Jummah)):
		return Jummah, i + 1, true // jumme ko namaz ke baad
	case p.Has(i, words.Jummah) && !p.Has(i-1, words.Surah):
		return Jummah, i + 1, false
	}
	return "", 0, false
}

// tailOfWaqt keeps "Fajr ka time kya hai" and "Fajr ke waqt ka" from being times.
func (p *parser) tailOfWaqt(i int) bool {
	return p.Joined(i, words.Pe|words.Ko) || p.Has(i-2, words.Ke) && !p.Plays(i-2, words.RoleKa) && !p.Joined(i, words.Ke)
}
