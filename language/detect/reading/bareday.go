package reading

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// fewInWords is up to which the words for numbers are too often something else.
const fewInWords = 2

// findBareDays reads in Urdu a number before ko or tak as a day of the month where it can be no task: airport jana hai 14 ko, fees bharni
// hai, 25 tak. The one that was is told of then: meeting 13 ko thi, ab …
func (s *Reading) findBareDays() {
	if s.Language == meaning.English {
		return
	}
	for at := range s.Times {
		e := &s.Times[at]
		after := s.WordAt(e.To)
		if !s.mayBeDay(e) || s.Parted(after) {
			continue
		}
		moved := s.Is(after, l.On) && s.movedFromDay(at) || s.Is(after, l.Ko) && s.monthlyBefore(at)
		if !moved && !s.Is(after, l.Ko, l.Until) {
			continue
		}
		past := s.Forms.Unmeant.Narrated[s.Norm(after+1)] && !s.Parted(after+1)
		if !past && !moved && (s.tellsDay() || !s.leavesDay(s.WordAt(e.From), after)) {
			continue
		}
		day := when.DayOfMonth(e.From, s.Words[after].Last+1, e.Number)
		day.Past, day.Former = past, past
		s.Times = slices.Clone(s.Times)
		s.Times[at] = day
		if moved && s.Times[at-1].Is(when.Day) {
			s.Times[at-1].Former = true
		}
	}
}

// mayBeDay says whether an expression is a number that a month has a day of, and surely is a number.
func (s *Reading) mayBeDay(e *when.Expression) bool {
	inWords := s.Tokens[e.From].Script != text.Number
	counts := e.Is(when.Number) && (!inWords || e.Number > fewInWords) || e.Is(when.Ordinal) && e.Number == 1 // pehli ko
	return counts && e.Number >= 1 && e.Number <= when.DaysOfMonth
}

// leavesDay says whether the words beside a number let it be a day: none that numbers a task or begins a range, and before ko something is
// to be made or noted.
func (s *Reading) leavesDay(i, after int) bool {
	if s.Is(i-1, l.Task, l.NumberWord, l.Area, l.Wala, l.Se) && !s.Parted(i) {
		return false
	}
	if s.Is(i-1, l.Now) && s.Is(after+1, l.Is) && !s.Parted(after+1) {
		return true // ab 12 ko hai
	}
	return s.saysMake() || s.Is(after, l.Until) && !s.Has(l.Delete, l.Finish, l.Completed)
}

// saysMake says whether something is to be made or noted, and no task is to be changed.
func (s *Reading) saysMake() bool {
	makes := false
	for i, w := range s.Words {
		if w.Concepts.Has(l.Delete, l.Finish, l.Change, l.Move, l.Cancel, l.Mark, l.Reopen) && w.Concepts.Has(l.Verb, l.Loan) {
			return false
		}
		makes = makes || w.Concepts.Has(l.Create, l.Note, l.Yaad, l.Remind) || w.Concepts.Has(l.Inf) && s.Is(i+1, l.Is)
	}
	return makes
}

// tellsDay says whether a day is told that is meant.
func (s *Reading) tellsDay() bool {
	return slices.ContainsFunc(s.Times, func(e when.Expression) bool { return e.Is(when.Day) && !e.Former })
}

// movedFromDay says whether before an expression stands the day from which something is moved: 15 tareekh se utha kar 20 pe.
func (s *Reading) movedFromDay(at int) bool {
	if at == 0 || !s.Times[at-1].Is(when.Day) {
		return false
	}
	from := s.WordAt(s.Times[at-1].To)
	if s.Is(from-1, l.Se) {
		from-- // which belongs to the day
	}
	return s.Is(from, l.Se) && s.Words[from].Languages&l.English == 0 && !s.Parted(from)
}

// monthlyBefore says whether right before an expression stands that something is done every month: har mahine 5 ko.
func (s *Reading) monthlyBefore(at int) bool {
	return at > 0 && s.Times[at-1].To == s.Times[at].From && s.Times[at-1].Monthly()
}
