package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// number reads the number that begins at an item, in digits or words: 12, 2,000, paintalis, do sau pachas.
func (p *parser) number(i int) (value, next int, ok bool) {
	if p.isDigits(i) {
		return p.digitsNumber(i)
	}
	if p.has(i, words.Fraction|words.Mixed) {
		return p.brokenHundreds(i)
	}
	value, next, ok = p.simple(i)
	if !ok && p.has(i, words.Scale) && !p.weakly(i, words.Scale) {
		value, next, ok = 1, i, true
	}
	if !ok {
		return 0, 0, false
	}
	value, next, ok = p.scaled(value, next)
	return value, next, ok && next > i // "x, hundred y": behind a comma it belongs to no number
}

func (p *parser) digitsNumber(i int) (value, next int, ok bool) {
	if p.isDigits(i-1) && p.touches(i, text.Comma) && p.at(i).digits == 3 || p.compound(i) {
		return 0, 0, false
	}
	value, next = int(p.at(i).value), i+1
	for p.isDigits(next) && p.touches(next, text.Comma) && p.at(next).digits == 3 && value < 1e6 {
		value = value*1000 + int(p.at(next).value)
		next++
	}
	if p.joined(next, words.Scale) {
		return p.scaled(value, next)
	}
	return value, next, true
}

// compound says whether digits are part of a longer sign with digits, such as 5:30, 2.5 or 15/3.
func (p *parser) compound(i int) bool {
	const signs = text.Colon | text.Stop | text.Slash | text.Dash
	return p.isDigits(i-1) && p.touchesAny(i, signs) || p.isDigits(i+1) && p.touchesAny(i+1, signs)
}

func (p *parser) touchesAny(i int, signs text.Gap) bool {
	if i <= 0 || i >= len(p.items) {
		return false
	}
	gap := p.tokens[p.items[i].from].Before
	return gap != 0 && gap&^signs == 0
}

// simple reads one number word, or tens and a digit.
func (p *parser) simple(i int) (value, next int, ok bool) {
	w := p.at(i).word
	if w.Class&words.Number == 0 || !p.stands(i) {
		return 0, 0, false
	}
	value, next = int(w.Number), i+1
	if value >= 20 && value < 100 && value%10 == 0 && p.onesFollow(next) {
		if ones := int(p.at(next).word.Number); ones > 0 && ones < 10 {
			return value + ones, next + 1, true
		}
	}
	return value, next, true
}

// onesFollow says whether the digit behind twenty and the like follows: twenty-one, and not twenty, three.
func (p *parser) onesFollow(i int) bool {
	if !p.joined(i, words.Number) || p.tokens[p.items[i].from].Before.Has(text.Comma) {
		return false
	}
	return !p.weakly(i, words.Number) || p.plays(i, words.RoleOnes)
}

// scaled reads the hundreds, thousands and lakhs behind a number, and what is less than them.
func (p *parser) scaled(value, next int) (int, int, bool) {
	total, last := 0, 1<<30
	for p.scaleFollows(next) && int(p.at(next).word.Scale) < last && value < 1e4 {
		last = int(p.at(next).word.Scale)
		total += value * last
		value = 0
		next++
		rest := next
		if p.joined(rest, words.And) {
			rest++
		}
		if n, after, ok := p.simpleOrDigits(rest); ok && n < last {
			value, next = n, after
		}
	}
	return total + value, next, true
}

// scaleFollows says whether hundred and the like follow a number: 50, so is no 5,000.
func (p *parser) scaleFollows(i int) bool {
	if !p.joined(i, words.Scale) || p.tokens[p.items[i].from].Before.Has(text.Comma) {
		return false
	}
	return !p.weakly(i, words.Scale) || !p.isDigits(i-1)
}

func (p *parser) simpleOrDigits(i int) (value, next int, ok bool) {
	if p.at(i).parted {
		return 0, 0, false
	}
	if p.isDigits(i) {
		return int(p.at(i).value), i + 1, p.at(i).digits < 4 && !p.compound(i)
	}
	return p.simple(i)
}

