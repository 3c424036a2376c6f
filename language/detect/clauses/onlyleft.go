package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// OnlyLeft is the one number that may be that of the task which is meant, where the others are denied or their tasks are to be left as they
// are: I didn't do 6 but I did do 7, so mark that. denied says that some are.
func (s *Clauses) OnlyLeft() (number int, denied, ok bool) {
	if s.Main < 0 {
		return 0, false, false
	}
	for i := range s.Words {
		e := s.TimeAt(s.Words[i].First)
		if e == nil || e.From != s.Words[i].First || !e.Is(when.Number) || e.Time() || e.Number <= 0 {
			continue
		}
		after := s.WordAt(e.To)
		switch {
		case s.Counts(after) || !s.Parted(after) && (s.Bare(after) || s.Is(after, l.Foreign)):
		case s.Spared(reading.Numbered{At: reading.Span{From: e.From, To: e.To}, Number: e.Number}) || s.deniedBeside(i, after):
			denied = true
		case number != 0 && number != e.Number:
			return 0, denied, false
		default:
			number = e.Number
		}
	}
	return number, denied && number != 0, number != 0
}

// findContrastedID finds in Urdu the number before what is told as done of it, where of another it is told that it is not: 14 ho gaya,
// 15 abhi nahi hua.
func (s *Clauses) findContrastedID() {
	if s.Main < 0 || !s.ID.Empty() {
		return
	}
	a := s.Acts[s.Main]
	before := a.At.From - 1
	if a.Mood != Told || a.Negated || !a.Urdu || before < 0 || !a.Does(l.Ho, l.Kar, l.Finish, l.Khatam, l.Mark) {
		return
	}
	e := s.TimeAt(s.Words[before].First)
	if e == nil || !e.Is(when.Number) || e.Time() || !s.Parted(s.WordAt(e.From)) {
		return
	}
	number, denied, ok := s.OnlyLeft()
	if ok && denied && number == e.Number {
		s.ID, s.Number = reading.Span{From: e.From, To: e.To}, number
		s.IDs = append(s.IDs, reading.Numbered{At: s.ID, Number: number})
	}
}

// deniedBeside says whether in the clause of a number a word says no or that a thing is yet to be done.
func (s *Clauses) deniedBeside(i, after int) bool {
	from, to := i, after
	for from > 0 && !s.Breaks(from) {
		from--
	}
	for to < len(s.Words) && !s.Breaks(to) {
		to++
	}
	for j := from; j < to; j++ {
		if s.Is(j, l.Not) || s.Is(j, l.Pending) && s.Is(j, l.State) {
			return !s.Acts[s.Main].At.Holds(j)
		}
	}
	return false
}
