package detect

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// findNumbers finds the numbers that may be those of tasks.
func (p *planner) findNumbers() {
	for i := 0; i < len(p.words); i++ {
		number, to, ok := p.num(p.words[i].First)
		if !ok && p.isOne(i) {
			number, to, ok = 1, p.words[i].Last+1, true
		}
		if !ok {
			continue
		}
		next := p.wordAt(to)
		switch {
		case p.countsTasks(i, next, number):
			p.counted = true
		case p.isTarget(i, next, number):
			p.add(i, next, number)
		}
		i = max(i, next-1)
	}
}

// isOne says whether a word is the number one, which mostly means "a": one and two, ek aur do number.
func (p *planner) isOne(i int) bool {
	if p.clauses.Several.One.at(p.Tokens, p.words[i].First) == 0 {
		return false
	}
	beside := func(joint, number int) bool {
		return p.is(joint, l.And, l.Or) && number >= 0 && number < len(p.words) && !p.is(number, l.Any, l.Ordinal) && p.saysNumber(number)
	}
	return beside(i+1, i+2) || beside(i-1, i-2)
}

func (p *planner) saysNumber(i int) bool {
	_, to, ok := p.num(p.words[i].First)
	next := p.wordAt(to)
	return ok && (p.parted(next) || p.is(next, l.NumberWord, l.And) || p.follows(next))
}

// add adds a number, and those between it and the one before where they are the ends of a range.
func (p *planner) add(i, next, number int) {
	if n := len(p.numbers); n > 0 && p.ranges(p.numbers[n-1], i) {
		from := p.numbers[n-1].number
		p.unsure = p.unsure || number <= from || number-from >= MostSteps
		for between := from + 1; between < number && !p.unsure; between++ {
			p.numbers = append(p.numbers, target{number: between, word: i, clause: p.clause[i]})
		}
	}
	p.unsure = p.unsure || p.is(i-1, l.Or) || p.is(next, l.Or)
	if p.parted(i-1) && p.is(i-1, l.No, l.Sorry) {
		p.numbers = nil // 4, no, 14
	}
	p.numbers = append(p.numbers, target{number: number, word: i, clause: p.clause[i]})
}

// ranges says whether what stands between a number and the next means all from one to the other: 3-5, 3 to 5, 3 se 5 tak.
func (p *planner) ranges(before target, i int) bool {
	if p.intent == UpdateTask {
		return false
	}
	first, last := p.words[i].First, p.words[before.word].Last
	if last+1 == first {
		return p.Tokens[first].Before.Has(text.Dash)
	}
	length := p.clauses.Several.Ranges.at(p.Tokens, last+1)
	for j := last + 1 + length; j < first; j++ {
		if w := p.wordAt(j); !p.is(w, l.Task, l.NumberWord) {
			return false
		}
	}
	return length > 0
}

// countsTasks says whether a number says how many tasks are meant: delete 3 tasks, pehle do task.
func (p *planner) countsTasks(i, next, number int) bool {
	if number > 1 && p.intent != UpdateTask && !p.parted(i) && p.clauses.Several.Counts.behind(p.Tokens, p.words[i].First) {
		return true
	}
	countsNext := p.is(next, l.Task) && !p.is(next, l.NumberWord) && !p.parted(next)
	namesNone := !p.is(i-1, l.Task, l.NumberWord) && !p.ownTarget(i)
	return number > 1 && countsNext && namesNone && (!p.bare(i-1) || p.parted(i))
}

// ownTarget says whether a number is the one by which the sentence was found to name a task.
func (p *planner) ownTarget(i int) bool {
	for _, id := range p.ids {
		if id.at.holds(p.words[i].First) {
			return true
		}
	}
	return false
}

