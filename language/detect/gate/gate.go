// Package gate refuses to change a task where a sentence does not order it: it denies, asks, quotes, hopes, promises, tells of others,
// or is for later.
package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/gate/former"
	"github.com/salaatflow/platform/language/detect/gate/reasons"
	"github.com/salaatflow/platform/language/detect/gate/requests"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// sentence is a sentence that is not to write where no write is meant.
type sentence struct{ *clauses.Clauses }

// Refuses says whether a sentence must not write, whatever it was taken for: a word says no and nothing else accounts
// for it, or it asks instead of ordering. What stands in the name of a task, which slots hold, asks and denies nothing.
func Refuses(c *clauses.Clauses, intent meaning.Intent, slots meaning.Slots) bool {
	if !intent.Writes() {
		return false
	}
	named := meaning.NamesIn(slots)
	s := sentence{c}
	asks := s.inquires(intent, named) && !requests.Orders(c, intent, slots)
	return asks || SaysNo(c, 0, intent, named) || s.unmeant(intent, named)
}

// SaysNo says whether a word, from one on, says no and nothing else accounts for it.
func SaysNo(c *clauses.Clauses, from int, intent meaning.Intent, named map[string]bool) bool {
	s := sentence{c}
	for i := from; i < len(s.Words); i++ {
		if s.Is(i, l.Not) && !s.foreignNo(i) && !s.accounted(i, intent, named) {
			return true
		}
	}
	return false
}

// foreignNo says whether in an English sentence a word is one of English that says no only in Urdu: the prayer mat.
func (s sentence) foreignNo(i int) bool {
	return s.Language == meaning.English && s.Words[i].Languages&l.English == 0 && s.Is(i-1, l.Prayer, l.Namaz, l.The, l.My, l.This)
}

// Doubts says whether the sentence asks, supposes or tells of something instead of ordering it.
func Doubts(c *clauses.Clauses, intent meaning.Intent, named map[string]bool) bool {
	s := sentence{c}
	return s.inquires(intent, named) || s.unmeant(intent, named)
}

// accounted says whether a word that says no is no refusal of what is wanted.
func (s sentence) accounted(i int, intent meaning.Intent, named map[string]bool) bool {
	norm := s.Tokens[s.Words[i].First].Norm
	if s.Forms.Softeners[norm] && s.asksAssent(i) {
		return true
	}
	if reasons.Tells(s.Clauses, i, intent, named) || requests.Presses(s.Clauses, i, intent, named) {
		return true
	}
	if s.accountedInNames(i, intent, named) || s.setsRight(i) || s.ofAnother(i) || s.besideOrder(i) {
		return true
	}
	if s.ofAnotherAct(i) || s.accountedAnywhere(i, intent) || s.answersNo(i) || s.aside(i, intent) {
		return true
	}
	if s.Main < 0 {
		return intent == meaning.UpdateTask && s.Is(i-1, l.Prayer) && s.laterPrayer(i) // Asr nahi, Maghrib ke baad
	}
	a := s.Acts[s.Main]
	return s.givesReason(i, a) || s.reasonWithoutMarks(i, a) || s.besideAct(i, a) || s.ofAttribute(i, a, intent, named[norm])
}

// asksAssent says whether a word that may say no only asks for assent: karo na, yaad dila dein ge na.
func (s sentence) asksAssent(i int) bool {
	return s.softens(i) || i > 0 && s.Future(i-1) && !s.Is(i+1, l.Verb)
}

// setsRight says whether a word that says no only sets right which task is meant, or denies nothing: no wait, 6; not 5; without fail.
func (s sentence) setsRight(i int) bool {
	return s.Contrasted(i) || s.Corrects(i) || s.deniesElse(i) || s.refusedElsewhere(i) ||
		s.Forms.Unmeant.Unfailing.At(s.Tokens, s.Words[i].First) > 0
}

// deniesElse says whether a word denies another number, place or thing than the one that is meant.
func (s sentence) deniesElse(i int) bool {
	return s.deniesNumber(i) || s.deniesPlace(i) || s.deniesThing(i)
}

// laterPrayer says whether a prayer is named behind a word.
func (s sentence) laterPrayer(i int) bool {
	for i++; i < len(s.Words); i++ {
		if s.PrayerOf(i) != "" {
			return true
		}
	}
	return false
}

// ofAttribute says whether a word that says no is about what a task is to have, or part of its title.
func (s sentence) ofAttribute(i int, a clauses.Act, intent meaning.Intent, named bool) bool {
	switch intent {
	case meaning.UpdateTask: // not done yet; not Asr but Maghrib
		return s.keepsTask(i, a) || s.Is(i-1, l.State, l.Ho, l.Finish, l.Prayer) || s.Is(i+1, l.State, l.Ho, l.Finish, l.Kar, l.Prayer)
	case meaning.CreateTask:
		return named && (i+2 < a.At.From || i > a.At.To) && !s.Is(i+1, l.Want)
	case meaning.DeleteTask:
		return s.Is(i+1, l.Want) && !s.Is(i, l.Dont) && !s.Is(i-1, taskDeeds...) // hatana nahi chahta
	}
	return false
}

// ofAnotherAct says whether a word that says no is part of an act that is not denied by it, or not wanted anyhow: don't forget; another
// thing that is not to be done.
func (s sentence) ofAnotherAct(i int) bool {
	for j, a := range s.Acts {
		unneeded := j == s.Main && a.Does(l.Delete) && a.Mood == clauses.Wished && !a.Urdu
		wanted := !a.Negated && (unneeded || a.Does(l.Remind))
		deniedApart := j != s.Main && a.Negated && !s.deniesOrder(j)
		if a.At.Holds(i) && (wanted || deniedApart) {
			return true
		}
	}
	return false
}

