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
