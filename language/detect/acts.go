package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// mood says how an act is said: whether it is wanted, told as done, or only spoken of.
type mood uint8

const (
	spoken    mood = iota // part of what is spoken of: deleting, karne ka
	ordered               // delete it, hata do
	wished                // I want to delete, delete karna hai
	mentioned             // a bare word: task 3 complete, my list
	told                  // finished, ho gaya
	asked                 // ho gaya kya, did I finish
)

// act is a verb with the words around it that carry its form, and not what it is done to.
type act struct {
	is      l.Set
	at      span // words
	mood    mood
	negated bool
	urdu    bool
}

// does says whether the act stands for any of these.
func (a act) does(of ...l.Concept) bool { return a.is.Has(of...) }

// deeds are what acts do.
var deeds = l.Set{}.With(
	l.Create, l.Make, l.Put, l.Remind, l.Show, l.Tell, l.Give, l.See, l.Delete, l.Cancel, l.Khatam, l.Finish, l.Mark, l.Change,
	l.Move, l.Rename, l.Reopen, l.Link, l.Repeat, l.Find, l.ForeignVerb, l.Kar, l.Deed, l.Forget,
)

// commands are the deeds by which a tool may be meant.
var commands = l.Set{}.With(
	l.Create, l.Make, l.Put, l.Remind, l.Show, l.Tell, l.Give, l.See, l.Delete, l.Cancel, l.Khatam, l.Finish, l.Mark, l.Change,
	l.Move, l.Rename, l.Reopen, l.Link, l.Repeat, l.Find, l.Kar, l.ForeignVerb,
)

// findActs finds what is done in a sentence, and which of it is wanted.
func (s *clauseReading) findActs() {
	for i := 0; i < len(s.words); {
		a, ok := s.actAt(i)
		if !ok {
			i++
			continue
		}
		s.acts = append(s.acts, a)
		i = a.at.to
	}
	s.main = s.choose()
}

// actAt reads the act that begins at a word.
func (s *clauseReading) actAt(i int) (act, bool) {
	w := s.words[i]
	if e := s.timeAt(w.First); e != nil && e.Time() && !e.Loose && !w.Concepts.Has(l.Remind, l.Yaad) {
		return act{}, false
	}
	if a, ok := s.reminding(i); ok {
		return a, true
	}
	if s.after(i) == text.Dash && w.Concepts.Has(l.Base) {
		return act{}, false // push-ups
	}
	if a, ok := s.verbApart(i); ok {
		return a, true
	}
	switch {
	case w.Concepts.Has(l.Kar) && w.Concepts.Has(l.What) && !s.is(i-1, l.Not):
		return act{}, false // kya
	case w.Concepts.Has(l.Ho) && !w.Concepts.Has(l.Inf, l.Fut):
		return s.happening(i)
	case w.Concepts.Has(l.Verb) && w.Languages&(l.Roman|l.Urdu) != 0 && w.Concepts.Meets(deeds) && s.urduVerb(i):
		a := act{is: w.Concepts, at: span{i, i + 1}, urdu: true}
		s.carry(&a)
		return a, true
	case w.Concepts.Has(l.Timetable, l.List) && s.is(i+1, l.De):
		return act{}, false // schedule do: give me the schedule
	case w.Concepts.Has(l.Loan, l.Base) && w.Concepts.Meets(deeds) && s.carried(i+1):
		a := act{is: w.Concepts, at: span{i, i + 1}, urdu: true}
		s.carry(&a)
		return a, true
	case w.Concepts.Has(l.Base) && s.nounOfDeed(i):
		return act{}, false
	case w.Concepts.Has(l.Base, l.Third, l.Past, l.Gerund, l.Loan, l.ForeignVerb) && w.Concepts.Meets(deeds):
		return s.englishAct(i), true
	case w.Concepts.Has(l.Light) && w.Concepts.Has(l.Perf) && s.bare(i-1) && s.endsHere(i+1):
		return act{is: l.Set{}.With(l.Deed, l.Start), at: span{i - 1, i + 1}, mood: told, urdu: true}, true
	case w.Concepts.Has(l.Light) && w.Concepts.Has(l.Perf) && s.is(i-1, l.De, l.Le) && s.endsHere(i+1):
		return act{is: l.Set{}.With(l.Deed), at: span{i - 1, i + 1}, mood: told, urdu: true}, true
	case w.Concepts.Has(l.De) && w.Concepts.Has(l.Imp) && s.closing(i+1) && i > 0 && !s.is(i-1, l.To):
		return act{is: l.Set{}.With(l.Give), at: span{i, i + 1}, mood: ordered, urdu: true, negated: s.is(i-1, l.Not)}, true
	}
	return act{}, false
}

