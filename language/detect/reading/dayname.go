package reading

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// leaveDaysInNames takes a weekday that only says which thing is meant out of the times, where another day is told: prepare the Friday
// khutbah on Thursday. In Urdu a word between them shows it (jumme ka khutba).
func (s *Reading) leaveDaysInNames() {
	if s.Language != meaning.English {
		return
	}
	for i := range s.Times {
		if e := s.Times[i]; e.Weekday() && s.Describes(e) && (s.tellsAnotherDay(i) || s.Is(s.WordAt(e.From)-1, l.Called)) {
			s.Times = slices.Delete(s.Times, i, i+1)
			return
		}
	}
}

// Describes says whether a thing follows a day at once, and no "on" or "by" stands before it: the Sunday dars, from Saturday tuition.
func (s *Reading) Describes(day when.Expression) bool {
	const most = 3 // tokens: for the Friday
	if length := day.To - day.From; length > most || length > 1 && !s.Is(s.WordAt(day.To-1)-1, l.The) && !s.Is(s.WordAt(day.From), l.Se) {
		return false
	}
	i := s.WordAt(day.To)
	if i < len(s.Words) && s.Words[i].First > day.To { // they are one word of the lexicon: Friday khutbah
		return true
	}
	thing := s.Bare(i) || i < len(s.Words) && s.Words[i].Languages == l.Roman || s.Is(i, l.CatName, l.Namaz, l.Prayer, l.Foreign, l.Detail)
	return i < len(s.Words) && !s.Parted(i) && s.TimeAt(day.To) == nil && thing
}

// tellsAnotherDay says whether another expression tells a day that describes nothing: on Thursday, tomorrow, the 5th.
func (s *Reading) tellsAnotherDay(but int) bool {
	for i := range s.Times {
		if e := s.Times[i]; i != but && e.Is(when.Day) && !e.Former && (!e.Weekday() || !s.Describes(e)) {
			return true
		}
	}
	return false
}
