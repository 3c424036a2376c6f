package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// AsksYou says whether a form of the future is that of the one spoken to: hatao ge is, hatayen ge only with aap.
func (s *Clauses) AsksYou(i int) bool {
	norm := s.Tokens[s.Words[i].Last].Norm
	return s.Forms.TumEndings.End(norm)
}

// secondPerson says whether karenge and the like are said of the one spoken to: aap … karenge, and no hum.
func (s *Clauses) secondPerson(i int) bool {
	if !s.Has(l.You) {
		return false
	}
	return s.Forms.FutureEndings.End(s.Tokens[s.Words[i].Last].Norm)
}

// denies says whether a noun of a deed is what the no right after it denies, for the deed that is wanted follows:
// complete nahi, delete karna hai.
func (s *Clauses) denies(i int) bool {
	if !s.Is(i+1, l.Not) || s.Is(i+1, l.Dont) || i+2 >= len(s.Words) ||
		!s.Is(i, l.Delete, l.Finish, l.Completed, l.Change, l.Cancel) {
		return false
	}
	return s.Is(i+2, l.Verb, l.Loan) && !s.Is(i+2, l.Kar)
}

// WeAsk says whether "can we" or "could we" begins an order: it is about a task that there is, or one to be made.
func (s *Clauses) WeAsk() bool {
	if len(s.Words) < 3 || !s.Forms.Grammar.We[s.Norm(1)] {
		return false
	}
	moves := s.Moments() // can we bump the car wash to the 10th
	names := false       // can we bin the gym one
	for i := 4; i < len(s.Words) && !s.Parted(i); i++ {
		names = names || s.Forms.Grammar.One[s.Norm(i)] || s.Is(i, l.List)
	}
	return s.Forms.Grammar.CanWe[s.Tokens[0].Norm] && (s.Definite() || moves || names)
}

// Requests says whether a verb of English stands behind the words by which one is asked politely to do it: is there any chance you could,
// would it be all right if you.
func (s *Clauses) Requests(verb int) bool {
	if verb >= len(s.Words) {
		return false
	}
	for verb > 0 && s.Is(verb-1, l.Filler, l.Polite, l.Also, l.But) && !s.Is(verb-1, l.You, l.To) {
		verb--
	}
	token := s.Words[verb].First
	asked := s.Forms.Requests.Asks.EndAt(s.Tokens, token)
	lead := s.Forms.Requests.Leads.EndAt(s.Tokens, token-asked)
	return lead > 0
}
