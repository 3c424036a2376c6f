package detect

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// leaveDaysInNames takes a weekday that only says which thing is meant out of the times, where another day is told: prepare the Friday
// khutbah on Thursday. In Urdu a word between them shows it (jumme ka khutba).
func (s *reading) leaveDaysInNames() {
	if s.language != English {
		return
	}
	for i := range s.times {
		if e := s.times[i]; e.Weekday() && s.describes(e) && s.tellsAnotherDay(i) {
			s.times = slices.Delete(s.times, i, i+1)
			return
		}
	}
}

// describes says whether a thing follows a day at once, and no "on" or "by" stands before it: the Sunday dars.
func (s *reading) describes(day when.Expression) bool {
	if day.To-day.From > 1 && (day.To-day.From > 2 || !s.is(s.wordAt(day.From), l.The)) {
		return false
	}
	i := s.wordAt(day.To)
	if i < len(s.words) && s.words[i].First > day.To { // they are one word of the lexicon: Friday khutbah
		return true
	}
	return i < len(s.words) && !s.parted(i) && s.timeAt(day.To) == nil && (s.bare(i) || s.is(i, l.CatName, l.Namaz, l.Prayer))
}

// tellsAnotherDay says whether another expression tells a day that describes nothing: on Thursday, tomorrow, the 5th.
func (s *reading) tellsAnotherDay(but int) bool {
	for i := range s.times {
		if e := s.times[i]; i != but && e.Is(when.Day) && !e.Former && (!e.Weekday() || !s.describes(e)) {
			return true
		}
	}
	return false
}
