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
	for i := 0; i < len(s.Times); i++ {
		if e := s.Times[i]; e.Weekday() && s.Describes(e) && (s.tellsAnotherDay(i) || s.ofObject(s.WordAt(e.From)) || s.byPrayer(e)) {
			s.Times = slices.Delete(s.Times, i, i+1)
			i--
		}
	}
}

// ofObject says whether a day that describes a thing follows a word that says what it is called, or a verb that leaves the thing to it: buy
// Friday magazine.
func (s *Reading) ofObject(i int) bool {
	if s.Is(i, l.The) {
		return s.Forms.TakesObject[s.Norm(i-1)]
	}
	return s.Is(i-1, l.Called) || s.Forms.TakesObject[s.Norm(i-1)]
}

// byPrayer says whether a day behind "the" is named by its prayer, and so tells of which prayer the thing is: the jumuah collection.
func (s *Reading) byPrayer(day when.Expression) bool {
	i := s.WordAt(day.To) - 1
	return i > 0 && s.Is(i, l.Friday) && s.Words[i].Languages != l.English && s.Is(i-1, l.The)
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
	plural := s.Is(i, l.Note) && s.Forms.Grammar.PluralEndings.End(s.Norm(i)) // the Tuesday notes
	thing := plural || s.Bare(i) ||
		i < len(s.Words) && s.Words[i].Languages == l.Roman || s.Is(i, l.CatName, l.Namaz, l.Prayer, l.Foreign, l.Detail)
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
