package slots

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/edges"
	"github.com/salaatflow/platform/language/detect/slots/making"
	"github.com/salaatflow/platform/language/detect/when"
)

// ofNewTask is the sentence as it is read where a task is to be made: a place in an order that stands apart is a day of the month, what
// stands in quotation marks tells no time, nor does a day that belongs to a name, and of two orders of English the first makes the task of
// which the second says more.
func (s sentence) ofNewTask() sentence {
	read, of := *s.Reading, *s.Clauses
	read.Times = slices.Clone(read.Times)
	of.Reading = &read
	now := sentence{&of}
	if quoted := s.Quoted(func(int) bool { return true }); !quoted.Empty() {
		within := reading.Span{From: s.Words[quoted.From].First, To: s.Words[quoted.To-1].Last + 1}
		read.Times = slices.DeleteFunc(read.Times, func(e when.Expression) bool { return within.Holds(e.From) })
	}
	read.Times = slices.DeleteFunc(read.Times, edges.Sentence{Clauses: s.Clauses}.DayOfName)
	read.Times = slices.DeleteFunc(read.Times, making.Sentence{Clauses: s.Clauses}.DayOfName)
	for i, e := range read.Times {
		if day := s.apartDay(e); !day.Empty() {
			read.Times[i] = when.DayOfMonth(day.From, day.To, e.Number)
		}
	}
	of.Acts, of.Main = making.Sentence{Clauses: s.Clauses}.Ordered()
	return now
}

// apartDay is the tokens of a day that only its place in the month tells, set apart from what stands around it: , 20th, top priority;
// , the 16th. It is empty for what may be the place of a thing in an order.
func (s sentence) apartDay(e when.Expression) reading.Span {
	if e.Has != when.Ordinal || e.Number < 1 || e.Number > when.DaysOfMonth {
		return reading.Span{}
	}
	first, next := s.WordAt(e.From), s.WordAt(e.To)
	if s.Is(first-1, l.The) && !s.Parted(first) {
		first--
	}
	told := next < len(s.Words) && s.TimeHolds(next)
	apart := told || s.Parted(first) && s.EndsHere(next)
	answers := first == 1 && s.Is(0, l.No, l.Yes, l.Polite)
	if first == 0 || first == len(s.Words) || !apart || answers {
		return reading.Span{}
	}
	return reading.Span{From: s.Words[first].First, To: e.To}
}
