package clauses

import l "github.com/salaatflow/platform/language/detect/lexicon"

// close decides on the form of an act whose words are all read: an infinitive at the end of a sentence is an order.
func (s *Clauses) close(a *Act) {
	if a.Mood == Spoken && (a.Negated || s.ordersByInfinitive(a) || s.ordersByStem(a)) {
		a.Mood = Ordered
	}
}

// ordersByInfinitive says whether an act ends as an order does: dila dena, task hatana at the end of a sentence.
func (s *Clauses) ordersByInfinitive(a *Act) bool {
	last := a.At.To - 1
	if last < 0 || !s.Is(last, l.Inf) {
		return false
	}
	light := a.At.To-a.At.From > 1 && s.Is(last, l.Light) && !s.Is(a.At.To, l.Ka, l.Wala, l.Ko, l.Se, l.Task, l.Is, l.Want, l.Also)
	told := a.At.To-a.At.From > 1 || a.Does(l.Tell) && s.Is(a.At.From-1, l.Me)
	return light || s.Last(a.At.To) || s.objectBehind(a.At.To) || told && s.saysThat(a.At.To)
}

// saysThat says whether a word behind an infinitive in its plain form begins what is to be said: bata dena ke, yaad dilana k.
func (s *Clauses) saysThat(i int) bool {
	return s.Is(i, l.Ke) && !s.Parted(i) && s.Forms.InfinitiveEndings.End(s.Norm(i-1)) && !s.Is(i+1, l.For, l.After, l.Before, l.With)
}

// ordersByStem says whether the sentence ends with the stem of a verb that is an order by itself: task bana.
func (s *Clauses) ordersByStem(a *Act) bool {
	if a.At.To == a.At.From+1 && a.Does(l.Kar) && s.Is(a.At.From-1, l.State, l.High, l.Low, l.Medium) && s.Parted(a.At.To) {
		return true // pending kr, …
	}
	if !s.Is(a.At.To-1, l.Stem) || !a.Does(l.Make, l.Put, l.Delete, l.Show, l.Move) {
		return false
	}
	called := s.Is(a.At.To, l.Filler) && !s.Is(a.At.To, l.Verb) && !s.Parted(a.At.To) && a.Does(l.Delete) // hata yar, …
	return called || s.Last(a.At.To)
}

// formOf reads the form of a word of Urdu.
func formOf(is l.Set, before mood) mood {
	switch {
	case is.Has(l.Imp), is.Has(l.Can):
		return Ordered
	case is.Has(l.Perf):
		return Told
	case is.Has(l.Inf), is.Has(l.Stem), is.Has(l.Hab), is.Has(l.Fut):
		return Spoken
	default:
		return before
	}
}

// objectBehind says whether in Urdu only the number of the task stands from a word on to the end: complete karna 8 ko.
func (s *Clauses) objectBehind(i int) bool {
	if i >= len(s.Words) || s.Parted(i) || !s.Is(i+1, l.Ko) {
		return false
	}
	_, _, ok := s.Num(s.Words[i].First)
	return ok && s.Last(i+2)
}
