package when

import "github.com/salaatflow/platform/language/detect/when/words"

// lengthFromNow reads an amount of time that is counted from now: in 2 hours, 2 ghante baad, 3 din mein, a week later, and
// with a negative amount 3 days ago and 3 din pehle.
func (p *parser) lengthFromNow(i int) (length, int, bool) {
	if p.has(i, words.In|words.After) {
		return p.lengthIn(i)
	}
	if p.has(i, words.Next) { // agle 2 ghante mein, next 2 hours
		l, next, ok := p.length(i + 1)
		if !ok || p.at(i+1).parted || !p.joined(next, words.Mein) {
			return length{}, 0, false
		}
		return l, next + 1, true
	}
	return p.lengthBaad(i)
}

// lengthIn reads what follows in or after: 2 hours, the next 2 hours, the next hour.
func (p *parser) lengthIn(i int) (length, int, bool) {
	j := p.skip(i+1, words.The)
	coming := p.skip(j, words.Next)
	if p.at(i + 1).parted {
		return length{}, 0, false
	}
	if l, next, ok := p.length(coming); ok && p.countsFromNow(i, next) {
		return l, p.skip(next, words.Later), true
	}
	if coming > j && p.has(i, words.In) && p.joined(coming, words.Unit) && p.at(coming).word.Unit == words.Hours {
		return lengthOf(1, words.Hours), coming + 1, true
	}
	return length{}, 0, false
}

// countsFromNow says whether the length between two items is one from now: "after 2 hours", but not "after an hour of
// sleep".
func (p *parser) countsFromNow(first, next int) bool {
	return !p.has(next, words.Of|words.Before|words.After) && (p.has(first, words.In) || !p.has(first+1, words.Unit))
}

// lengthBaad reads an amount of time and the word behind it that counts it from now.
func (p *parser) lengthBaad(i int) (length, int, bool) {
	l, next, ok := p.length(i)
	counted := ok
	if !ok && p.has(i, words.Unit) && !p.isDigits(i-1) { // ghante baad, hafte baad
		l, next, ok = lengthOf(1, p.at(i).word.Unit), i+1, true
	}
	if !ok {
		return length{}, 0, false
	}
	behind := p.skip(next, words.Ke)
	switch {
	case counted && l.unit != words.Minutes && p.joined(next, words.Starting) && p.joined(next+1, words.Day) && p.at(next+1).word.Day == 0:
		return l, next + 2, true // a week from today
	case p.joined(next, words.Later), p.joined(behind, words.Baad):
		return l, p.skip(behind+1, words.Mein), counted || p.has(behind, words.Baad)
	case counted && p.joined(next, words.Ago), counted && p.joined(next, words.Pehle):
		l.amount = -l.amount
		return l, next + 1, true
	case counted && p.joined(behind, words.Mein) && !p.has(behind+1, words.Number) && !p.isDigits(behind+1):
		// 10 minute mein; but ek din mein 5 namazein counts something within a day
		return l, behind + 1, l != length{1, words.Days}
	}
	return length{}, 0, false
}

// offsetAt reads a length of time from now of less than a day.
func (p *parser) offsetAt(i int) (int, int, bool) {
	l, next, ok := p.lengthFromNow(i)
	if !ok || l.unit != words.Minutes {
		return 0, 0, false
	}
	return l.amount, next, true
}
