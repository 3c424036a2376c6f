package clauses

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// Correction is a run of tokens that take back what stands before them, where a number or a time follows at once: delete 6, no wait, 7.
type Correction struct {
	At  reading.Span
	For int // the word with which begins what is said instead
}

// findCorrections finds them, and the number of a task that is named by nothing but standing there.
func (s *Clauses) findCorrections() {
	for i := 1; i < len(s.Tokens); i++ {
		length := s.ClauseWords.Corrections.At(s.Tokens, i)
		w := s.WordAt(i)
		if length == 0 && w < len(s.Words) && s.Words[w].First == i && s.Is(w, l.Sorry) {
			length = s.Words[w].Last + 1 - i
		}
		if length == 0 {
			continue
		}
		meant := s.pastSmall(s.WordAt(i + length))
		if meant < len(s.Words) && (s.TimeHolds(meant) || s.correctsNumber(meant)) {
			s.Corrections = append(s.Corrections, Correction{reading.Span{From: i, To: s.Words[meant].First}, meant})
		}
		i += length - 1
	}
}

// pastSmall passes over what may stand between a correction and what is meant: no wait, sorry, number.
func (s *Clauses) pastSmall(i int) int {
	for s.Is(i, l.Filler, l.Polite, l.Sorry, l.Not, l.NumberWord, l.Task, l.It) {
		if _, _, ok := s.Num(s.Words[i].First); ok {
			break
		}
		i++
	}
	return i
}

// correctsNumber says whether a number stands there in place of one before it, and notes it.
func (s *Clauses) correctsNumber(i int) bool {
	first := s.Words[i].First
	number, to, ok := s.Num(first)
	if !ok || len(s.IDs) == 0 || s.IDs[0].At.From >= first || !s.Follows(s.WordAt(to)) && !s.Is(s.WordAt(to), l.NumberWord) {
		return false
	}
	id := reading.Numbered{At: reading.Span{From: first, To: to}, Number: number}
	if !slices.Contains(s.IDs, id) {
		s.IDs = append(s.IDs, id)
	}
	return true
}

// Corrects says whether a word belongs to a correction.
func (s *Clauses) Corrects(i int) bool {
	return slices.ContainsFunc(s.Corrections, func(c Correction) bool { return c.At.Holds(s.Words[i].First) })
}

// Contrasted says whether a word denies one number, and another is meant: 5 nahi 6.
func (s *Clauses) Contrasted(i int) bool {
	return slices.ContainsFunc(s.Contrasts, func(c reading.Contrast) bool {
		return c.Not == i && slices.ContainsFunc(s.IDs, func(id reading.Numbered) bool { return id.At == c.Meant.At })
	})
}

// correctedLater says whether a time is put right behind it: budh ko likh lo, sorry jumeraat ko.
func (s *Clauses) correctedLater(e when.Expression) bool {
	return slices.ContainsFunc(s.Corrections, func(c Correction) bool { return e.From < c.At.From && s.TimeHolds(c.For) })
}
