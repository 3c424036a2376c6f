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
		s.takeDaysBack()
		return
	}
	for at := 1; at < len(s.Times); at++ {
		denied, meant := &s.Times[at-1], &s.Times[at]
		not := s.WordAt(meant.From) - 1
		if !s.deniesDay(not) || denied.To != s.Words[not-1].First || !s.mayBeDay(denied) || !s.mayBeDay(meant) {
			continue
		}
		s.Times = slices.Clone(s.Times)
		former := when.DayOfMonth(denied.From, s.Words[not].Last+1, denied.Number)
		former.Former = true
		s.Times[at-1] = former
		s.Times[at] = when.DayOfMonth(meant.From, s.Words[s.WordAt(meant.To)].Last+1, meant.Number)
	}
}

// takeDaysBack reads in English two places in an order, of which the first is taken back, as days of the month where no list is as long: I
// said the eleventh well I meant the twelfth.
func (s *Reading) takeDaysBack() {
	for at := 1; at < len(s.Times); at++ {
		former, meant := s.Times[at-1], s.Times[at]
		ordinals := former.Has == when.Ordinal && meant.Has == when.Ordinal && max(former.Number, meant.Number) <= when.DaysOfMonth
		if !ordinals || !s.takesBack(former.To, meant.From) || !s.inNoList(&former, &meant) {
			continue
		}
		s.Times = slices.Clone(s.Times)
		s.Times[at-1] = when.DayOfMonth(former.From, former.To, former.Number)
		s.Times[at-1].Former = true
		s.Times[at] = when.DayOfMonth(former.To, meant.To, meant.Number)
	}
}

// mostInList is the last place in a list that a task is called by.
const mostInList = 10

// inNoList says whether one of two places in an order is in no list that people count, and nothing is done to what is in one.
func (s *Reading) inNoList(a, b *when.Expression) bool {
	return max(a.Number, b.Number) > mostInList && s.Find(l.Delete, l.Finish, l.Completed, l.Mark, l.Rename, l.Show, l.Task) < 0
}

// takesBack says whether all that stands between two tokens takes back what is before it: well I meant the.
func (s *Reading) takesBack(from, to int) (ok bool) {
	for from < to {
		length := s.ClauseWords.Corrections.At(s.Tokens, from)
		w := s.WordAt(from)
		switch {
		case length > 0:
			from, ok = from+length, true
		case s.Is(w, l.The, l.On, l.For, l.Filler, l.Sorry, l.No):
			ok = ok || s.Is(w, l.Sorry)
			from = s.Words[w].Last + 1
		default:
			return false
		}
	}
	return ok
}

// deniesDay says whether a word that says no in Urdu stands between two numbers that are days: 15 ko nahi 22 ko, and not what is done to
// tasks 15 and 22.
func (s *Reading) deniesDay(not int) bool {
	if !s.Is(not, l.Not) || s.Is(not, l.Dont) || !s.Is(not-1, l.Ko) || s.Words[not].Languages&l.English != 0 || not+2 >= len(s.Words) {
		return false
	}
	if _, to, ok := s.Num(s.Words[not+1].First); !ok || !s.Is(s.WordAt(to), l.Ko) || s.Find(l.Delete, l.Finish, l.Completed, l.Mark) >= 0 {
		return false
	}
	named := not - 2
	for s.numberHolds(named) {
		named--
	}
	if named < 0 || named == not-2 || s.Parted(named+1) {
		return false
	}
	ofNamed := s.Is(named, l.Wala) || s.Is(named, l.Task) && s.Is(named-1, l.Wala) // doodh wala kaam 8 ko nahi 9 ko
	return ofNamed || s.Bare(named) && s.Find(l.Task, l.NumberWord) < 0
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
	moved := s.Is(after, l.Se) || s.Is(after, l.Not) && !s.Is(after, l.Dont) && s.Find(l.Wala) >= 0
	return moved && s.Words[after].Languages&l.English == 0 && after+1 < len(s.Words) && s.TimeHolds(after+1)
}
