package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// mood says how an act is said: whether it is wanted, told as done, or only spoken of.
type mood uint8

const (
	Spoken    mood = iota // part of what is spoken of: deleting, karne ka
	Ordered               // delete it, hata do
	Wished                // I want to delete, delete karna hai
	Mentioned             // a bare word: task 3 complete, my list
	Told                  // finished, ho gaya
	Asked                 // ho gaya kya, did I finish
)

// Act is a verb with the words around it that carry its form, and not what it is done to.
type Act struct {
	Is      l.Set
	At      reading.Span // words
	Mood    mood
	Negated bool
	Urdu    bool
}

// Does says whether the act stands for any of these.
func (a Act) Does(of ...l.Concept) bool { return a.Is.Has(of...) }

// deeds are what acts do.
var deeds = l.Set{}.With(
	l.Create, l.Make, l.Put, l.Remind, l.Show, l.Tell, l.Give, l.See, l.Delete, l.Cancel, l.Khatam, l.Finish, l.Mark, l.Change,
	l.Move, l.Rename, l.Reopen, l.Link, l.Repeat, l.Find, l.ForeignVerb, l.Kar, l.Deed, l.Forget,
)

// Commands are the deeds by which a tool may be meant.
var Commands = l.Set{}.With(
	l.Create, l.Make, l.Put, l.Remind, l.Show, l.Tell, l.Give, l.See, l.Delete, l.Cancel, l.Khatam, l.Finish, l.Mark, l.Change,
	l.Move, l.Rename, l.Reopen, l.Link, l.Repeat, l.Find, l.Kar, l.ForeignVerb,
)

// findActs finds what is done in a sentence, and which of it is wanted.
func (s *Clauses) findActs() {
	for i := 0; i < len(s.Words); {
		a, ok := s.actAt(i)
		if !ok {
			i++
			continue
		}
		s.Acts = append(s.Acts, a)
		i = a.At.To
	}
	s.Main = s.choose()
}

// actAt reads the act that begins at a word.
func (s *Clauses) actAt(i int) (Act, bool) {
	w := s.Words[i]
	if e := s.TimeAt(w.First); e != nil && e.Time() && !e.Loose && !w.Concepts.Has(l.Remind, l.Yaad) {
		return Act{}, false
	}
	if a, ok := s.reminding(i); ok {
		return a, true
	}
	if s.After(i) == text.Dash && w.Concepts.Has(l.Base) {
		return Act{}, false // push-ups
	}
	if a, ok := s.verbApart(i); ok {
		return a, true
	}
	switch {
	case w.Concepts.Has(l.Kar) && w.Concepts.Has(l.What) && !s.Is(i-1, l.Not):
		return Act{}, false // kya
	case w.Concepts.Has(l.Ho) && !w.Concepts.Has(l.Inf, l.Fut):
		return s.happening(i)
	case w.Concepts.Has(l.Verb) && w.Languages&(l.Roman|l.Urdu) != 0 && w.Concepts.Meets(deeds) && s.urduVerb(i):
		a := Act{Is: w.Concepts, At: reading.Span{From: i, To: i + 1}, Urdu: true}
		s.carry(&a)
		return a, true
	case w.Concepts.Has(l.Timetable, l.List) && s.Is(i+1, l.De):
		return Act{}, false // schedule do: give me the schedule
	case w.Concepts.Has(l.Loan, l.Base) && w.Concepts.Meets(deeds) && s.carried(i+1):
		a := Act{Is: w.Concepts, At: reading.Span{From: i, To: i + 1}, Urdu: true}
		s.carry(&a)
		return a, true
	case w.Concepts.Has(l.Base) && s.nounOfDeed(i):
		return Act{}, false
	case w.Concepts.Has(l.Base, l.Third, l.Past, l.Gerund, l.Loan, l.ForeignVerb) && w.Concepts.Meets(deeds):
		return s.englishAct(i), true
	case w.Concepts.Has(l.Light) && w.Concepts.Has(l.Perf) && s.Bare(i-1) && s.EndsHere(i+1):
		return Act{Is: l.Set{}.With(l.Deed, l.Start), At: reading.Span{From: i - 1, To: i + 1}, Mood: Told, Urdu: true}, true
	case w.Concepts.Has(l.Light) && w.Concepts.Has(l.Perf) && s.Is(i-1, l.De, l.Le) && s.EndsHere(i+1):
		return Act{Is: l.Set{}.With(l.Deed), At: reading.Span{From: i - 1, To: i + 1}, Mood: Told, Urdu: true}, true
	case w.Concepts.Has(l.De) && w.Concepts.Has(l.Imp) && s.Closing(i+1) && i > 0 && !s.Is(i-1, l.To):
		return Act{Is: l.Set{}.With(l.Give), At: reading.Span{From: i, To: i + 1}, Mood: Ordered, Urdu: true, Negated: s.Is(i-1, l.Not)}, true
	}
	return Act{}, false
}

