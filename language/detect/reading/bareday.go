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
		s.findDatesSetRight()
		s.findHoursMovedTo()
		return
	}
	for at := range s.Times {
		e := &s.Times[at]
		after := s.WordAt(e.To)
		if !s.mayBeDay(e) || s.Parted(after) {
			continue
		}
		moved := s.movedTo(at, after)
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
		if moved && at > 0 && s.Times[at-1].Is(when.Day) {
			s.Times[at-1].Former = true
		}
	}
}

// movedTo says whether the number of an expression surely is the day to which something is put; after is the word behind it.
func (s *Reading) movedTo(at, after int) bool {
	if s.Is(after, l.On) && s.movedFromDay(at) || s.besideFormer(at) {
		return true
	}
	return s.Is(after, l.Ko) && (s.monthlyBefore(at) || s.behindNamed(s.WordAt(s.Times[at].From)) && s.putThen(after+1))
}

// findDatesSetRight reads in English two places in an order, of which one is denied, as days of the month where a date is spoken of, or no
// list is as long: due date of task 2: 9th not 8th; it's the fourteenth not the fourth.
func (s *Reading) findDatesSetRight() {
	for at := 1; at < len(s.Times); at++ {
		meant, denied := s.Times[at-1], s.Times[at]
		not := s.WordAt(denied.From)
		if meant.Has != when.Ordinal || denied.Has != when.Ordinal || max(meant.Number, denied.Number) > when.DaysOfMonth {
			continue
		}
		for not > 0 && s.Is(not-1, l.The, l.Not, l.On, l.For) && s.Words[not-1].First >= meant.To {
			not--
		}
		if not < len(s.Words) && s.Words[not].First == meant.To && s.Is(not, l.Not) && s.saysDates(&meant, &denied) {
			s.Times = slices.Clone(s.Times)
			s.Times[at-1] = when.DayOfMonth(meant.From, meant.To, meant.Number)
			s.Times[at] = when.DayOfMonth(s.Words[not].First, denied.To, denied.Number)
			s.Times[at].Former = true
		}
	}
}

// longList is the place in an order from which on a task is hardly ever called by it.
const longList = 11

// saysDates says whether two places in an order are days: nothing is done to a task that a place in a list could name, no other day is
// told, and a date is spoken of or one of them is in no list.
func (s *Reading) saysDates(a, b *when.Expression) bool {
	if s.tellsDay() || s.Find(l.Delete, l.Finish, l.Completed, l.Mark, l.Rename, l.Show) >= 0 {
		return false
	}
	if next := s.WordAt(a.To); s.Is(next, l.Task, l.One) || s.Is(s.WordAt(b.To), l.Task, l.One) {
		return false
	}
	return max(a.Number, b.Number) >= longList || s.Find(l.Date) >= 0
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
	ofNamed := s.Is(after, l.Until) && s.behindNamed(i) // bijli wala 10 tak
	if !ofNamed && s.Is(i-1, l.Task, l.NumberWord, l.Area, l.Wala, l.Se) && !s.Parted(i) {
		return false
	}
	if s.Is(i-1, l.Now) && s.Is(after+1, l.Is) && !s.Parted(after+1) {
		return true // ab 12 ko hai
	}
	return s.saysMake() || s.Is(after, l.Until) && !s.Has(l.Delete, l.Finish, l.Completed)
}

// behindNamed says whether right before a word a task is named by its name: bijli wala, kapron wala kaam.
func (s *Reading) behindNamed(i int) bool {
	wala := i - 1
	if s.Is(wala, l.Task) {
		wala--
	}
	if wala < 1 || !s.Is(wala, l.Wala) || s.Parted(i) {
		return false
	}
	_, _, numbered := s.Num(s.Words[wala-1].First)
	return !numbered && !s.Is(wala-1, l.NumberWord, l.Ordinal, l.Which, l.Any)
}

// putThen says whether with a word begins an order by which a task is put on a day, and nothing else is set: 15 ko kar do.
func (s *Reading) putThen(i int) bool {
	return s.Is(i, l.Kar, l.Put, l.Move) && s.Find(l.Delete, l.Finish, l.Completed, l.Mark, l.Reopen, l.Rename, l.High, l.Low, l.Medium) < 0
}

// findHoursMovedTo reads in English the number to which something is moved that is named by its hour as an hour: move the 5pm call to 6.
func (s *Reading) findHoursMovedTo() {
	for at := 1; at < len(s.Times); at++ {
		e := s.Times[at]
		w := s.WordAt(e.From)
		if e.Has != when.Number || !s.Is(w-1, l.To) || s.Parted(w) || !s.EndsHere(s.WordAt(e.To)) {
			continue
		}
		for _, named := range s.Times[:at] {
			thing := s.WordAt(named.To)
			if s.Parted(thing) || s.Is(thing, l.To, l.On, l.In, l.For, l.And, l.From, l.Is) {
				continue
			}
			if named.Is(when.Clock) && !named.Former && named.PutAnew(&e) {
				s.Times = slices.Clone(s.Times)
				e.From = s.Words[w-1].First
				s.Times[at] = e
				break
			}
		}
	}
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

// besideFormer says whether right before an expression stands the day in the place of which it comes: peer ki bajaye 11 ko.
func (s *Reading) besideFormer(at int) bool {
	if at == 0 || s.Has(l.Delete, l.Finish, l.Completed) {
		return false
	}
	before, e := &s.Times[at-1], &s.Times[at]
	return before.Former && before.Is(when.Day) && before.To == e.From && s.Is(s.WordAt(e.To), l.Ko, l.On, l.Until)
}

// monthlyBefore says whether right before an expression stands that something is done every month: har mahine 5 ko.
func (s *Reading) monthlyBefore(at int) bool {
	return at > 0 && s.Times[at-1].To == s.Times[at].From && s.Times[at-1].Monthly()
}
