// Package former finds what a sentence denies only because a task had it before.
package former

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// Denies says whether in English a word denies only what a task had, where another of its kind is told: it shouldn't be monthly, make
// it weekly; under quran, not learning.
func Denies(s *clauses.Clauses, i int) bool {
	if s.Language != meaning.English {
		return false
	}
	of := i + 1
	if s.Forms.Said.Attending[s.Norm(of)] {
		of++ // I can't make the 11th
	}
	for s.Is(of, l.Is, l.The, l.To, l.As, l.In, l.On, l.Under, l.For) && !s.Is(of, l.Recur) {
		of++
	}
	if of >= len(s.Words) {
		return false
	}
	switch {
	case s.TimeHolds(of):
		return slices.ContainsFunc(s.Times, func(e when.Expression) bool {
			denied := s.TimeAt(s.Words[of].First)
			return e.Time() && !e.Former && denied != nil && (denied.Former || e.From != denied.From && e.Has == denied.Has)
		})
	case s.Is(of, l.CatName):
		return another(s, of, l.CatName)
	case s.Is(of, l.High, l.Low, l.Medium):
		return another(s, of, l.High, l.Low, l.Medium)
	}
	return false
}

// another says whether another word than one stands for any of these.
func another(s *clauses.Clauses, than int, of ...l.Concept) bool {
	for i := range s.Words {
		if i != than && s.Is(i, of...) {
			return true
		}
	}
	return false
}
