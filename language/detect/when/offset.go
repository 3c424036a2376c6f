package when

// lengthFromNow reads an amount of time that is counted from now: in 2 hours, 2 ghante baad, 3 din mein, a week later, and
// with a negative amount 3 days ago and 3 din pehle.
func (p *parser) lengthFromNow(i int) (length, int, bool) {
	if p.has(i, classIn|classAfter) {
		return p.lengthIn(i)
	}
	if p.has(i, classNext) { // agle 2 ghante mein, next 2 hours
		l, next, ok := p.length(i + 1)
		if !ok || p.at(i+1).parted || !p.joined(next, classMein) {
			return length{}, 0, false
		}
		return l, next + 1, true
	}
	return p.lengthBaad(i)
}

// lengthIn reads what follows in or after: 2 hours, the next 2 hours, the next hour.
func (p *parser) lengthIn(i int) (length, int, bool) {
	j := p.skip(i+1, classThe)
	coming := p.skip(j, classNext)
	if p.at(i + 1).parted {
		return length{}, 0, false
	}
	if l, next, ok := p.length(coming); ok && p.countsFromNow(i, next) {
		return l, p.skip(next, classLater), true
	}
	if coming > j && p.has(i, classIn) && p.joined(coming, classUnit) && p.at(coming).word.unit == hours {
		return lengthOf(1, hours), coming + 1, true
	}
	return length{}, 0, false
}

// countsFromNow says whether the length between two items is one from now: "after 2 hours", but not "after an hour of
// sleep".
func (p *parser) countsFromNow(first, next int) bool {
	return !p.has(next, classOf|classBefore|classAfter) && (p.has(first, classIn) || !p.has(first+1, classUnit))
}

// lengthBaad reads an amount of time and the word behind it that counts it from now.
func (p *parser) lengthBaad(i int) (length, int, bool) {
	l, next, ok := p.length(i)
	counted := ok
	if !ok && p.has(i, classUnit) && !p.isDigits(i-1) { // ghante baad, hafte baad
		l, next, ok = lengthOf(1, p.at(i).word.unit), i+1, true
	}
	if !ok {
		return length{}, 0, false
	}
	behind := p.skip(next, classKe)
	switch {
	case counted && l.unit != minutes && p.joined(next, classStarting) && p.joined(next+1, classDay) && p.at(next+1).word.day == 0:
		return l, next + 2, true // a week from today
	case p.joined(next, classLater), p.joined(behind, classBaad):
		return l, p.skip(behind+1, classMein), counted || p.has(behind, classBaad)
	case counted && p.joined(next, classAgo), counted && p.joined(next, classPehle):
		l.amount = -l.amount
		return l, next + 1, true
	case counted && p.joined(behind, classMein) && !p.has(behind+1, classNumber) && !p.isDigits(behind+1):
		// 10 minute mein; but ek din mein 5 namazein counts something within a day
		return l, behind + 1, l != length{1, days}
	}
	return length{}, 0, false
}

// offsetAt reads a length of time from now of less than a day.
func (p *parser) offsetAt(i int) (int, int, bool) {
	l, next, ok := p.lengthFromNow(i)
	if !ok || l.unit != minutes {
		return 0, 0, false
	}
	return l.amount, next, true
}
