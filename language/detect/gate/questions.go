package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/gate/requests"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// inquires says whether the sentence asks, and not politely for something to be done.
func (s sentence) inquires(intent meaning.Intent, named map[string]bool) bool {
	if s.Has(l.Ask) && !s.Definite() && (intent != meaning.CreateTask || s.OfMany()) {
		return true // is it possible to delete a task, to set reminders
	}
	if s.requested() {
		return s.asksBeside(intent, named)
	}
	if s.asksFirst() || s.asksOpinion() || s.asksWhich() {
		return true
	}
	if s.Main < 0 {
		return s.asksOutright() && !s.polite() && !s.asksOfTask(intent) && !s.asksForOne(intent)
	}
	a := s.Acts[s.Main]
	if s.Supposes(a) {
		return true
	}
	if a.Mood == clauses.Told {
		putBack := intent == meaning.UpdateTask && s.Has(l.Undo) && s.polite()
		return s.asksIn(a) && !putBack
	}
	return s.asksBeside(intent, named) || s.opensQuestion(a) || s.asksWhether(a)
}

// asksBeside says whether a word of the sentence asks something of the deed.
func (s sentence) asksBeside(intent meaning.Intent, named map[string]bool) bool {
	for i := range s.Words {
		if intent == meaning.CreateTask && i > 0 && named[s.Norm(i)] || s.inNewName(i, intent, named) {
			continue
		}
		if s.asksBy(i, s.Acts[s.Main]) {
			return true
		}
	}
	return false
}

// asksOutright says whether a sentence asks, and not only by what one knows or does not know: dont know why i put high.
func (s sentence) asksOutright() bool {
	if s.Language != meaning.English || s.Find(asking...) < 0 {
		return s.Asks()
	}
	return s.asksWithin(reading.Span{To: len(s.Words)})
}

// asksIn says whether the sentence in which a deed is told asks. In English another sentence of the text may: what a day! task 4 is done.
func (s sentence) asksIn(a clauses.Act) bool {
	if s.Language != meaning.English {
		return s.Asks()
	}
	if s.asksWithin(s.SentenceAt(a.At.From)) {
		return true
	}
	begins := s.pastFillers(s.ClauseAt(a.At.From).From, a.At.From)
	return begins < a.At.From && s.BeginsToAsk(begins) && s.Is(begins+1, l.Me, l.It, l.Task, l.My, l.The, l.You, l.This)
}

// asksWithin says whether some words ask.
func (s sentence) asksWithin(in reading.Span) bool {
	for i := in.From; i < in.To; i++ {
		if s.After(i).Has(text.Question) || s.Is(i, asking...) && !s.Embedded(i) && !s.cleft(i) && !s.exclaims(i) {
			return true
		}
	}
	return in.To-in.From > 2 && s.BeginsToAsk(in.From) && !s.WhatIWrote(in.From)
}

// asking are the words that ask.
var asking = []l.Concept{l.What, l.Which, l.When, l.Who, l.HowMany, l.HowMuch, l.How, l.Why, l.Where, l.Question}

// asksOfTask says whether in English it is asked whether a task can be as it is wanted, with no verb that is known: could number 9 go
// after maghrib; the plumber, can that be on Friday; the gym one on Sunday, can?
func (s sentence) asksOfTask(intent meaning.Intent) bool {
	if intent != meaning.UpdateTask || s.Language != meaning.English {
		return false
	}
	for i := range s.Words {
		begins := i == 0 && s.Definite() || i > 0 && (s.Parted(i) || s.Is(i+1, l.This, l.It))
		if s.Is(i, l.Can) && (begins && s.Is(i+1, l.NumberWord, l.Task, l.The, l.My, l.It, l.This) || i > 2 && i+1 == len(s.Words)) {
			return true
		}
	}
	return false
}

// asksBy says whether a word asks something of an act.
func (s sentence) asksBy(i int, a clauses.Act) bool {
	if !s.Is(i, l.What, l.Which, l.When, l.Who, l.HowMany, l.How, l.Why, l.Where, l.Question) || a.At.Holds(i) || s.TimeHolds(i) {
		return false
	}
	if a.Mood == clauses.Ordered && i < a.At.From && s.PartedBetween(i, a.At.From) && !s.Before(a.At.From).Has(text.Question) {
		return false // asked in another clause
	}
	if s.asksOfPrayer(i, a) || requests.Relates(s.Clauses, i) || s.rhetorical(i, a) {
		return false
	}
	if s.Language == meaning.English && (s.isTag(i) || s.asksAnother(i, a)) {
		return false
	}
	return (!s.Is(i, l.What, l.Question) || !s.polite()) && (!s.Is(i, l.Question) || !s.Is(i, l.Any)) && !s.didWhat(i)
}

