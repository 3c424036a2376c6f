package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
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
	if s.After(i) == text.Dash && w.Concepts.Has(l.Base) || s.cannotThen(i) {
		return Act{}, false // push-ups
	}
	if a, ok := s.verbApart(i); ok {
		return a, true
	}
	if a, ok := s.saidOfTask(i); ok {
		return a, true
	}
	if a, ok, read := s.deedAt(i); read {
		return a, ok
	}
	return s.givingAt(i)
}

// deedAt reads the verb that a word is; read is false where it is none, and no word that only looks like one.
func (s *Clauses) deedAt(i int) (a Act, ok, read bool) {
	w := s.Words[i]
	switch {
	case w.Concepts.Has(l.Kar) && w.Concepts.Has(l.What) && !s.Is(i-1, l.Not):
		return Act{}, false, true // kya
	case w.Concepts.Has(l.Ho) && !w.Concepts.Has(l.Inf, l.Fut):
		a, ok = s.happening(i)
		return a, ok, true
	case s.isCarried(i):
		a = Act{Is: w.Concepts, At: reading.Span{From: i, To: i + 1}, Urdu: true}
		s.carry(&a)
		return a, true, true
	case s.lists(i), w.Concepts.Has(l.Base) && s.nounOfDeed(i):
		return Act{}, false, true
	case w.Concepts.Has(l.Base, l.Third, l.Past, l.Gerund, l.Loan, l.ForeignVerb) && w.Concepts.Meets(deeds):
		return s.englishAct(i), true, true
	}
	return Act{}, false, false
}

// lists says whether a word is what is to be given, and no verb: schedule do, give me the schedule.
func (s *Clauses) lists(i int) bool { return s.Is(i, l.Timetable, l.List) && s.Is(i+1, l.De) }

// isCarried says whether a word is a verb of Urdu, or a loan that one carries.
func (s *Clauses) isCarried(i int) bool {
	w := s.Words[i]
	if !w.Concepts.Meets(deeds) {
		return false
	}
	if w.Concepts.Has(l.Verb) && w.Languages&(l.Roman|l.Urdu) != 0 && s.urduVerb(i) {
		return true
	}
	return w.Concepts.Has(l.Loan, l.Base) && !s.lists(i) && s.carried(i+1)
}

// givingAt reads what only a verb that else carries others tells: de diya, le liya, de do.
func (s *Clauses) givingAt(i int) (Act, bool) {
	w := s.Words[i]
	switch {
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

// remind is what reminding stands for.
var remind = l.Set{}.With(l.Remind, l.Verb)

// reminding reads "yaad dila do", "yaad karwana", "yaad rakhna", and "don't forget".
func (s *Clauses) reminding(i int) (Act, bool) {
	switch {
	case s.memorises(i):
		return Act{}, false
	case s.Is(i, l.Yaad) && (s.Is(i+1, l.Dila) || s.Is(i+1, l.Put) || s.Is(i+1, l.Kar) && s.Is(i+1, l.Inf) && s.Is(i+2, l.Light)):
		a := Act{Is: remind, At: reading.Span{From: i, To: i + 2}, Urdu: true}
		if s.Is(i+1, l.Put) && !s.Words[i+1].Concepts.Has(l.Inf, l.Imp) && !s.carried(i+2) {
			return Act{}, false
		}
		a.Mood = formOf(s.Words[i+1].Concepts, Spoken)
		s.carry(&a)
		if a.Mood == Spoken && (!s.Is(a.At.To, l.Ka, l.Ko, l.Wala, l.Want, l.Is, l.Se, l.Task) || s.saysThat(a.At.To)) {
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

// memorises says whether "yaad karana" is to have something learned by heart, and not a reminder: bachon ko kalme yaad karana, kalme bachon
// ko yaad karana.
func (s *Clauses) memorises(i int) bool {
	learned := s.Bare(i-1) || s.Is(i-1, l.Ko) && s.Bare(i-2) && s.Bare(i-3)
	return s.Is(i, l.Yaad) && s.Is(i+1, l.Dila) && s.Is(i+1, l.Inf) && learned && !s.Is(i+2, l.Light) &&
		s.Forms.Causing.Begin(s.Norm(i+1))
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
		if s.Is(j, l.Not) || s.Is(j, l.Light, l.Go, l.Is) && s.Words[i].Languages&l.English == 0 {
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

// nounOfDeed says whether in English a word that may be a verb is a thing: my list, the change.
func (s *Clauses) nounOfDeed(i int) bool {
	if s.Parted(i) {
		return false
	}
	if s.Language == meaning.English && s.Forms.DeedNouns[s.Norm(i)] && s.standsAsNoun(i) {
		return true // so tired after that shift
	}
	if !s.Is(i-1, l.My, l.The, l.This) || s.Words[i-1].Languages&l.English == 0 {
		return false
	}
	return s.Is(i, l.List, l.Change, l.See, l.Put, l.Note, l.Show) || s.Is(i, l.Delete) && s.Is(i-1, l.The)
}

// standsAsNoun says whether a word that may be a verb stands where a thing does: my shift ends, after that shift, long shift today.
func (s *Clauses) standsAsNoun(i int) bool {
	if s.Is(i-1, l.The, l.My) {
		return true
	}
	dated := i+1 < len(s.Words) && s.TimeHolds(i+1) && !s.Is(i+1, l.To, l.Until)
	return (s.Is(i-1, l.This) || s.Bare(i-1) || s.partOfDay(i-1)) && (s.EndsHere(i+1) || dated)
}

// partOfDay says whether a word tells a part of the day: night shift.
func (s *Clauses) partOfDay(i int) bool {
	if i < 0 {
		return false
	}
	e := s.TimeAt(s.Words[i].First)
	return e != nil && e.Is(when.DayPart)
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