// isTarget says whether a number may be that of a task, and of one that is not to be left as it is.
func (p *planner) isTarget(i, next, number int) bool {
	at := span{p.words[i].First, p.words[i].First + 1}
	if p.main >= 0 && p.spared(numbered{at, number}) || p.corrects(at.from) {
		return false
	}
	if p.ownTarget(i) {
		return true
	}
	if e := p.timeAt(at.from); e != nil && e.Time() && !p.dashed(i) {
		return false
	}
	if p.beginsRange(next) {
		return true
	}
	if p.named[p.norm(i)] || p.quotedAt(at.from) || p.place.areaAt.holds(at.from) || p.counts(next) {
		return false
	}
	if !p.parted(i) && (p.bare(i-1) && !p.joinsNumbers(i-1) || p.is(i-1, hasNumber...)) {
		return false // surah 18
	}
	if p.intent == UpdateTask && (p.is(i-1, l.To, l.As) || p.isNumber(i-1) && !p.parted(i)) {
		return false
	}
	return p.endsNumber(next)
}

// beginsRange says whether what follows a number goes on to another: numbers 1 to 4.
func (p *planner) beginsRange(next int) bool {
	if p.intent == UpdateTask || next >= len(p.words) || p.parted(next) {
		return false
	}
	after := p.words[next].First + p.clauses.Several.Ranges.at(p.Tokens, p.words[next].First)
	if after == p.words[next].First {
		return false
	}
	_, _, ok := p.num(after)
	return ok
}

// dashed says whether a number stands at an end of a range written with a dash.
func (p *planner) dashed(i int) bool {
	return p.intent != UpdateTask && (i > 0 && p.before(i) == text.Dash && p.isNumber(i-1) || p.after(i) == text.Dash && p.isNumber(i+1))
}

func (p *planner) isNumber(i int) bool {
	return i >= 0 && i < len(p.words) && p.Tokens[p.words[i].First].Script == text.Number
}

// joinsNumbers says whether a word that nothing is known of is a number itself, or joins two: 3-5, 3 through 5, between 3 and 5.
func (p *planner) joinsNumbers(i int) bool {
	first := p.words[i].First
	if _, _, ok := p.num(first); ok || p.norm(i) == "no" {
		return true
	}
	if p.clauses.Several.Unsure.at(p.Tokens, first) > 0 {
		return true
	}
	return p.clauses.Several.Ranges.at(p.Tokens, first) > 0 && p.isNumber(i-1)
}

// hasNumber are what has numbers of its own, which are no task's: surah 18, priority 1.
var hasNumber = []l.Concept{l.Priority, l.Area, l.Detail, l.Hadith, l.Masjid, l.Prayer, l.CatName}

// followsNumber are what may stand behind a task's number.
var followsNumber = []l.Concept{
	l.And, l.Or, l.Also, l.Not, l.Then, l.But, l.Verb, l.Loan, l.Kar, l.Polite, l.Filler, l.NumberWord, l.Se, l.On, l.In, l.Until,
	l.Completed, l.Pending, l.High, l.Low, l.Medium, l.Priority, l.Recur,
}

// endsNumber says whether what follows a number lets it be that of a task, and does not say what it counts.
func (p *planner) endsNumber(next int) bool {
	if p.parted(next) || p.follows(next) || p.dashed(next-1) {
		return true
	}
	if p.is(next, followsNumber...) {
		return true
	}
	if next >= len(p.words) {
		return false
	}
	first := p.words[next].First
	return p.clauses.Several.Ranges.at(p.Tokens, first) > 0 || p.Tokens[first].Script == text.Number
}

// quotedAt says whether a token stands in quotation marks.
func (p *planner) quotedAt(token int) bool {
	open := false
	for i := 0; i <= token; i++ {
		if p.Tokens[i].Before.Has(text.Quote) {
			open = !open
		}
	}
	return open
}

// corrects says whether a number before this token is named anew behind it: delete 6, sorry, 7.
func (p *planner) corrects(token int) bool {
	return len(p.ids) > 0 && token < p.corrected()
}

// values are the different numbers.
func (p *planner) values() []int {
	var values []int
	for _, one := range p.numbers {
		if !slices.Contains(values, one.number) {
			values = append(values, one.number)
		}
	}
	return values
}