// besideAct says whether a word that says no stands so that it denies something else than the act that is wanted.
func (s sentence) besideAct(i int, a clauses.Act) bool {
	if i < a.At.From {
		told := s.Language == meaning.English && s.suspends(i, s.ClauseAt(i), a.At.From)
		forbids := i+1 == a.At.From && a.Negated                                         // if you don't mind, don't
		return !told && s.wanted() && s.between(i, a.At.From) || s.Has(l.If) && !forbids // if it is no trouble
	}
	if i <= a.At.To {
		return false
	}
	if a.Does(l.Remind) && a.Mood == clauses.Ordered && !a.Urdu {
		return true // remind me never to skip it
	}
	return s.Parted(i) && !s.Is(i, l.Dont) && s.TimeAt(s.Words[min(i+1, len(s.Words)-1)].First) != nil // on Friday, not Saturday
}

// answersNo says whether a word at the beginning says no to what was said before, and an order follows: no, delete 5.
func (s sentence) answersNo(i int) bool {
	if i != 0 || !s.Is(0, l.No) || s.Is(0, l.Dont) || !s.Parted(1) || s.Main < 0 {
		return false
	}
	a := s.Acts[s.Main]
	return a.Mood == clauses.Ordered && !a.Negated && (!s.ID.Empty() || s.Definite())
}

// accountedAnywhere says whether what a word denies is no act, whatever is wanted: no hurry, not urgent, not today.
func (s sentence) accountedAnywhere(i int, intent meaning.Intent) bool {
	if intent == meaning.UpdateTask && former.Denies(s.Clauses, i) {
		return true
	}
	if s.deniesLevel(i) {
		return true
	}
	if s.Is(i, l.Dont) {
		return i > 0 && i+1 < len(s.Words) && s.Tokens[s.Words[i-1].First].Norm == s.Tokens[s.Words[i+1].First].Norm // kuch na kuch
	}
	if intent != meaning.UpdateTask && intent != meaning.CreateTask {
		return false
	}
	if s.Language != meaning.English && s.putsTimeRight(i) {
		return true
	}
	return i > 0 && (s.Is(i-1, l.Filler) && s.Language != meaning.English || s.Is(i+1, l.Filler)) || // no hurry
		s.deniesTime(i) || s.Is(i+1, l.But) || // not just once
		intent == meaning.UpdateTask && s.Is(i-1, l.Se, l.In) && !s.Is(i+1, l.Verb, l.Loan) // fajr se nahi, isha se
}

// deniesLevel says whether it is only said that something is not so urgent: zaroori nahi, isn't that important, doesn't need to be high.
func (s sentence) deniesLevel(i int) bool {
	if !s.Is(i, l.Dont) && s.Is(i-1, l.High, l.Low, l.Medium) {
		return true
	}
	level := i + 1
	for s.Language == meaning.English && !s.Parted(level) && s.leadsToLevel(level) {
		level++
	}
	return s.Is(level, l.High, l.Low, l.Medium) && (!s.Is(i, l.Dont) || level > i+1)
}

// leadsToLevel says whether a word of English stands before how urgent something is: that, so, needs to be.
func (s sentence) leadsToLevel(i int) bool {
	return s.Is(i, l.This) || s.Forms.Strengtheners[s.Norm(i)] && !s.Is(i, l.High) || s.needs(i)
}

// needs says whether a word of English says what a thing must be.
func (s sentence) needs(i int) bool {
	return s.Is(i, l.Want, l.To) || s.Forms.Grammar.Be[s.Norm(i)]
}

// deniesTime says whether a word denies one of several times: not today but tomorrow; kal nahi, parson.
func (s sentence) deniesTime(i int) bool {
	return s.manyTimes() && (i+1 < len(s.Words) && s.TimeHolds(i+1) || i > 0 && s.TimeHolds(i-1) && s.EndsHere(i+1))
}

// manyTimes says whether more than one time is told, so that one of them may be denied.
func (s sentence) manyTimes() bool {
	told := 0
	for i := range s.Times {
		if s.Times[i].Time() {
			told++
		}
	}
	return told > 1
}

// between says whether a clause ends from one word to another, or what is denied is a wish or a fact.
func (s sentence) between(i, to int) bool {
	for j := i + 1; j <= to; j++ {
		if s.Parted(j) && (j > i+1 || i > 0) || s.Is(j, l.But, l.Instead, l.And, l.Then) && j > i+1 {
			return true
		}
	}
	if s.goesOn(i, to) {
		return true
	}
	if s.Language == meaning.English && s.Is(i, l.Dont) && s.Is(i+1, l.Want) && s.Is(to-1, l.To, l.Want) && to <= i+3 {
		return false // you don't have to remove it
	}
	return s.Is(i+1, l.Want) || s.Is(i-1, l.Want) && !s.Is(i, l.Dont) || s.Is(i-1, l.Me) && s.Is(i, l.Dont) && s.Is(i+1, l.Want)
}

// softens says whether a word that says no only asks for assent: karo na, hai na, suno na.
func (s sentence) softens(i int) bool {
	return s.Is(i-1, l.Imp) && s.EndsHere(i+1) || s.Is(i-1, l.Is, l.Filler, l.Me) && !s.Is(i+1, l.Verb) || s.Is(i+1, l.Me) &&
		!s.Is(i-1, l.Verb)
}
