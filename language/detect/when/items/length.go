package items

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Length is an amount of time: minutes up to a day, or days, weeks, months, years.
type Length struct {
	Amount int
	Unit   words.TimeUnit // minutes, days, weeks, months, years; never hours
}

// mostAmount is the largest amount that is read; more of anything is no time that a person plans.
const mostAmount = 9999

// Length reads an amount of time: 2 ghante, half an hour, dedh ghanta, saarhe teen ghante, 1 hour 20 minutes, 3 din.
func (p *List) Length(i int) (Length, int, bool) {
	w := p.At(i).Word
	switch {
	case w.Class&words.Half != 0:
		return p.partOfHour(i+1, 30)
	case w.Class&words.Mixed != 0:
		return p.partOfHour(i+1, int(w.Minutes))
	case w.Class&words.Fraction != 0:
		return p.brokenHours(i)
	case w.Class&words.Couple != 0 && p.Joined(i+1, words.Unit):
		return LengthOf(2, p.At(i+1).Word.Unit), i + 2, true
	}
	if p.IsDigits(i) && p.Compound(i) {
		return p.decimalLength(i)
	}
	amount, next, ok := p.Number(i)
	if !ok || amount < 1 || amount > mostAmount {
		return Length{}, 0, false
	}
	if p.Joined(next, words.Half) && p.Joined(next+1, words.Unit) { // ek aadh ghanta
		return LengthOf(amount, p.At(next+1).Word.Unit), next + 2, true
	}
	half := 0
	if after, ok := p.AndAHalf(next); ok && p.Joined(after, words.Unit) && p.At(after).Word.Unit == words.Hours {
		half, next = 30, after
	}
	if !p.Joined(next, words.Unit) {
		return Length{}, 0, false
	}
	l := LengthOf(amount, p.At(next).Word.Unit)
	l.Amount += half
	if p.At(next).Word.Unit != words.Hours {
		return l, next + 1, true
	}
	return p.hourAndMinutes(l, next+1)
}

// LengthOf is an amount of a unit.
func LengthOf(amount int, u words.TimeUnit) Length {
	if u == words.Seconds {
		return Length{Amount: (amount + 59) / 60, Unit: words.Minutes} // nobody is reminded within a minute
	}
	if u == words.Hours {
		return Length{Amount: amount * 60, Unit: words.Minutes}
	}
	return Length{Amount: amount, Unit: u}
}

// partOfHour reads ghanta, an hour, of an hour behind half, dedh and the like.
func (p *List) partOfHour(i, amount int) (Length, int, bool) {
	i = p.Skip(p.Skip(i, words.Of), words.Number) // half an hour; aadha ek ghanta
	if p.Joined(i, words.Unit) && p.At(i).Word.Unit == words.Hours {
		return Length{Amount: amount, Unit: words.Minutes}, i + 1, true
	}
	return Length{}, 0, false
}

// brokenHours reads sawa ghanta (75 minutes), saarhe teen ghante (210), paune do ghante (105).
func (p *List) brokenHours(i int) (Length, int, bool) {
	whole, next := 1, i+1
	if n, after, ok := p.Small(next, 99); ok {
		whole, next = n, after
	}
	if p.Joined(next, words.Unit) && p.At(next).Word.Unit == words.Hours {
		return Length{Amount: whole*60 + int(p.At(i).Word.Minutes), Unit: words.Minutes}, next + 1, true
	}
	return Length{}, 0, false
}

// decimalLength reads 1.5 hours, and of 2-3 din the longer.
func (p *List) decimalLength(i int) (Length, int, bool) {
	if !p.IsDigits(i+1) || !p.Joined(i+2, words.Unit) || p.At(i+1).Value > mostAmount {
		return Length{}, 0, false
	}
	u := p.At(i + 2).Word.Unit
	first, second := int(p.At(i).Value), int(p.At(i+1).Value)
	switch {
	case p.Touches(i+1, text.Dash) && first >= 1 && second > first:
		return LengthOf(second, u), i + 3, true
	case p.Touches(i+1, text.Stop) && u == words.Hours && first < 100 && p.At(i+1).Digits == 1 && first+second > 0:
		return Length{Amount: first*60 + second*6, Unit: words.Minutes}, i + 3, true
	case p.Touches(i+1, text.Slash) && u == words.Hours && first == 1 && second == 2:
		return Length{Amount: 30, Unit: words.Minutes}, i + 3, true
	}
	return Length{}, 0, false
}

// AndAHalf reads "and a half".
func (p *List) AndAHalf(i int) (int, bool) {
	if !p.Joined(i, words.And) {
		return 0, false
	}
	i = p.Skip(i+1, words.Number)
	if p.Joined(i, words.Half) {
		return i + 1, true
	}
	return 0, false
}

// hourAndMinutes reads what follows hours: 20 minutes, and a half.
func (p *List) hourAndMinutes(l Length, i int) (Length, int, bool) {
	if after, ok := p.AndAHalf(i); ok {
		l.Amount += 30
		return l, after, true
	}
	j := p.Skip(i, words.And)
	if p.At(j).Parted {
		return l, i, true
	}
	if n, after, ok := p.Small(j, 59); ok && p.Joined(after, words.Unit) && p.At(after).Word.Unit == words.Minutes {
		l.Amount += n
		return l, after + 1, true
	}
	return l, i, true
}
