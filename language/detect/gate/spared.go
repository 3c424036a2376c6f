package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// sparesAnother says whether in Urdu a word that says no stands in a clause behind the order that is about another task, which is to be
// left as it is: 5 hata do aur 6 ko haath mat lagana.
func (s sentence) sparesAnother(not int) bool {
	if s.Main < 0 {
		return false
	}
	order := s.Acts[s.Main]
	if !order.Urdu || order.Negated || order.Mood != clauses.Ordered && order.Mood != clauses.Told || not < order.At.To {
		return false
	}
	for i := not - 1; i >= order.At.To; i-- {
		if number, _, ok := s.Num(s.Words[i].First); ok {
			return !s.ID.Empty() && number != s.Number || s.ID.Empty() && i > order.At.To && s.othersBefore(number, order.At.From)
		}
		if s.Is(i, l.Wala) && i > order.At.To {
			first := s.Find(l.Wala)
			return first < order.At.From && s.ID.Empty() && s.Norm(first-1) != s.Norm(i-1)
		}
		if s.Breaks(i) {
			return false
		}
	}
	return false
}

// othersBefore says whether before a word other tasks are numbered, and not this one: 13 aur 14 ho gaye, 15 ko mat chherna.
func (s sentence) othersBefore(number, to int) bool {
	others := false
	for i := range to {
		before, _, ok := s.Num(s.Words[i].First)
		if ok && before == number {
			return false
		}
		others = others || ok && !s.TimeHolds(i)
	}
	return others
}

// deniesPlace says whether in Urdu a word only denies one place in a list, and another is meant: pehla nahi, doosra hata do.
func (s sentence) deniesPlace(not int) bool {
	if s.Language == meaning.English || s.Is(not, l.Dont) {
		return false
	}
	before, behind := not-1, not+1
	for s.Is(before, l.Wala, l.Task, l.Ko, l.NumberWord) {
		before--
	}
	behind = s.Past(behind, l.Filler, l.Polite)
	return s.Is(before, l.Ordinal) && !s.TimeHolds(before) && !s.PartedBetween(before, not) && s.Is(behind, l.Ordinal) && !s.TimeHolds(behind)
}

// neverCame says whether in Urdu a clause behind the order only tells that someone or something did not come: hata do, mistri to aya hi
// nahi. What was not done to the task would deny that it is finished.
func (s sentence) neverCame(from, not int) bool {
	before := not - 1
	if s.Forms.Unmeant.Emphatic[s.Norm(before)] {
		before--
	}
	if before <= from || !s.Forms.Unmeant.Came[s.Norm(before)] || !s.Parted(from) || !s.Bare(from) {
		return false
	}
	for i := from; i < before; i++ {
		if s.Is(i, l.Wala, l.Task, l.It, l.This, l.One) || s.namesNumber(i) {
			return false
		}
	}
	return true
}

// keepsTask says whether a word denies behind what takes something from a task that the task itself is removed: tareekh mita do, kaam mat
// mitana.
func (s sentence) keepsTask(not int, order clauses.Act) bool {
	for _, a := range s.Acts {
		denies := a.Negated && (a.At.From == not+1 || a.At.Holds(not)) && a.Does(l.Delete)
		if denies && not > order.At.To && order.Does(l.Delete) && !order.Negated {
			return true
		}
	}
	return false
}

// keepsNumbered says whether in English the task that is named by its number is to be left as it is: I'd say delete it, but keep task 17.
func (s sentence) keepsNumbered() bool {
	if s.Language != meaning.English || s.ID.Empty() {
		return false
	}
	i := s.WordAt(s.ID.From) - 1
	for s.Is(i, l.Task, l.NumberWord, l.The, l.My) {
		i--
	}
	return i >= 0 && s.Forms.Keep[s.Norm(i)] && (s.Main < 0 || s.Acts[s.Main].At.To <= i)
}
