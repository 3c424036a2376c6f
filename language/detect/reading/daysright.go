package reading

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// setDaysRight reads in Urdu two numbers of which one is denied as days of the month where what is to be on the other stands before them:
// jalse ki tayari 15 ko nahi 22 ko kar dein.
func (s *Reading) setDaysRight() {
	if s.Language == meaning.English {
		return
	}
	for at := 1; at < len(s.Times); at++ {
		denied, meant := &s.Times[at-1], &s.Times[at]
		not := s.WordAt(meant.From) - 1
		if !s.deniesDay(not) {
			continue
		}
		s.Times = slices.Clone(s.Times)
		former := when.DayOfMonth(denied.From, s.Words[not].Last+1, denied.Number)
		former.Former = true
		s.Times[at-1] = former
		s.Times[at] = when.DayOfMonth(meant.From, s.Words[s.WordAt(meant.To)].Last+1, meant.Number)
	}
}

// deniesDay says whether a word that says no in Urdu stands between two numbers that are days: 15 ko nahi 22 ko, and not what is done to
// tasks 15 and 22.
func (s *Reading) deniesDay(not int) bool {
	if _, to, _ := s.Num(s.Words[not+1].First); !s.Is(s.WordAt(to), l.Ko) || s.Find(l.Delete, l.Finish, l.Completed, l.Mark) >= 0 {
		return false
	}
	named := not - 2
	for s.numberHolds(named) {
		named--
	}
	if named < 0 {
		return false
	}
	return s.Bare(named) && s.Find(l.Task, l.NumberWord) < 0
}

// numberHolds says whether a word is part of a number.
func (s *Reading) numberHolds(i int) bool {
	if i < 0 {
		return false
	}
	_, _, ok := s.Num(s.Words[i].First)
	return ok
}

// ChangesDay says whether in Urdu a number before a word is the day from which a task is moved: wala task 20 se 25 tareekh kar do, rota
// wala task 4 nahi 6 march ko.
func (s *Reading) ChangesDay(after int) bool {
	moved := s.Is(after, l.Se) || s.Is(after, l.Not) && s.Find(l.Wala) >= 0
	return moved && s.Words[after].Languages&l.English == 0 && after+1 < len(s.Words) && s.TimeHolds(after+1)
}
