package plan

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// findNumbers finds the numbers that may be those of tasks.
func (p *planner) findNumbers() {
	for i := 0; i < len(p.Words); i++ {
		number, to, ok := p.Num(p.Words[i].First)
		if !ok && p.isOne(i) {
			number, to, ok = 1, p.Words[i].Last+1, true
		}
		if !ok && p.Words[i].Last > p.Words[i].First && p.rangesBehind(i) { // number one to three
			if number, to, ok = p.Num(p.Words[i].Last); !ok && p.ClauseWords.Several.One.At(p.Tokens, p.Words[i].Last) > 0 {
				number, to, ok = 1, p.Words[i].Last+1, true
			}
			if ok {
				p.numbers = append(p.numbers, target{number: number, word: i, clause: p.clause[i]})
				continue
			}
		}
		if !ok {
			continue
		}
		next := p.WordAt(to)
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
	if p.ClauseWords.Several.One.At(p.Tokens, p.Words[i].First) == 0 {
		return false
	}
	beside := func(joint, number int) bool {
		joins := p.Is(joint, l.And, l.Or) || joint > i && p.rangesBehind(i)
		return joins && number >= 0 && number < len(p.Words) && !p.Is(number, l.Any, l.Ordinal) && p.saysNumber(number)
	}
	listed := i+1 < len(p.Words) && p.Before(i+1).Has(text.Comma) && p.isAnyNumber(i+1) // tasks one, two and five
	lists := listed && p.Is(i-1, l.Task, l.NumberWord)
	joined := p.Is(i, l.Another) && p.Words[i].Last > p.Words[i].First && i+1 < len(p.Words) && p.saysNumber(i+1) // ایک اور تین
	return beside(i+1, i+2) || beside(i-1, i-2) || lists || joined
}

func (p *planner) isAnyNumber(i int) bool {
	_, _, ok := p.Num(p.Words[i].First)
	return ok
}

// rangesBehind says whether a number stands behind a word that means all up to it.
func (p *planner) rangesBehind(i int) bool {
	joint := p.Words[i].Last + 1
	length := p.ClauseWords.Several.Ranges.At(p.Tokens, joint)
	_, _, ok := p.Num(joint + length)
	return length > 0 && ok && p.intent != meaning.UpdateTask
}

func (p *planner) saysNumber(i int) bool {
	_, to, ok := p.Num(p.Words[i].First)
	next := p.WordAt(to)
	return ok && (p.Parted(next) || p.Is(next, l.NumberWord, l.And, l.Until) || p.Follows(next))
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
	p.unsure = p.unsure || p.Is(i-1, l.Or) || p.Is(next, l.Or)
	if p.Parted(i-1) && p.Is(i-1, l.No, l.Sorry) {
		p.numbers = nil // 4, no, 14
	}
	p.numbers = append(p.numbers, target{number: number, word: i, clause: p.clause[i]})
}

// ranges says whether what stands between a number and the next means all from one to the other: 3-5, 3 to 5, 3 se 5 tak.
func (p *planner) ranges(before target, i int) bool {
	if p.intent == meaning.UpdateTask {
		return false
	}
	first, last := p.Words[i].First, p.Words[before.word].Last
	if last+1 == first {
		return p.Tokens[first].Before.Has(text.Dash)
	}
	length := p.ClauseWords.Several.Ranges.At(p.Tokens, last+1)
	for j := last + 1 + length; j < first; j++ {
		if w := p.WordAt(j); !p.Is(w, l.Task, l.NumberWord) {
			return false
		}
	}
	return length > 0
}

// countsTasks says whether a number says how many tasks are meant: delete 3 tasks, pehle do task.
func (p *planner) countsTasks(i, next, number int) bool {
	if number > 1 && p.intent != meaning.UpdateTask && !p.Parted(i) && p.ClauseWords.Several.Counts.Behind(p.Tokens, p.Words[i].First) {
		return true
	}
	countsNext := p.Is(next, l.Task) && !p.Is(next, l.NumberWord) && !p.Parted(next)
	namesNone := !p.Is(i-1, l.Task, l.NumberWord) && !p.ownTarget(i)
	return number > 1 && countsNext && namesNone && (!p.Bare(i-1) || p.Parted(i))
}

// ownTarget says whether a number is the one by which the sentence was found to name a task.
func (p *planner) ownTarget(i int) bool {
	for _, id := range p.IDs {
		if id.At.Holds(p.Words[i].First) {
			return true
		}
	}
	return false
}

// isTarget says whether a number may be that of a task, and of one that is not to be left as it is.
func (p *planner) isTarget(i, next, number int) bool {
	at := reading.Span{From: p.Words[i].First, To: p.Words[i].First + 1}
	if p.Main >= 0 && p.Spared(reading.Numbered{At: at, Number: number}) || p.corrects(at.From) {
		return false
	}
	if p.ownTarget(i) {
		return true
	}
	if e := p.TimeAt(at.From); e != nil && e.Time() && !p.dashed(i) {
		return false
	}
	n := len(p.numbers)
	return p.beginsRange(next) || n > 0 && p.ranges(p.numbers[n-1], i) || p.standsAsTarget(i, next)
}

// standsAsTarget says whether the words around a number let it be that of a task, and not of something else.
func (p *planner) standsAsTarget(i, next int) bool {
	at := p.Words[i].First
	if p.named[p.Norm(i)] || p.quotedAt(at) || p.Place.AreaAt.Holds(at) || p.Counts(next) {
		return false
	}
	if !p.Parted(i) && (p.Bare(i-1) && !p.joinsNumbers(i-1) || p.Is(i-1, hasNumber...)) {
		return false // surah 18
	}
	if p.intent == meaning.UpdateTask && (p.Is(i-1, l.To, l.As) || p.isNumber(i-1) && !p.Parted(i)) {
		return false
	}
	return p.endsNumber(next)
}

// beginsRange says whether what follows a number goes on to another: numbers 1 to 4.
func (p *planner) beginsRange(next int) bool {
	if p.intent == meaning.UpdateTask || next >= len(p.Words) || p.Parted(next) {
		return false
	}
	after := p.Words[next].First + p.ClauseWords.Several.Ranges.At(p.Tokens, p.Words[next].First)
	if after == p.Words[next].First {
		return false
	}
	_, _, ok := p.Num(after)
	return ok
}

// dashed says whether a number stands at an end of a range written with a dash.
func (p *planner) dashed(i int) bool {
	return p.intent != meaning.UpdateTask && (i > 0 && p.Before(i) == text.Dash && p.isNumber(i-1) ||
		p.After(i) == text.Dash && p.isNumber(i+1))
}

func (p *planner) isNumber(i int) bool {
	return i >= 0 && i < len(p.Words) && p.Tokens[p.Words[i].First].Script == text.Number
}

// joinsNumbers says whether a word that nothing is known of is a number itself, or joins two: 3-5, 3 through 5, between 3 and 5.
func (p *planner) joinsNumbers(i int) bool {
	first := p.Words[i].First
	if _, _, ok := p.Num(first); ok || p.Forms.Grammar.NumberSigns[p.Norm(i)] {
		return true
	}
	if p.ClauseWords.Several.Unsure.At(p.Tokens, first) > 0 || p.ClauseWords.Several.Both.At(p.Tokens, first) > 0 {
		return true
	}
	one := i > 0 && p.ClauseWords.Several.One.At(p.Tokens, p.Words[i-1].Last) > 0
	return p.ClauseWords.Several.Ranges.At(p.Tokens, first) > 0 && (p.isNumber(i-1) || one)
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
	if p.Parted(next) || p.Follows(next) || p.dashed(next-1) {
		return true
	}
	if p.Is(next, followsNumber...) || next < len(p.Words) && p.ClauseWords.Several.Both.At(p.Tokens, p.Words[next].First) > 0 {
		return true
	}
	if next >= len(p.Words) {
		return false
	}
	first := p.Words[next].First
	return p.ClauseWords.Several.Ranges.At(p.Tokens, first) > 0 || p.Tokens[first].Script == text.Number
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
	return len(p.IDs) > 0 && token < p.Corrected()
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
