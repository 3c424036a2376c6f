package gate

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// reasonWithoutMarks says whether what a word denies is only why the order beside it is given, though no mark parts the two: kaam 7 ab nahi
// karna usay hata do; number 7 supplier still not paid reopen. What is not done is no reason to tick it.
func (s sentence) reasonWithoutMarks(not int, a clauses.Act) bool {
	if !s.endsInOrder(a) || a.Negated || a.Does(l.Finish, l.Mark, l.Remind) || !a.Does(taskDeeds...) {
		return false
	}
	if s.Language != meaning.English {
		return !s.Is(not, l.Dont) && s.toldAheadInUrdu(not, a.At.From)
	}
	if s.Forms.Aside.Forbids[s.Norm(not)] && !s.Is(not+1, l.Want) {
		return false
	}
	if not > a.At.To {
		return s.ofSubjectBehind(not) && s.toldOfThing(not, len(s.Words))
	}
	return s.toldOfThing(not, a.At.From)
}

// endsInOrder says whether an act is an order, as is a verb with which a sentence ends though no mark parts it from what is told.
func (s sentence) endsInOrder(a clauses.Act) bool {
	if a.Mood != clauses.Mentioned {
		return a.Mood == clauses.Ordered
	}
	i := s.Past(a.At.To, l.It, l.Filler, l.Polite, l.Imp, l.Light)
	return i == len(s.Words)
}

// toldAheadInUrdu says whether a verb of what is denied ends the clause before an order: ab nahi karna usay hata do, paise nahi diye kholo.
func (s sentence) toldAheadInUrdu(not, order int) bool {
	verb := not + 1
	says := s.Forms.Unmeant.Says[s.Norm(verb)] || s.Forms.Unmeant.Reporting[s.Norm(verb)]
	if verb >= order || !s.verbOfUrdu(verb) || says || s.Is(verb, taskDeeds...) || s.Is(not-1, taskDeeds...) {
		return false
	}
	i := s.Past(verb+1, l.Is, l.Can, l.Light, l.Kar, l.Ho)
	for i < order && s.Is(i, l.It, l.This, l.Task, l.Filler, l.Polite, l.Ko, l.Now, l.Then) {
		i++
	}
	return i >= order
}

// verbOfUrdu says whether a word is a verb of Urdu that ends a clause.
func (s sentence) verbOfUrdu(i int) bool {
	return s.infinitive(i) || s.Is(i, l.Perf, l.Ho, l.Light) || s.Bare(i) && s.Forms.HabitEndings.End(s.Norm(i))
}

// toldOfThing says whether a word of English denies, before another, what a thing is or what was done to it: not paid, not needed anymore.
func (s sentence) toldOfThing(not, to int) bool {
	told := false
	for i := not + 1; i < to; i++ {
		switch {
		case s.tellsState(i):
			told = true
		case told && !s.Is(i, l.It, l.This, l.Now, l.Yet, l.Filler, l.Polite) || s.speaksOrDoubts(i) || s.Is(i, l.To, l.Not):
			return false
		}
	}
	return told
}

// tellsState says whether a word of English tells what a thing is or what was done to it.
func (s sentence) tellsState(i int) bool {
	norm, told := s.Norm(i), &s.Forms.Told
	past := told.PastEndings.End(norm) && !told.NotPast[norm] || told.Past[norm] || s.Forms.Unmeant.Wanted[norm]
	return !s.speaksOrDoubts(i) && (past || s.Is(i, l.Completed) || s.Bare(i) && s.Forms.Grammar.Gerunds.End(norm))
}

// speaksOrDoubts says whether a word of English tells of what someone says or doubts.
func (s sentence) speaksOrDoubts(i int) bool {
	norm := s.Norm(i)
	return s.Forms.Unmeant.Says[norm] || s.Forms.Unmeant.Telling[norm] || s.Forms.Aside.Doubts[norm]
}

// ofSubjectBehind says whether what is denied is told of something that is named right behind the number of the task.
func (s sentence) ofSubjectBehind(not int) bool {
	if s.ID.Empty() {
		return false
	}
	i := s.WordAt(s.ID.To)
	return i < not && s.Bare(i) && !s.PartedBetween(i, not)
}

// deniesThing says whether in English a word only denies one thing, and of another in the next clause a deed is told or ordered: not the
// eye drops, the tablets I have taken.
func (s sentence) deniesThing(not int) bool {
	if s.Language != meaning.English || s.Is(not, l.Dont) || !s.Is(not+1, l.The, l.My) {
		return false
	}
	const farthest = 5 // words: not the blood pressure tablets
	for j := not + 3; j < min(len(s.Words), not+2+farthest); j++ {
		if !s.Parted(j) {
			continue
		}
		return s.Norm(j) == s.Norm(not+1) && slices.ContainsFunc(s.Acts, func(a clauses.Act) bool { return a.At.From > j && !a.Negated })
	}
	return false
}