// isTag says whether a word only ends what is told as a question would: never gonna go am I.
func (s sentence) isTag(i int) bool {
	return s.Is(i, l.Question) && s.EndsHere(i+1) && !s.Parted(i) && !s.After(i).Has(text.Question)
}

// asksAnother says whether in English a word asks something else than of the deed: in another sentence, of what else is on the list, or
// behind "know"; or begins a clause that tells more of a task: which was for Fajr.
func (s sentence) asksAnother(i int, a clauses.Act) bool {
	if s.Embedded(i) {
		return true
	}
	in, clause := s.SentenceAt(a.At.From), s.ClauseAt(i)
	if clause.Holds(a.At.From) {
		return false
	}
	if !in.Holds(i) {
		return !s.After(in.To-1).Has(text.Question) || s.polite()
	}
	if i < a.At.To {
		return false
	}
	for j := i; j < clause.To; j++ {
		if s.Is(j, l.List, l.Left, l.Task) && !s.Is(j, l.It) {
			return s.Is(i, l.What) && s.pastFillers(clause.From, i) == i
		}
	}
	return false
}

// didWhat says whether a word for "what" is one for "did": visa form submit kia, masjid ko call kia hai aaj.
func (s sentence) didWhat(i int) bool {
	if i == 0 || !s.Is(i, l.What) || !s.Is(i, l.Kar) {
		return false
	}
	for j, a := range s.Acts {
		if j != s.Main && a.Urdu && a.Mood == clauses.Told && a.At.From < i && a.At.Holds(i) && !s.Parted(a.At.To) {
			return true // teen dafa phone kiya to plumber aya
		}
	}
	return s.Is(i-1, l.Loan) || s.Bare(i-1) && s.Is(i+1, l.Is) && i+2 < len(s.Words)
}

// opensQuestion says whether in English a sentence begins with the verb of a question, before the deed: did I finish it. In another clause
// it asks nothing of the deed: did the ironing, that one can be ticked off.
func (s sentence) opensQuestion(a clauses.Act) bool {
	if len(s.Words) < 2 || s.Language != meaning.English {
		return false
	}
	first := s.SentenceAt(a.At.From).From
	clause := s.ClauseAt(a.At.From)
	if begins := s.pastFillers(clause.From, a.At.From); s.asksIfSo(a) || begins > first && begins < a.At.From && s.asksOf(begins) {
		return true // we're not having it, did you delete task 5
	}
	if s.Forms.Urging[s.Norm(first)] && a.At.From == first+1 && !s.After(len(s.Words)-1).Has(text.Question) {
		return false // do mark 3 off
	}
	if s.Is(first, l.Dont, l.Ask, l.Polite) || a.At.From <= first || s.Parted(a.At.From) || !s.BeginsToAsk(first) {
		return false
	}
	return clause.From == first || s.Is(clause.From, l.To)
}

// asksOf says whether a question begins with a word, and not an order: do you, is the task, and not do the needful.
func (s sentence) asksOf(i int) bool {
	return s.BeginsToAsk(i) && (!s.Forms.DoingVerbs[s.Norm(i)] || s.Is(i+1, l.Me, l.You, l.It, l.Someone))
}

// polite says whether the one spoken to is asked to do something: can you, sakte ho, kar doge.
func (s sentence) polite() bool {
	if s.Has(l.You) && s.Has(l.Fut) && s.Language != meaning.English {
		return true // kya aap … lagaenge
	}
	if s.AsksToBeMade() {
		return true
	}
	for i := range s.Words {
		if s.Is(i-1, l.Imp) && s.Forms.Future[s.Tokens[s.Words[i].First].Norm] && s.AsksYou(i-1) {
			return true // hatao ge
		}
		if !s.Is(i, l.Can) {
			continue
		}
		if s.Is(i, l.You) || s.Is(i+1, l.You) || s.Is(i, l.Light) && !s.Is(i+1, l.Is) {
			return true
		}
		if s.Is(i+1, l.Is) && !s.Forms.FirstPerson[s.Norm(i+1)] {
			return true
		}
	}
	return false
}

// asksWhether says whether a sentence that begins as a polite one asks what can or will be: "can tasks be deleted".
func (s sentence) asksWhether(a clauses.Act) bool {
	if s.Language != meaning.English || a.At.From == 0 || s.Parted(a.At.From) {
		return false
	}
	first := s.Tokens[0].Norm
	if s.Forms.Grammar.Will[first] {
		return !s.Has(l.Polite) && (!s.Is(1, l.You) || a.Mood != clauses.Ordered || !s.Definite() && !a.Does(l.Remind, l.Create))
	}
	if !s.Forms.Possibility[first] || s.Is(0, l.You, l.Verb, l.Want) || s.Is(1, l.You) || s.WeAsk() || s.AsksToBeMade() {
		return false
	}
	return a.Mood == clauses.Mentioned || a.Mood == clauses.Wished && !s.Definite()
}