// urduVerb says whether a spelling that may be a word of English too is a verb of Urdu here.
func (s *Clauses) urduVerb(i int) bool {
	w := s.Words[i]
	if w.Concepts.Has(l.Loan) && !w.Concepts.Has(l.Stem, l.Imp, l.Inf, l.Perf, l.Hab, l.Fut) {
		return s.carried(i + 1)
	}
	if w.Languages&l.English == 0 {
		return true
	}
	return s.carried(i+1) || w.Concepts.Has(l.Kar)
}

// reminding reads "yaad dila do", "yaad karwana", "yaad rakhna", and "don't forget".
func (s *Clauses) reminding(i int) (Act, bool) {
	remind := l.Set{}.With(l.Remind, l.Verb)
	switch {
	case s.Is(i, l.Yaad) && (s.Is(i+1, l.Dila) || s.Is(i+1, l.Put) || s.Is(i+1, l.Kar) && s.Is(i+1, l.Inf) && s.Is(i+2, l.Light)):
		a := Act{Is: remind, At: reading.Span{From: i, To: i + 2}, Urdu: true}
		if s.Is(i+1, l.Put) && !s.Words[i+1].Concepts.Has(l.Inf, l.Imp) && !s.carried(i+2) {
			return Act{}, false
		}
		a.Mood = formOf(s.Words[i+1].Concepts, Spoken)
		s.carry(&a)
		if a.Mood == Spoken && !s.Is(a.At.To, l.Ka, l.Ko, l.Wala, l.Want, l.Is, l.Se, l.Task) {
			a.Mood = Ordered
		}
		return a, true
	case s.Is(i, l.Forget):
		return s.forgetting(i)
	case s.Is(i, l.Remind) && s.carried(i+1):
		a := Act{Is: remind, At: reading.Span{From: i, To: i + 1}, Urdu: true}
		s.carry(&a)
		return a, true
	}
	return Act{}, false
}

// forgetting reads "don't forget to", "bhoolna mat", "kahin bhool na jaun": to be reminded is what is wanted.
func (s *Clauses) forgetting(i int) (Act, bool) {
	a := Act{Is: l.Set{}.With(l.Forget), At: reading.Span{From: i, To: i + 1}}
	for j := i - 1; j >= max(0, i-4); j-- {
		if s.Is(j, l.Not) {
			a.At.From = j
			break
		}
	}
	for j := i + 1; j < min(len(s.Words), i+4); j++ {
		if s.Is(j, l.Not, l.Light, l.Go, l.Is) {
			a.At.To = j + 1
		}
	}
	for j := a.At.From; j < a.At.To; j++ {
		if s.Is(j, l.Not) {
			a.Is, a.Mood = l.Set{}.With(l.Remind), Ordered
		}
	}
	return a, true
}

// carried says whether a verb follows that carries the form of the word before it: kar do, mat karo, ho gaya, laga do.
func (s *Clauses) carried(i int) bool {
	for s.Is(i, l.Not) && !s.Is(i, l.Verb) || s.Is(i, l.Also) {
		i++
	}
	if s.Is(i, l.Ho) {
		return s.Is(i, l.Perf, l.Stem) && !s.Parted(i)
	}
	return s.Is(i, l.Kar, l.Light) && !s.Parted(i) || s.Is(i, l.Put) && s.Is(i-1, l.Mark, l.Finish, l.Completed) && !s.Is(i, l.Base)
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
		case s.Is(i, l.Kar, l.Light, l.Go) && !s.Is(i, l.Deed) || s.Is(i, l.Put) && s.Is(i-1, l.Mark, l.Finish, l.Completed):
			if s.Is(i, l.Kar) && s.Is(i, l.Stem) && !s.carried(i+1) {
				a.At.To = i + 1
				if s.Last(i + 1) { // add kr
					a.Mood = Ordered
				}
				return // hata kar: having removed
			}
			a.Mood = formOf(s.Words[i].Concepts, a.Mood)
			if s.Is(i, l.Imp) && s.Is(i+1, l.Ka) {
				return
			}
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
			a.At.To = i
			s.close(a)
			return
		}
		a.At.To = i + 1
	}
	s.close(a)
}

// nounOfDeed says whether in English a word that may be a verb is a thing: my list, the change.
func (s *Clauses) nounOfDeed(i int) bool {
	if !s.Is(i-1, l.My, l.The, l.This) || s.Words[i-1].Languages&l.English == 0 || s.Parted(i) {
		return false
	}
	return s.Is(i, l.List, l.Change, l.See, l.Put, l.Note, l.Show) || s.Is(i, l.Delete) && s.Is(i-1, l.The)
}

// happening reads "ho gaya", "complete nahi hua", "ho chuke hain".
func (s *Clauses) happening(i int) (Act, bool) {
	a := Act{Is: l.Set{}.With(l.Ho), At: reading.Span{From: i, To: i + 1}, Urdu: true, Negated: s.Is(i-1, l.Not)}
	for j := i; j < len(s.Words) && (j == i || s.Is(j, l.Light, l.Go)); j++ {
		if s.Is(j, l.Perf) {
			a.Mood = Told
		}
		a.At.To = j + 1
	}
	return a, a.Mood == Told
}
