package when

// jummah is the prayer of Friday.
const jummah = "Jummah"

// prayerAt reads the name of a prayer, and namaz, azan and the like behind it. It is empty for a word that stands for the
// one spoken of last.
func (p *parser) prayerAt(i int) (name string, next int, ok bool) {
	if p.has(i-1, classSurah) && !p.at(i).parted {
		return "", 0, false
	}
	if p.has(i, classService) { // namaz-e-asr, نماز ظہر
		i = p.skip(i+1, classAz)
		if p.at(i).parted || !p.has(i, classPrayer) {
			return "", 0, false
		}
	}
	w := p.at(i).word
	service := p.skip(i+1, classKe)
	switch {
	case w.class&classPrayer != 0 && p.joined(service, classService):
		return w.prayer, p.skip(service+1, classWaqt), true
	case w.class&classPrayer != 0:
		return w.prayer, i + 1, true
	case w.class&classJummah != 0 && p.joined(service, classService):
		return jummah, p.skip(service+1, classWaqt), true
	case w.class&classIt != 0 && w.rare&classIt == 0:
		return "", i + 1, true
	}
	return "", 0, false
}

// anchorAt reads a time told by a prayer.
func (p *parser) anchorAt(i int) (Expression, int, bool) {
	if p.has(i, classPrayer|classJummah|classIt|classService) {
		return p.postAnchor(i)
	}
	if p.has(i, classAfter|classBefore|classAt|classUntil|classBy) {
		return p.preAnchor(i)
	}
	if p.has(i, classBaad|classPehle) {
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
	at := p.skip(i+1, classThe)
	name, next, ok := p.prayerAt(at)
	if !ok && p.has(at, classJummah) && p.has(i, classAfter|classBefore) { // after Jummah
		name, next, ok = jummah, at+1, true
	}
	if !ok || p.at(i+1).parted || p.at(at).parted {
		return Expression{}, 0, false
	}
	relation := Until
	switch {
	case name == "" && !p.has(i, classAfter|classBefore):
		return Expression{}, 0, false
	case p.has(i, classAfter):
		relation = After
	case p.has(i, classBefore):
		relation = Before
	case p.has(i, classAt):
		relation, next = At, p.skip(next, classWaqt)
	}
	return anchor(name, relation, 0), next, true
}

// formalAnchor reads baad az maghrib, بعد نماز عشاء, qabl az fajr.
func (p *parser) formalAnchor(i int) (Expression, int, bool) {
	j := p.skip(i+1, classAz)
	if p.has(i-1, classKe|classSe|classUnit|classIt|classPrayer|classService) && !p.at(i).parted || j == i+1 && !p.has(j, classService) {
		return Expression{}, 0, false
	}
	name, next, ok := p.prayerAt(j)
	if !ok || name == "" || p.at(i+1).parted || p.at(j).parted {
		return Expression{}, 0, false
	}
	if p.has(i, classBaad) {
		return anchor(name, After, 0), next, true
	}
	return anchor(name, Before, 0), next, true
}

// minutesAnchor reads 20 minutes before Maghrib, 20 minute pehle Maghrib se.
func (p *parser) minutesAnchor(i int) (Expression, int, bool) {
	l, next, ok := p.length(i)
	if !ok || l.unit != minutes || !p.joined(next, classBefore|classAfter|classPehle|classBaad) {
		return Expression{}, 0, false
	}
	relation := After
	if p.has(next, classBefore|classPehle) {
		relation = Before
	}
	j := p.skip(p.skip(next+1, classThe), classSe)
	name, after, ok := p.prayerAt(j)
	if !ok || p.at(next+1).parted {
		return Expression{}, 0, false
	}
	if p.has(next, classPehle|classBaad) { // 20 minute pehle Maghrib ki azan: se may follow
		if p.joined(after, classKe) || p.joined(after, classBaad|classPehle) {
			return Expression{}, 0, false
		}
		after = p.skip(after, classSe)
	}
	return anchor(name, relation, l.amount), after, true
}

// postAnchor reads Fajr ke baad, Maghrib ki namaz se pehle, Asr ke 10 minute baad, Isha ke waqt, Maghrib tak.
func (p *parser) postAnchor(i int) (Expression, int, bool) {
	name, next, named := p.prayerAt(i)
	switch {
	case p.has(i, classIt):
		next, named = i+1, true
	case !named && p.has(i, classService) && (p.has(i-1, classJummah) || p.has(i-1, classKo) && p.has(i-2, classJummah)):
		name, next, named = jummah, i+1, true // jumme ko namaz ke baad
	case !named:
		// Jumme se 30 minute pehle is told by the prayer, Jumme se pehle by the day.
		if !p.has(i, classJummah) || p.has(i-1, classSurah) {
			return Expression{}, 0, false
		}
		name, next = jummah, i+1
	}
	joint := p.skipRole(p.skip(next, classKe|classSe), roleSoon)
	if p.at(joint).parted {
		return Expression{}, 0, false
	}
	if l, after, ok := p.length(joint); ok && l.unit == minutes && p.joined(after, classPehle|classBaad|classBefore|classAfter) {
		if p.has(after, classPehle|classBefore) {
			return anchor(name, Before, l.amount), after + 1, true
		}
		return anchor(name, After, l.amount), after + 1, true
	}
	if !named {
		return Expression{}, 0, false
	}
	switch {
	case p.has(joint, classBaad):
		return anchor(name, After, 0), joint + 1, true
	case p.has(joint, classPehle):
		return anchor(name, Before, 0), p.skip(joint+1, classPehle), true
	case name != "" && joint > next && p.has(joint, classWaqt) && p.tailOfWaqt(joint+1):
		return anchor(name, At, 0), p.skip(joint+1, classPe|classKo), true
	case name != "" && p.has(next, classTak):
		return anchor(name, Until, 0), next + 1, true
	}
	return Expression{}, 0, false
}

// tailOfWaqt keeps "Fajr ka time kya hai" and "Fajr ke waqt ka" from being times.
func (p *parser) tailOfWaqt(i int) bool {
	return p.joined(i, classPe|classKo) || p.has(i-2, classKe) && p.form(i-2) != "ka" &&
		p.form(i-2) != "کا" && !p.joined(i, classKe)
}
