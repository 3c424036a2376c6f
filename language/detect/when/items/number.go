package items

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Number reads the number that begins at an item, in digits or words: 12, 2,000, paintalis, do sau pachas.
func (p *List) Number(i int) (value, next int, ok bool) {
	if p.IsDigits(i) {
		return p.digitsNumber(i)
	}
	if p.Has(i, words.Fraction|words.Mixed) {
		return p.brokenHundreds(i)
	}
	value, next, ok = p.simple(i)
	if !ok && p.Has(i, words.Scale) && !p.Weakly(i, words.Scale) {
		value, next, ok = 1, i, true
	}
	if !ok {
		return 0, 0, false
	}
	value, next, ok = p.scaled(value, next)
	return value, next, ok && next > i // "x, hundred y": behind a comma it belongs to no number
}

func (p *List) digitsNumber(i int) (value, next int, ok bool) {
	if p.IsDigits(i-1) && p.Touches(i, text.Comma) && p.At(i).Digits == 3 || p.Compound(i) {
		return 0, 0, false
	}
	value, next = int(p.At(i).Value), i+1
	for p.IsDigits(next) && p.Touches(next, text.Comma) && p.At(next).Digits == 3 && value < 1e6 {
		value = value*1000 + int(p.At(next).Value)
		next++
	}
	if p.Joined(next, words.Scale) {
		return p.scaled(value, next)
	}
	return value, next, true
}

// Compound says whether digits are part of a longer sign with digits, such as 5:30, 2.5 or 15/3.
func (p *List) Compound(i int) bool {
	const signs = text.Colon | text.Stop | text.Slash | text.Dash
	return p.IsDigits(i-1) && p.TouchesAny(i, signs) || p.IsDigits(i+1) && p.TouchesAny(i+1, signs)
}

// TouchesAny says whether nothing but some of the signs stands between an item and the one before it.
func (p *List) TouchesAny(i int, signs text.Gap) bool {
	if i <= 0 || i >= len(p.Items) {
		return false
	}
	gap := p.Tokens[p.Items[i].From].Before
	return gap != 0 && gap&^signs == 0
}

// simple reads one number word, or tens and a digit.
func (p *List) simple(i int) (value, next int, ok bool) {
	w := p.At(i).Word
	if w.Class&words.Number == 0 || !p.stands(i) {
		return 0, 0, false
	}
	value, next = int(w.Number), i+1
	if value >= 20 && value < 100 && value%10 == 0 && p.onesFollow(next) {
		if ones := int(p.At(next).Word.Number); ones > 0 && ones < 10 {
			return value + ones, next + 1, true
		}
	}
	return value, next, true
}

// onesFollow says whether the digit behind twenty and the like follows: twenty-one, and not twenty, three.
func (p *List) onesFollow(i int) bool {
	if !p.Joined(i, words.Number) || p.Tokens[p.Items[i].From].Before.Has(text.Comma) {
		return false
	}
	return !p.Weakly(i, words.Number) || p.Plays(i, words.RoleOnes)
}

// scaled reads the hundreds, thousands and lakhs behind a number, and what is less than them.
func (p *List) scaled(value, next int) (int, int, bool) {
	total, last := 0, 1<<30
	for p.scaleFollows(next) && int(p.At(next).Word.Scale) < last && value < 1e4 {
		last = int(p.At(next).Word.Scale)
		total += value * last
		value = 0
		next++
		rest := next
		if p.Joined(rest, words.And) {
			rest++
		}
		if n, after, ok := p.simpleOrDigits(rest); ok && n < last {
			value, next = n, after
		}
	}
	return total + value, next, true
}

// scaleFollows says whether hundred and the like follow a number: 50, so is no 5,000.
func (p *List) scaleFollows(i int) bool {
	if !p.Joined(i, words.Scale) || p.Tokens[p.Items[i].From].Before.Has(text.Comma) {
		return false
	}
	return !p.Weakly(i, words.Scale) || !p.IsDigits(i-1)
}

func (p *List) simpleOrDigits(i int) (value, next int, ok bool) {
	if p.At(i).Parted {
		return 0, 0, false
	}
	if p.IsDigits(i) {
		return int(p.At(i).Value), i + 1, p.At(i).Digits < 4 && !p.Compound(i)
	}
	return p.simple(i)
}

