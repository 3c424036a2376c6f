package gate

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// asksFirst says whether the one who speaks asks what to do: should I, may we, sakta hun, kar dun, karna chahiye?
func (s sentence) asksFirst() bool {
	for i := range s.Words {
		if i == 0 && s.Is(1, l.Me) && !s.WeAsk() && s.asksLeave() {
			return true
		}
		if s.Is(i, l.Can) && s.Is(i, l.Light) && s.Is(i+1, l.Is) && s.Forms.FirstPerson[s.Norm(i+1)] {
			return true
		}
		if s.Is(i, l.Light) && s.Is(i, l.Fut) && s.Last(i+1) && !s.Has(l.You) {
			return true // kar dun
		}
		if s.Is(i, l.Want) && s.Is(i-1, l.Inf) && s.Words[i].Languages&l.English == 0 && s.After(i).Has(text.Question) {
			return true // karna chahiye?
		}
		if s.Is(i, l.Or) && s.Is(i+1, l.Drop) {
			return true // karein ya rehne dein
		}
	}
	return false
}

// asksOpinion says whether a sentence of English asks whether a thing is well done: would it be wrong to, would you
// recommend I, can one.
func (s sentence) asksOpinion() bool {
	if s.Language != meaning.English || len(s.Tokens) < 4 || s.Words[0].Last > 0 { // would it be possible to is one word
		return false
	}
	if s.Is(0, l.Can) && s.Is(1, l.Gerund) {
		return true // would deleting task 4 remove its reminder
	}
	if s.Forms.Duty[s.Tokens[0].Norm] && s.Is(1, l.Task, l.NumberWord, l.The, l.My, l.It, l.This) {
		return true // should task 4 go to Friday
	}
	if !s.Forms.OpinionVerbs[s.Tokens[0].Norm] {
		return false
	}
	switch whom := s.Tokens[1].Norm; {
	case s.Forms.Grammar.It[whom]:
		return s.Forms.Grammar.Be[s.Tokens[2].Norm] && !s.Is(s.WordAt(3), l.Verb, l.Loan) && !s.troubles() // could it be moved
	case s.Forms.Grammar.You[whom]:
		return s.Forms.OpinionGivers[s.Tokens[2].Norm]
	case s.Forms.Anybody[whom]:
		return s.Words[1].Last == 1
	}
	return false
}

// asksLeave says whether a sentence of English that begins with a verb and I asks what I should or may do. May I have and
// can I get are orders.
func (s sentence) asksLeave() bool {
	first := s.Tokens[0].Norm
	if s.Forms.Duty[first] {
		return true
	}
	return s.Forms.Leave[first] && !s.Forms.OrderedByI[s.Tokens[min(2, len(s.Tokens)-1)].Norm]
}

// troubles says whether "would it be" goes on as politeness does: would it be okay to, would it be too much trouble to.
func (s sentence) troubles() bool {
	for _, token := range s.Tokens[3:min(7, len(s.Tokens))] {
		if s.Forms.Politeness[token.Norm] {
			return true
		}
		if s.Forms.Grammar.To[token.Norm] {
			return false
		}
	}
	return false
}
