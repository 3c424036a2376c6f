package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// close decides on the form of an act whose words are all read: an infinitive at the end of a sentence is an order.
func (s *clauseReading) close(a *act) {
	if a.mood == spoken && (a.negated || s.ordersByInfinitive(a) || s.ordersByStem(a)) {
		a.mood = ordered
	}
}

// ordersByInfinitive says whether an act ends as an order does: dila dena, task hatana at the end of a sentence.
func (s *clauseReading) ordersByInfinitive(a *act) bool {
	last := a.at.to - 1
	if last < 0 || !s.is(last, l.Inf) {
		return false
	}
	light := a.at.to-a.at.from > 1 && s.is(last, l.Light) && !s.is(a.at.to, l.Ka, l.Wala, l.Ko, l.Se, l.Task, l.Is, l.Want)
	return light || s.last(a.at.to)
}

// ordersByStem says whether the sentence ends with the stem of a verb that is an order by itself: task bana.
func (s *clauseReading) ordersByStem(a *act) bool {
	return s.is(a.at.to-1, l.Stem) && a.does(l.Make, l.Put, l.Delete, l.Show) && s.last(a.at.to)
}

// formOf reads the form of a word of Urdu.
func formOf(is l.Set, before mood) mood {
	switch {
	case is.Has(l.Imp), is.Has(l.Can):
		return ordered
	case is.Has(l.Perf):
		return told
	case is.Has(l.Inf), is.Has(l.Stem), is.Has(l.Hab), is.Has(l.Fut):
		return spoken
	default:
		return before
	}
}
