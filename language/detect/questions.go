package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// inquires says whether the sentence asks, and not politely for something to be done.
func (s gateSentence) inquires(intent Intent, named map[string]bool) bool {
	if s.has(l.Ask) && !s.definite() && (intent != CreateTask || s.ofMany()) {
		return true // is it possible to delete a task, to set reminders
	}
	if s.asksFirst() || s.asksOpinion() {
		return true
	}
	if s.main < 0 {
		return s.asks() && !s.polite()
	}
	a := s.acts[s.main]
	if s.supposes(a) {
		return true
	}
	if a.mood == told {
		return s.asks()
	}
	for i := range s.words {
		if !s.is(i, l.What, l.Which, l.When, l.Who, l.HowMany, l.How, l.Why, l.Where, l.Question) || a.at.holds(i) {
			continue
		}
		if a.mood == ordered && i < a.at.from && s.partedBetween(i, a.at.from) && !s.before(a.at.from).Has(text.Question) {
			continue // asked in another clause
		}
		if intent == CreateTask && i > 0 && named[s.Tokens[s.words[i].First].Norm] || s.timeHolds(i) {
			continue
		}
		if s.is(i, l.What, l.Question) && s.polite() || s.is(i, l.Question) && s.is(i, l.Any) || s.didWhat(i) {
			continue
		}
		return true
	}
	return s.opensQuestion(a) || s.asksWhether(a)
}

// didWhat says whether a word for "what" is one for "did": visa form submit kia, masjid ko call kia hai aaj.
func (s gateSentence) didWhat(i int) bool {
	if i == 0 || !s.is(i, l.What) || !s.is(i, l.Kar) {
		return false
	}
	return s.is(i-1, l.Loan) || s.bare(i-1) && s.is(i+1, l.Is) && i+2 < len(s.words)
}

// opensQuestion says whether in English a sentence begins with the verb of a question, before the deed: did I finish it.
func (s gateSentence) opensQuestion(a act) bool {
	if len(s.words) < 2 || s.language != English || s.is(0, l.Dont, l.Ask, l.Polite) {
		return false
	}
	return s.forms.QuestionVerbs[s.Tokens[0].Norm] && a.at.from > 0 && !s.parted(a.at.from)
}

// polite says whether the one spoken to is asked to do something: can you, sakte ho, kar doge.
func (s gateSentence) polite() bool {
	if s.has(l.You) && s.has(l.Fut) && s.language != English {
		return true // kya aap … lagaenge
	}
	if s.asksToBeMade() {
		return true
	}
	for i := range s.words {
		if s.is(i-1, l.Imp) && s.forms.Future[s.Tokens[s.words[i].First].Norm] && s.asksYou(i-1) {
			return true // hatao ge
		}
		if !s.is(i, l.Can) {
			continue
		}
		if s.is(i, l.You) || s.is(i+1, l.You) || s.is(i, l.Light) && !s.is(i+1, l.Is) {
			return true
		}
		if s.is(i+1, l.Is) && !s.forms.FirstPerson[s.norm(i+1)] {
			return true
		}
	}
	return false
}

// asksWhether says whether a sentence that begins as a polite one asks what can or will be: "can tasks be deleted".
func (s gateSentence) asksWhether(a act) bool {
	if s.language != English || a.at.from == 0 || s.parted(a.at.from) {
		return false
	}
	first := s.Tokens[0].Norm
	if first == "will" {
		return !s.has(l.Polite) && (!s.is(1, l.You) || a.mood != ordered || !s.definite() && !a.does(l.Remind, l.Create))
	}
	if !s.forms.Possibility[first] || s.is(0, l.You, l.Verb, l.Want) || s.is(1, l.You) || s.weAsk() || s.asksToBeMade() {
		return false
	}
	return a.mood == mentioned || a.mood == wished && !s.definite()
}

// asksFirst says whether the one who speaks asks what to do: should I, may we, sakta hun, kar dun, karna chahiye?
func (s gateSentence) asksFirst() bool {
	for i := range s.words {
		if i == 0 && s.is(1, l.Me) && !s.weAsk() && s.asksLeave() {
			return true
		}
		if s.is(i, l.Can) && s.is(i, l.Light) && s.is(i+1, l.Is) && s.forms.FirstPerson[s.norm(i+1)] {
			return true
		}
		if s.is(i, l.Light) && s.is(i, l.Fut) && s.last(i+1) && !s.has(l.You) {
			return true // kar dun
		}
		if s.is(i, l.Want) && s.is(i-1, l.Inf) && s.words[i].Languages&l.English == 0 && s.after(i).Has(text.Question) {
			return true // karna chahiye?
		}
		if s.is(i, l.Or) && s.is(i+1, l.Drop) {
			return true // karein ya rehne dein
		}
	}
	return false
}

// asksOpinion says whether a sentence of English asks whether a thing is well done: would it be wrong to, would you
// recommend I, can one.
func (s gateSentence) asksOpinion() bool {
	if s.language != English || len(s.Tokens) < 4 || s.words[0].Last > 0 { // would it be possible to is one word
		return false
	}
	if !s.forms.OpinionVerbs[s.Tokens[0].Norm] {
		return false
	}
	switch whom := s.Tokens[1].Norm; {
	case whom == "it":
		return s.Tokens[2].Norm == "be" && !s.is(s.wordAt(3), l.Verb, l.Loan) && !s.troubles() // could it be moved
	case whom == "you":
		return s.forms.OpinionGivers[s.Tokens[2].Norm]
	case s.forms.Anybody[whom]:
		return s.words[1].Last == 1
	}
	return false
}

// asksLeave says whether a sentence of English that begins with a verb and I asks what I should or may do. May I have and
// can I get are orders.
func (s gateSentence) asksLeave() bool {
	first := s.Tokens[0].Norm
	if s.forms.Duty[first] {
		return true
	}
	return s.forms.Leave[first] && !s.forms.OrderedByI[s.Tokens[min(2, len(s.Tokens)-1)].Norm]
}

// troubles says whether "would it be" goes on as politeness does: would it be okay to, would it be too much trouble to.
func (s gateSentence) troubles() bool {
	for _, token := range s.Tokens[3:min(7, len(s.Tokens))] {
		if s.forms.Politeness[token.Norm] {
			return true
		}
		if token.Norm == "to" {
			return false
		}
	}
	return false
}