// brokenHundreds reads sawa sau (125), dhai hazar (2500), saarhe teen sau (350).
func (p *List) brokenHundreds(i int) (value, next int, ok bool) {
	w, whole, next := p.At(i).Word, 0, i+1
	if w.Class&words.Fraction != 0 {
		whole = 1
		if n, after, ok := p.simpleOrDigits(next); ok {
			whole, next = n, after
		}
	}
	if !p.Joined(next, words.Scale) || whole > 1e4 {
		return 0, 0, false
	}
	scale := int(p.At(next).Word.Scale)
	return whole*scale + int(w.Minutes)*scale/60, next + 1, true
}

// Weakly says whether a word is of a class only in the right company.
func (p *List) Weakly(i int, c words.Class) bool {
	w := p.At(i).Word
	return (w.Weak|w.Rare)&c != 0
}

// stands says whether a number can stand at an item: do is two before what is counted, and "give" behind a verb's stem.
func (p *List) stands(i int) bool {
	w := p.At(i).Word
	if (w.Weak|w.Rare)&words.Number == 0 {
		return true
	}
	const time = words.Unit | words.Baje | words.Baj | words.Bajne | words.Tareekh
	switch {
	case p.Plays(i-1, words.RoleNumberWord) && !p.At(i).Parted:
		return true
	case w.Weak&words.Number != 0 && p.Plays(i-1, words.RoleStem) && !p.At(i).Parted:
		return false
	case p.Joined(i+1, time), p.Joined(i+1, words.Scale) && !p.Weakly(i+1, words.Scale):
		return true
	case p.Has(i-1, words.Fraction) && !p.At(i).Parted, p.Joined(i+1, words.And) && p.halfOfUnit(i+1):
		return true
	case w.Weak&words.Number != 0 && p.numbers(i+1):
		return true
	case p.Has(i-1, words.Label) && !p.At(i).Parted && p.Plays(i+1, words.RoleAct):
		return true
	}
	return w.Weak&words.Number != 0 && p.Plays(i+1, words.RoleCount|words.RoleMeasure) && !p.At(i+1).Parted
}

// numbers says whether what stands at an item makes the word before it a number: نو نمبر, نو نہیں دس.
func (p *List) numbers(i int) bool {
	if p.At(i).Parted {
		return false
	}
	return p.Plays(i, words.RoleNumberWord) || p.Plays(i, words.RoleNot) && (p.IsDigits(i+1) || p.Has(i+1, words.Number))
}

// halfOfUnit says whether "and a half hours" follows.
func (p *List) halfOfUnit(i int) bool {
	after, ok := p.AndAHalf(i)
	return ok && p.Joined(after, words.Unit)
}

// PlainNumber reads a number that is part of no time.
func (p *List) PlainNumber(i int) (value, next int, ok bool) {
	if w := p.At(i).Word; w.Rare&words.Number != 0 && p.Joined(i+1, words.Unit|words.Tareekh) {
		return 0, 0, false // an hour, ek din: not told as a number
	}
	value, next, ok = p.Number(i)
	if ok && p.IsDigits(i) && p.Has(next, words.Suffix) && p.Touches(next, 0) {
		return 0, 0, false
	}
	return value, next, ok
}

// Ordinal reads second, teesri, 5th.
func (p *List) Ordinal(i int) (value, next int, ok bool) {
	if p.IsDigits(i) && p.Has(i+1, words.Suffix) && p.Touches(i+1, 0) {
		return int(p.At(i).Value), i + 2, true
	}
	if w := p.At(i).Word; w.Class&words.Ordinal != 0 && w.Weak&words.Ordinal == 0 && w.Rare&words.Ordinal == 0 {
		return int(w.Ordinal), i + 1, true
	}
	return 0, 0, false
}

// Small reads a number from 1 to a most, for the hours and the days of a month.
func (p *List) Small(i, most int) (value, next int, ok bool) {
	value, next, ok = p.Number(i)
	return value, next, ok && value >= 1 && value <= most
}