// brokenHundreds reads sawa sau (125), dhai hazar (2500), saarhe teen sau (350).
func (p *parser) brokenHundreds(i int) (value, next int, ok bool) {
	w, whole, next := p.at(i).word, 0, i+1
	if w.Class&words.Fraction != 0 {
		whole = 1
		if n, after, ok := p.simpleOrDigits(next); ok {
			whole, next = n, after
		}
	}
	if !p.joined(next, words.Scale) || whole > 1e4 {
		return 0, 0, false
	}
	scale := int(p.at(next).word.Scale)
	return whole*scale + int(w.Minutes)*scale/60, next + 1, true
}

func (p *parser) weakly(i int, c words.Class) bool {
	w := p.at(i).word
	return (w.Weak|w.Rare)&c != 0
}

// stands says whether a number can stand at an item: do is two before what is counted, and "give" behind a verb's stem.
func (p *parser) stands(i int) bool {
	w := p.at(i).word
	if (w.Weak|w.Rare)&words.Number == 0 {
		return true
	}
	const time = words.Unit | words.Baje | words.Baj | words.Bajne | words.Tareekh
	switch {
	case p.plays(i-1, words.RoleNumberWord) && !p.at(i).parted:
		return true
	case w.Weak&words.Number != 0 && p.plays(i-1, words.RoleStem) && !p.at(i).parted:
		return false
	case p.joined(i+1, time), p.joined(i+1, words.Scale) && !p.weakly(i+1, words.Scale):
		return true
	case p.has(i-1, words.Fraction) && !p.at(i).parted, p.joined(i+1, words.And) && p.halfOfUnit(i+1):
		return true
	case w.Weak&words.Number != 0 && p.numbers(i+1):
		return true
	case p.has(i-1, words.Label) && !p.at(i).parted && p.plays(i+1, words.RoleAct):
		return true
	}
	return w.Weak&words.Number != 0 && p.plays(i+1, words.RoleCount|words.RoleMeasure) && !p.at(i+1).parted
}

// numbers says whether what stands at an item makes the word before it a number: نو نمبر, نو نہیں دس.
func (p *parser) numbers(i int) bool {
	if p.at(i).parted {
		return false
	}
	return p.plays(i, words.RoleNumberWord) || p.plays(i, words.RoleNot) && (p.isDigits(i+1) || p.has(i+1, words.Number))
}

// halfOfUnit says whether "and a half hours" follows.
func (p *parser) halfOfUnit(i int) bool {
	after, ok := p.andAHalf(i)
	return ok && p.joined(after, words.Unit)
}

// plainNumber reads a number that is part of no time.
func (p *parser) plainNumber(i int) (value, next int, ok bool) {
	if w := p.at(i).word; w.Rare&words.Number != 0 && p.joined(i+1, words.Unit|words.Tareekh) {
		return 0, 0, false // an hour, ek din: not told as a number
	}
	value, next, ok = p.number(i)
	if ok && p.isDigits(i) && p.has(next, words.Suffix) && p.touches(next, 0) {
		return 0, 0, false
	}
	return value, next, ok
}

// ordinal reads second, teesri, 5th.
func (p *parser) ordinal(i int) (value, next int, ok bool) {
	if p.isDigits(i) && p.has(i+1, words.Suffix) && p.touches(i+1, 0) {
		return int(p.at(i).value), i + 2, true
	}
	if w := p.at(i).word; w.Class&words.Ordinal != 0 && w.Weak&words.Ordinal == 0 && w.Rare&words.Ordinal == 0 {
		return int(w.Ordinal), i + 1, true
	}
	return 0, 0, false
}

// small reads a number from 1 to a most, for the hours and the days of a month.
func (p *parser) small(i, most int) (value, next int, ok bool) {
	value, next, ok = p.number(i)
	return value, next, ok && value >= 1 && value <= most
}
