package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// length is an amount of time: minutes up to a day, or days, weeks, months, years.
type length struct {
	amount int
	unit   words.TimeUnit // minutes, days, weeks, months, years; never hours
}

// mostAmount is the largest amount that is read; more of anything is no time that a person plans.
const mostAmount = 9999

// length reads an amount of time: 2 ghante, half an hour, dedh ghanta, saarhe teen ghante, 1 hour 20 minutes, 3 din.
func (p *parser) length(i int) (length, int, bool) {
	w := p.at(i).word
	switch {
	case w.Class&words.Half != 0:
		return p.partOfHour(i+1, 30)
	case w.Class&words.Mixed != 0:
		return p.partOfHour(i+1, int(w.Minutes))
	case w.Class&words.Fraction != 0:
		return p.brokenHours(i)
	case w.Class&words.Couple != 0 && p.joined(i+1, words.Unit):
		return lengthOf(2, p.at(i+1).word.Unit), i + 2, true
	}
	if p.isDigits(i) && p.compound(i) {
		return p.decimalLength(i)
	}
	amount, next, ok := p.number(i)
	if !ok || amount < 1 || amount > mostAmount {
		return length{}, 0, false
	}
	if p.joined(next, words.Half) && p.joined(next+1, words.Unit) { // ek aadh ghanta
		return lengthOf(amount, p.at(next+1).word.Unit), next + 2, true
	}
	half := 0
	if after, ok := p.andAHalf(next); ok && p.joined(after, words.Unit) && p.at(after).word.Unit == words.Hours {
		half, next = 30, after
	}
	if !p.joined(next, words.Unit) {
		return length{}, 0, false
	}
	l := lengthOf(amount, p.at(next).word.Unit)
	l.amount += half
	if p.at(next).word.Unit != words.Hours {
		return l, next + 1, true
	}
	return p.hourAndMinutes(l, next+1)
}

func lengthOf(amount int, u words.TimeUnit) length {
	if u == words.Hours {
		return length{amount: amount * 60, unit: words.Minutes}
	}
	return length{amount: amount, unit: u}
}

// partOfHour reads ghanta, an hour, of an hour behind half, dedh and the like.
func (p *parser) partOfHour(i, amount int) (length, int, bool) {
	i = p.skip(p.skip(i, words.Of), words.Number) // half an hour; aadha ek ghanta
	if p.joined(i, words.Unit) && p.at(i).word.Unit == words.Hours {
		return length{amount: amount, unit: words.Minutes}, i + 1, true
	}
	return length{}, 0, false
}

// brokenHours reads sawa ghanta (75 minutes), saarhe teen ghante (210), paune do ghante (105).
func (p *parser) brokenHours(i int) (length, int, bool) {
	whole, next := 1, i+1
	if n, after, ok := p.small(next, 99); ok {
		whole, next = n, after
	}
	if p.joined(next, words.Unit) && p.at(next).word.Unit == words.Hours {
		return length{amount: whole*60 + int(p.at(i).word.Minutes), unit: words.Minutes}, next + 1, true
	}
	return length{}, 0, false
}

// decimalLength reads 1.5 hours, and of 2-3 din the longer.
func (p *parser) decimalLength(i int) (length, int, bool) {
	if !p.isDigits(i+1) || !p.joined(i+2, words.Unit) || p.at(i+1).value > mostAmount {
		return length{}, 0, false
	}
	u := p.at(i + 2).word.Unit
	first, second := int(p.at(i).value), int(p.at(i+1).value)
	switch {
	case p.touches(i+1, text.Dash) && first >= 1 && second > first:
		return lengthOf(second, u), i + 3, true
	case p.touches(i+1, text.Stop) && u == words.Hours && first < 100 && p.at(i+1).digits == 1 && first+second > 0:
		return length{amount: first*60 + second*6, unit: words.Minutes}, i + 3, true
	case p.touches(i+1, text.Slash) && u == words.Hours && first == 1 && second == 2:
		return length{amount: 30, unit: words.Minutes}, i + 3, true
	}
	return length{}, 0, false
}

// andAHalf reads "and a half".
func (p *parser) andAHalf(i int) (int, bool) {
	if !p.joined(i, words.And) {
		return 0, false
	}
	i = p.skip(i+1, words.Number)
	if p.joined(i, words.Half) {
		return i + 1, true
	}
	return 0, false
}

// hourAndMinutes reads what follows hours: 20 minutes, and a half.
func (p *parser) hourAndMinutes(l length, i int) (length, int, bool) {
	if after, ok := p.andAHalf(i); ok {
		l.amount += 30
		return l, after, true
	}
	j := p.skip(i, words.And)
	if p.at(j).parted {
		return l, i, true
	}
	if n, after, ok := p.small(j, 59); ok && p.joined(after, words.Unit) && p.at(after).word.Unit == words.Minutes {
		l.amount += n
		return l, after + 1, true
	}
	return l, i, true
}
