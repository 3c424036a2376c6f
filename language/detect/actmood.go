package detect

import l "github.com/salaatflow/platform/language/detect/lexicon"

// close decides on the form of an act whose words are all read: an infinitive at the end of a sentence is an order.
func (s *sentence) close(a *act) {
	if a.mood == spoken && (a.negated || s.ordersByInfinitive(a) || s.ordersByStem(a)) {
		a.mood = ordered
	}
}

// ordersByInfinitive says whether an act ends as an order does: dila dena, task hatana at the end of a sentence.
func (s *sentence) ordersByInfinitive(a *act) bool {
	last := a.at.to - 1
	if last < 0 || !s.is(last, l.Inf) {
		return false
	}
	light := a.at.to-a.at.from > 1 && s.is(last, l.Light) && !s.is(a.at.to, l.Ka, l.Wala, l.Ko, l.Se, l.Task, l.Is, l.Want)
	return light || s.last(a.at.to)
}

// ordersByStem says whether the sentence ends with the stem of a verb that is an order by itself: task bana.
func (s *sentence) ordersByStem(a *act) bool {
	return s.is(a.at.to-1, l.Stem) && a.does(l.Make, l.Put, l.Delete, l.Show) && s.last(a.at.to)
}

// closing says whether only courtesies and additions follow.
func (s *sentence) closing(i int) bool {
	for ; i < len(s.words); i++ {
		if s.parted(i) {
			return true
		}
		if !s.is(i, l.Filler, l.Polite, l.Is, l.Not) && s.timeAt(s.words[i].First) == nil {
			return false
		}
	}
	return true
}

// last says whether only courtesies and times follow in the whole sentence.
func (s *sentence) last(i int) bool {
	for ; i < len(s.words); i++ {
		if !s.is(i, l.Filler, l.Polite, l.Is, l.List, l.In) && s.timeAt(s.words[i].First) == nil {
			return false
		}
	}
	return true
}

// endsHere says whether a clause ends before a word, but for "hai" and the like.
func (s *sentence) endsHere(i int) bool {
	for s.is(i, l.Is, l.Filler) && !s.parted(i) {
		i++
	}
	return s.parted(i) || s.is(i, l.And, l.Then, l.But)
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
