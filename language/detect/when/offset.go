package when

import (
	"github.com/salaatflow/platform/language/detect/when/items"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// lengthFromNow reads an amount of time that is counted from now: in 2 hours, 2 ghante baad, 3 din mein, a week later, and
// with a negative amount 3 days ago and 3 din pehle.
func (p *parser) lengthFromNow(i int) (items.Length, int, bool) {
	if p.Has(i, words.In|words.After) {
		return p.lengthIn(i)
	}
	if p.Has(i, words.Next) { // agle 2 ghante mein, next 2 hours
		l, next, ok := p.Length(i + 1)
		if !ok || p.At(i+1).Parted || !p.Joined(next, words.Mein) {
			return items.Length{}, 0, false
		}
		return l, next + 1, true
	}
	return p.lengthBaad(i)
}

// lengthIn reads what follows in or after: 2 hours, the next 2 hours, the next hour.
func (p *parser) lengthIn(i int) (items.Length, int, bool) {
	j := p.Skip(i+1, words.The)
	coming := p.Skip(j, words.Next)
	if p.At(i + 1).Parted {
		return items.Length{}, 0, false
	}
	if l, next, ok := p.Length(coming); ok && p.countsFromNow(i, next) {
		return l, p.Skip(next, words.Later|words.Waqt), true // in ten days' time
	}
	if coming > j && p.Has(i, words.In) && p.Joined(coming, words.Unit) && p.At(coming).Word.Unit == words.Hours {
		return items.LengthOf(1, words.Hours), coming + 1, true
	}
	return items.Length{}, 0, false
}

// countsFromNow says whether the length between two items is one from now: "after 2 hours", but not "after an hour of
// sleep".
func (p *parser) countsFromNow(first, next int) bool {
	return !p.Has(next, words.Of|words.Before|words.After) && (p.Has(first, words.In) || !p.Has(first+1, words.Unit))
}

// lengthBaad reads an amount of time and the word behind it that counts it from now.
func (p *parser) lengthBaad(i int) (items.Length, int, bool) {
	l, next, ok := p.Length(i)
	counted := ok
	if !ok && p.Has(i, words.Unit) && !p.IsDigits(i-1) { // ghante baad, hafte baad
		l, next, ok = items.LengthOf(1, p.At(i).Word.Unit), i+1, true
	}
	if !ok {
		return items.Length{}, 0, false
	}
	behind := p.Skip(next, words.Ke)
	switch {
	case counted && l.Unit != words.Minutes && p.Joined(next, words.Starting) && p.Joined(next+1, words.Day) && p.At(next+1).Word.Day == 0:
		return l, next + 2, true // a week from today
	case p.Joined(next, words.Later), p.Joined(behind, words.Baad):
		return l, p.Skip(behind+1, words.Mein), counted || p.Has(behind, words.Baad)
	case counted && p.Joined(next, words.Ago), counted && p.Joined(next, words.Pehle):
		l.Amount = -l.Amount
		return l, next + 1, true
	case counted && p.Joined(behind, words.Mein) && !p.Has(behind+1, words.Number) && !p.IsDigits(behind+1):
		// 10 minute mein; but ek din mein 5 namazein counts something within a day
		return l, behind + 1, l != items.Length{Amount: 1, Unit: words.Days}
	}
	return items.Length{}, 0, false
}

// offsetAt reads a length of time from now of less than a day.
func (p *parser) offsetAt(i int) (int, int, bool) {
	l, next, ok := p.lengthFromNow(i)
	if !ok || l.Unit != words.Minutes {
		return 0, 0, false
	}
	return l.Amount, next, true
}
