package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// carried says whether a verb follows that carries the form of the word before it: kar do, mat karo, ho gaya, laga do.
func (s *Clauses) carried(i int) bool {
	for s.Is(i, l.Not) && !s.Is(i, l.Verb) || s.Is(i, l.Also) {
		i++
	}
	if s.Is(i, l.Ho) {
		return s.Is(i, l.Perf, l.Stem) && !s.Parted(i)
	}
	return s.Is(i, l.Kar, l.Light) && !s.Parted(i) || s.putsThrough(i) && !s.Is(i, l.Base)
}

// putsThrough says whether a verb that puts only carries the one before it: done laga do, nikaal dalo.
func (s *Clauses) putsThrough(i int) bool {
	if !s.Is(i, l.Put) {
		return false
	}
	return s.Is(i-1, l.Mark, l.Finish, l.Completed) || s.Is(i-1, l.Stem) && s.Is(i-1, l.Delete, l.Make) && !s.Is(i, l.Note) && !s.Parted(i)
}

// carry adds to an act the words that carry its form.
func (s *Clauses) carry(a *Act) {
	a.Mood = formOf(a.Is, a.Mood)
	a.Negated = a.Negated || s.Is(a.At.From-1, l.Not) && !s.Parted(a.At.From) && !s.Is(a.At.From-2, l.Ho, l.Want) && !s.denies(a.At.From-2)
	if s.Is(a.At.From-1, l.Now, l.Filler) && s.Is(a.At.From-2, l.Dont) && !s.Parted(a.At.From) {
		a.Negated = true
	}
	for i := a.At.To; i < len(s.Words) && !s.Parted(i); i++ {
		switch {
		case s.orders(a, i):
		case s.Is(i, l.Kar, l.Light, l.Go) && !s.Is(i, l.Deed) || s.putsThrough(i):
			if s.carriesOver(a, i) {
				return
			}
		case s.wishes(a, i):
		default:
			a.At.To = i
			s.close(a)
			return
		}
		a.At.To = i + 1
	}
	s.close(a)
}

// orders reads a word that says of an act whether it is ordered or denied, and says whether it is one.
func (s *Clauses) orders(a *Act, i int) bool {
	switch {
	case s.politelyOrdered(i): // dilaiye ga
	case s.Is(i-1, l.Imp) && s.Forms.Future[s.Tokens[s.Words[i].First].Norm]:
		if a.Mood == Ordered && !s.AsksYou(i-1) {
			a.Mood = Spoken
		}
	case s.Is(i, l.Fut) && s.Is(i, l.Kar) && s.secondPerson(i):
		a.Mood = Ordered // aap … karenge
	case s.Is(i, l.Not) && s.Is(i-1, l.Imp) && s.Forms.Softeners[s.Tokens[s.Words[i].First].Norm]: // karo na: do it
	case s.Is(i, l.Not) && (s.Is(i+1, l.Kar, l.Light, l.Ho, l.Go, l.Want) || s.Is(i, l.Dont) || s.EndsHere(i+1)):
		a.Negated = true
	case s.Is(i, l.Also) && s.Is(i+1, l.Kar):
	default:
		return false
	}
	return true
}

// politelyOrdered says whether a word is the "ga" behind a polite order.
func (s *Clauses) politelyOrdered(i int) bool {
	return s.Is(i-1, l.Imp) && s.Forms.FutureSingular[s.Norm(i)] && s.Forms.PoliteEndings.End(s.Norm(i-1))
}

// carriesOver reads the verb that carries the form of an act, and says whether the act ends with it.
func (s *Clauses) carriesOver(a *Act, i int) bool {
	if s.Is(i, l.Kar) && s.Is(i, l.Stem) && !s.carried(i+1) {
		a.At.To = i + 1
		if s.Last(i + 1) { // add kr
			a.Mood = Ordered
		}
		return true // hata kar: having removed
	}
	a.Mood = formOf(s.Words[i].Concepts, a.Mood)
	return s.Is(i, l.Imp) && s.Is(i+1, l.Ka) && !s.Is(i+1, l.Ke)
}

// wishes reads a word that says of an act whether it is wished or done, or belongs to what says so, and says whether it is one.
func (s *Clauses) wishes(a *Act, i int) bool {
	switch {
	case s.Is(i, l.Ho) && s.Is(i, l.Stem) && s.Is(i-1, l.Can): // kar sakte ho
	case s.Is(i, l.Ho) && s.Is(i, l.Perf, l.Stem):
		a.Mood = formOf(s.Words[i].Concepts, a.Mood)
	case s.Is(i, l.Want) && a.Mood == Spoken:
		a.Mood = Wished
	case s.Is(i, l.Is):
		if a.Mood == Spoken && s.Is(i-1, l.Inf) {
			a.Mood = Wished
		}
	case s.Is(i, l.Let, l.Filler, l.Polite) && i+1 < len(s.Words) && s.Is(i+1, l.Kar, l.Light, l.Is):
	default:
		return false
	}
	return true
}