// urduVerb says whether a spelling that may be a word of English too is a verb of Urdu here.
func (s *clauseReading) urduVerb(i int) bool {
	w := s.words[i]
	if w.Concepts.Has(l.Loan) && !w.Concepts.Has(l.Stem, l.Imp, l.Inf, l.Perf, l.Hab, l.Fut) {
		return s.carried(i + 1)
	}
	if w.Languages&l.English == 0 {
		return true
	}
	return s.carried(i+1) || w.Concepts.Has(l.Kar)
}

// reminding reads "yaad dila do", "yaad karwana", "yaad rakhna", and "don't forget".
func (s *clauseReading) reminding(i int) (act, bool) {
	remind := l.Set{}.With(l.Remind, l.Verb)
	switch {
	case s.is(i, l.Yaad) && (s.is(i+1, l.Dila) || s.is(i+1, l.Put) || s.is(i+1, l.Kar) && s.is(i+1, l.Inf) && s.is(i+2, l.Light)):
		a := act{is: remind, at: span{i, i + 2}, urdu: true}
		if s.is(i+1, l.Put) && !s.words[i+1].Concepts.Has(l.Inf, l.Imp) && !s.carried(i+2) {
			return act{}, false
		}
		a.mood = formOf(s.words[i+1].Concepts, spoken)
		s.carry(&a)
		if a.mood == spoken && !s.is(a.at.to, l.Ka, l.Ko, l.Wala, l.Want, l.Is, l.Se, l.Task) {
			a.mood = ordered
		}
		return a, true
	case s.is(i, l.Forget):
		return s.forgetting(i)
	case s.is(i, l.Remind) && s.carried(i+1):
		a := act{is: remind, at: span{i, i + 1}, urdu: true}
		s.carry(&a)
		return a, true
	}
	return act{}, false
}

// forgetting reads "don't forget to", "bhoolna mat", "kahin bhool na jaun": to be reminded is what is wanted.
func (s *clauseReading) forgetting(i int) (act, bool) {
	a := act{is: l.Set{}.With(l.Forget), at: span{i, i + 1}}
	for j := i - 1; j >= max(0, i-4); j-- {
		if s.is(j, l.Not) {
			a.at.from = j
			break
		}
	}
	for j := i + 1; j < min(len(s.words), i+4); j++ {
		if s.is(j, l.Not, l.Light, l.Go, l.Is) {
			a.at.to = j + 1
		}
	}
	for j := a.at.from; j < a.at.to; j++ {
		if s.is(j, l.Not) {
			a.is, a.mood = l.Set{}.With(l.Remind), ordered
		}
	}
	return a, true
}

// carried says whether a verb follows that carries the form of the word before it: kar do, mat karo, ho gaya, laga do.
func (s *clauseReading) carried(i int) bool {
	for s.is(i, l.Not) && !s.is(i, l.Verb) || s.is(i, l.Also) {
		i++
	}
	if s.is(i, l.Ho) {
		return s.is(i, l.Perf, l.Stem) && !s.parted(i)
	}
	return s.is(i, l.Kar, l.Light) && !s.parted(i) || s.is(i, l.Put) && s.is(i-1, l.Mark, l.Finish, l.Completed) && !s.is(i, l.Base)
}

