// Package making tells the words by which a task is ordered to be made from those that name it.
package making

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// Sentence is a sentence by which a task is made.
type Sentence struct{ *clauses.Clauses }

// Orders says whether an act asks for a task to be made.
func (s Sentence) Orders(i int, a clauses.Act) bool {
	switch {
	case !a.Urdu && a.Does(l.Give, l.Tell) && s.Before(a.At.From).Has(text.Colon): // todo: send the deck
		return false
	case !a.Urdu && a.Does(l.Make, l.Put) && !a.Does(l.Note) && s.labelled(a.At.From): // task: make up the fasts
		return false
	case s.closesWith(a):
		return true
	case i == s.Main && a.Does(l.Create, l.Make, l.Put, l.Remind, l.Kar, l.Give, l.Tell):
		return true
	case a.Mood == clauses.Ordered && a.Does(l.Create, l.Make, l.Put, l.Remind, l.Kar) && s.besideTask(a) && !a.Does(l.Deed):
		return true
	}
	return a.Does(l.Remind) && (a.Urdu || a.Mood == clauses.Ordered)
}

// ToBeDone says whether an act, by its one infinitive, is what the task is about: yaad karna, haleem bhejna, khat likhna.
func (s Sentence) ToBeDone(a clauses.Act) bool {
	to := a.At.To
	for to > a.At.From+1 && s.Is(to-1, l.Is) {
		to-- // yaad karni hai
	}
	if to != a.At.From+1 || !s.Is(a.At.From, l.Inf) {
		return false
	}
	before := a.At.From - 1
	if a.Urdu && a.Mood == clauses.Wished && s.Is(a.At.From, l.Put, l.Make, l.Find) && s.wishesDeed(a, before) {
		return true // presentation banani hai, application likhni hai
	}
	if s.Is(a.At.From, l.Kar) && (s.Bare(before) || s.Is(before, l.Yaad, l.Foreign, l.ForeignVerb)) {
		return true
	}
	sends := a.Does(l.Give) || a.Does(l.Put) && a.Does(l.Note) && !s.Is(before, l.Inf)
	return a.Urdu && sends && !s.Is(before, l.Task, l.List) && s.Last(a.At.To)
}

// wishesDeed says whether what is wished in Urdu is done to what stands before it, and not to the list of tasks.
func (s Sentence) wishesDeed(a clauses.Act, before int) bool {
	switch {
	case a.Does(l.Make, l.Find):
		return !s.Is(before, l.Task, l.List)
	case a.Does(l.Note):
		return s.Bare(before)
	}
	return s.Bare(before) || s.Is(before, l.Kar) || s.Is(before, l.In) && s.Bare(before-1)
}

// besideTask says whether the word task stands by an act.
func (s Sentence) besideTask(a clauses.Act) bool {
	for i := a.At.From - 2; i < a.At.To+2; i++ {
		if s.Is(i, l.Task, l.List) {
			return true
		}
	}
	return false
}

// First is the act that makes a task where the one that is wanted most only says more of it: put down X and make it urgent.
func (s Sentence) First() int {
	if s.Main < 0 || s.Language != meaning.English || !s.Is(s.Acts[s.Main].At.To, l.It, l.This) {
		return s.Main
	}
	for i, a := range s.Acts[:s.Main] {
		orders := a.Mood == clauses.Ordered && !a.Negated && a.Does(l.Create, l.Make, l.Put, l.Remind)
		if orders && !s.Is(a.At.To, l.It, l.This) && !s.Before(s.WordAt(s.Words[a.At.From].First)).Has(text.Colon) {
			return i
		}
	}
	return s.Main
}
