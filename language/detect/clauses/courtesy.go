package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// AsksYou says whether a form of the future is that of the one spoken to: hatao ge is, hatayen ge only with aap.
func (s *Clauses) AsksYou(i int) bool {
	norm := s.Tokens[s.Words[i].Last].Norm
	return s.Forms.TumEndings.End(norm) || s.Has(l.You) || s.forMe()
}

// forMe says whether in Urdu something is asked for the one who speaks: mere liye ek reminder set karein ge?
func (s *Clauses) forMe() bool {
	for i := range s.Words {
		if s.Is(i, l.My) && s.Is(i+1, l.For) && s.Words[i].Languages&l.English == 0 && !s.Parted(i+1) {
			return true
		}
	}
	return false
}

// secondPerson says whether karenge and the like are said of the one spoken to: aap … karenge, and no hum.
func (s *Clauses) secondPerson(i int) bool {
	if !s.Has(l.You) && !s.forMe() {
		return false
	}
	return s.Forms.FutureEndings.End(s.Tokens[s.Words[i].Last].Norm)
}

// denies says whether a noun of a deed is what the no right after it denies, for the deed that is wanted follows:
// complete nahi, delete karna hai.
func (s *Clauses) denies(i int) bool {
	if !s.Is(i, l.Loan, l.Completed) || !s.Is(i+1, l.Not) || s.Is(i+1, l.Dont) || i+2 >= len(s.Words) ||
		!s.Is(i, l.Delete, l.Finish, l.Completed, l.Change, l.Cancel) {
		return false
	}
	return s.Is(i+2, l.Delete, l.Finish, l.Change, l.Cancel, l.Mark, l.Move) && s.Is(i+2, l.Verb, l.Loan) && !s.Is(i+2, l.Kar)
}

// WeAsk says whether "can we" or "could we" begins an order: it is about a task that there is, or one to be made.
func (s *Clauses) WeAsk() bool {
	if len(s.Words) < 3 || !s.Forms.Grammar.We[s.Norm(1)] {
		return false
	}
	moves := s.Has(l.Move, l.Change) && s.Moments() // can we bump the car wash to the 10th
	names := false                                  // can we bin the gym one
	for i := 4; i < len(s.Words) && s.Is(2, l.Delete, l.Finish, l.Mark) && s.Is(s.Past(3, l.On), l.The, l.My) && !s.Parted(i); i++ {
		names = names || s.Forms.Grammar.One[s.Norm(i)] || s.Is(i, l.List)
	}
	return s.Forms.Grammar.CanWe[s.Tokens[0].Norm] && (s.Definite() || moves || names || s.Has(l.Create, l.Make, l.Put, l.Remind))
}

// AsksToBeMade says whether a sentence asks for one thing to be made: could a task be set up for …
func (s *Clauses) AsksToBeMade() bool {
	if len(s.Words) < 5 || !s.Is(0, l.Can) || !s.Is(1, l.Any) || s.Language != meaning.English {
		return false
	}
	for i := 2; i < 5; i++ {
		if s.Forms.Grammar.Be[s.Norm(i)] {
			other := s.Is(i+1, l.Link, l.Delete, l.Finish, l.Move, l.Rename, l.Repeat, l.Reopen) && !s.Is(i+1, l.Create, l.Put, l.Make)
			return s.Is(2, l.Task) && s.Is(i+1, l.Verb) && !other
		}
	}
	return false
}

// Future says whether a word ends a form of the future by which one is asked: dein ge, doge, hatao ge.
func (s *Clauses) Future(i int) bool {
	return s.Is(i, l.Can) && s.Is(i, l.Light) && !s.Is(i+1, l.Is) || s.Is(i-1, l.Imp) &&
		s.Forms.Future[s.Tokens[s.Words[i].First].Norm] || s.Is(i, l.Fut)
}

// Supposes says whether an act only is supposed, and another clause tells what comes of it: agar aap delete kar dein ge
// to kya hoga. What is said to come of it may be thanks.
func (s *Clauses) Supposes(a Act) bool {
	if !a.Urdu || !s.Future(a.At.To-1) || s.Has(l.Polite) {
		return false
	}
	if s.Is(a.At.To, l.Then) && !s.EndsHere(a.At.To+1) {
		return true
	}
	for i := a.At.From - 1; i >= 0 && !s.Parted(i+1); i-- {
		switch {
		case s.Is(i, l.Then):
			return false // agar mumkin ho to delete kar dein ge
		case s.Is(i, l.If):
			return true
		}
	}
	return false
}

// Requests says whether a verb of English stands behind the words by which one is asked politely to do it: is there any chance you could,
// would it be all right if you.
func (s *Clauses) Requests(verb int) bool {
	if s.Language != meaning.English || verb >= len(s.Words) {
		return false
	}
	for verb > 0 && s.Is(verb-1, l.Filler, l.Polite, l.Also, l.But) && !s.Is(verb-1, l.You, l.To) {
		verb--
	}
	token := s.Words[verb].First
	asked := s.Forms.Requests.Asks.EndAt(s.Tokens, token)
	lead := s.Forms.Requests.Leads.EndAt(s.Tokens, token-asked)
	if asked == 0 || lead == 0 {
		return false
	}
	for i := s.WordAt(token - asked - lead); i >= 0 && i < len(s.Words); i-- {
		if s.Is(i, l.What, l.Which, l.When, l.Who, l.How, l.Why, l.Where, l.Not) {
			return false // why do you think you could
		}
		if s.Parted(i) {
			break
		}
	}
	return true
}