// carry adds to an act the words that carry its form.
func (s *clauseReading) carry(a *act) {
	a.mood = formOf(a.is, a.mood)
	a.negated = a.negated || s.is(a.at.from-1, l.Not) && !s.parted(a.at.from) && !s.is(a.at.from-2, l.Ho, l.Want) && !s.denies(a.at.from-2)
	if s.is(a.at.from-1, l.Now, l.Filler) && s.is(a.at.from-2, l.Dont) && !s.parted(a.at.from) {
		a.negated = true
	}
	for i := a.at.to; i < len(s.words) && !s.parted(i); i++ {
		switch {
		case s.is(i-1, l.Imp) && s.forms.Future[s.Tokens[s.words[i].First].Norm]:
			if a.mood == ordered && !s.asksYou(i-1) {
				a.mood = spoken
			}
		case s.is(i, l.Fut) && s.is(i, l.Kar) && s.secondPerson(i):
			a.mood = ordered // aap … karenge
		case s.is(i, l.Not) && s.is(i-1, l.Imp) && s.forms.Softeners[s.Tokens[s.words[i].First].Norm]: // karo na: do it
		case s.is(i, l.Not) && (s.is(i+1, l.Kar, l.Light, l.Ho, l.Go, l.Want) || s.is(i, l.Dont) || s.endsHere(i+1)):
			a.negated = true
		case s.is(i, l.Also) && s.is(i+1, l.Kar):
		case s.is(i, l.Kar, l.Light, l.Go) && !s.is(i, l.Deed) || s.is(i, l.Put) && s.is(i-1, l.Mark, l.Finish, l.Completed):
			if s.is(i, l.Kar) && s.is(i, l.Stem) && !s.carried(i+1) {
				a.at.to = i + 1
				if s.last(i + 1) { // add kr
					a.mood = ordered
				}
				return // hata kar: having removed
			}
			a.mood = formOf(s.words[i].Concepts, a.mood)
			if s.is(i, l.Imp) && s.is(i+1, l.Ka) {
				return
			}
		case s.is(i, l.Ho) && s.is(i, l.Stem) && s.is(i-1, l.Can): // kar sakte ho
		case s.is(i, l.Ho) && s.is(i, l.Perf, l.Stem):
			a.mood = formOf(s.words[i].Concepts, a.mood)
		case s.is(i, l.Want) && a.mood == spoken:
			a.mood = wished
		case s.is(i, l.Is):
			if a.mood == spoken && s.is(i-1, l.Inf) {
				a.mood = wished
			}
		case s.is(i, l.Let, l.Filler, l.Polite) && i+1 < len(s.words) && s.is(i+1, l.Kar, l.Light, l.Is):
		default:
			a.at.to = i
			s.close(a)
			return
		}
		a.at.to = i + 1
	}
	s.close(a)
}

// nounOfDeed says whether in English a word that may be a verb is a thing: my list, the change.
func (s *clauseReading) nounOfDeed(i int) bool {
	if !s.is(i-1, l.My, l.The, l.This) || s.words[i-1].Languages&l.English == 0 || s.parted(i) {
		return false
	}
	return s.is(i, l.List, l.Change, l.See, l.Put, l.Note, l.Show) || s.is(i, l.Delete) && s.is(i-1, l.The)
}

// happening reads "ho gaya", "complete nahi hua", "ho chuke hain".
func (s *clauseReading) happening(i int) (act, bool) {
	a := act{is: l.Set{}.With(l.Ho), at: span{i, i + 1}, urdu: true, negated: s.is(i-1, l.Not)}
	for j := i; j < len(s.words) && (j == i || s.is(j, l.Light, l.Go)); j++ {
		if s.is(j, l.Perf) {
			a.mood = told
		}
		a.at.to = j + 1
	}
	return a, a.mood == told
}
