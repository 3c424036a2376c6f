package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// farthestPlace is the last place in a list that people count to: the twelfth task is task 12, and not the twelfth of those shown.
const farthestPlace = 10

// CalledByNumber finds a number that names a task though no word says task: 27 wala, 22 number, number 4.
func (s *Clauses) CalledByNumber() (int, bool) {
	for _, e := range s.Times {
		if e.Number <= 0 || !e.Is(when.Number|when.Ordinal) || s.InName(e.From) {
			continue
		}
		before, after := s.WordAt(e.From)-1, s.WordAt(e.To)
		if s.onlyDenies(before + 1) {
			continue
		}
		if e.Is(when.Ordinal) {
			if e.Has == when.Ordinal && e.Number > farthestPlace && s.Is(after, l.Task, l.Wala, l.NumberWord) {
				return e.Number, true
			}
			continue
		}
		if s.namesBefore(after) && !s.ofName(before) || s.namesBehind(before, after) || s.standsAlone(before, after, e.From) {
			return e.Number, true
		}
	}
	return 0, false
}

// ofName says whether the word before a number makes it part of a name: assignment 3 wala, form 16 wala.
func (s *Clauses) ofName(before int) bool { return s.Bare(before) && !s.Parted(before+1) }

// standsAlone says whether a number in digits counts nothing and is part of no name: 7 par nishan, 19 ko, bring 21 back.
func (s *Clauses) standsAlone(before, after, token int) bool {
	if s.Is(before, l.It) && s.Is(before, l.Is) && s.Is(after, l.This) && s.Language == meaning.English {
		return true // it's 8 that needs to be low
	}
	if s.Tokens[token].Script != text.Number || s.Has(l.Task) || s.Is(before, l.NumberWord) {
		return false
	}
	mistaken := s.Is(before, l.Se) && s.Is(before-1, l.Mistake) || s.Is(before, l.Mistake) // ghalti se 4 pe tick lag gaya
	if !s.Parted(before+1) && !mistaken && !s.Is(before, l.On, l.Of, l.Filler, l.Delete, l.Finish, l.Change, l.Reopen, l.Move) {
		return false
	}
	switch {
	case s.Is(after, l.Ko, l.Also), s.Is(after, l.On) && s.Words[after].Languages&l.English == 0, s.Is(after, l.Ka) &&
		s.Is(after+1, l.Name, l.Time, l.Date, l.Priority, l.Category):
		return true
	case s.Forms.Grammar.Back[s.Norm(after)]:
		return true
	}
	return s.Is(before, l.On, l.Of) && s.Is(after, l.Is)
}

// namesBefore says whether what stands behind a number makes it that of a task: 3 wala, 3 number.
func (s *Clauses) namesBefore(after int) bool {
	return s.Is(after, l.Wala, l.NumberWord) && !s.Parted(after)
}

// namesBehind says whether what stands before a number makes it that of a task: number 3, task 3.
func (s *Clauses) namesBehind(before, after int) bool {
	if s.Is(before, l.NumberWord) && !s.ofHouse(before) && (!s.IsNumbered(before-1) || before == 1 && s.Language == meaning.English) {
		return true
	}
	return s.Is(before, l.Task) && !s.Is(after, l.Task) && !s.Counts(after) && !s.ChangesDay(after) && !s.Is(before-1, l.New, l.Any)
}

// oneBehindTask says whether in English "one" is the number of the task before it: task one is done. It is none in a task one of us has.
func (s *Clauses) oneBehindTask(i int) bool {
	return s.Language == meaning.English && s.Forms.Grammar.One[s.Norm(i)] && s.Forms.Grammar.Task[s.Norm(i-1)] && !s.Parted(i) &&
		!s.Is(i-2, l.New, l.Any, l.The, l.My) && (s.EndsHere(i+1) || s.Forms.Said.States.At(s.Tokens, s.Words[i+1].First) > 0 ||
		s.Is(i+1, l.Is, l.To, l.As, l.Polite, l.Recur, l.High, l.Low, l.Medium, l.Completed))
}
