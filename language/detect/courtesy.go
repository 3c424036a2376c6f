package detect

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// asksYou says whether a form of the future is that of the one spoken to: hatao ge is, hatayen ge only with aap.
func (s *clauseReading) asksYou(i int) bool {
	norm := s.Tokens[s.words[i].Last].Norm
	return s.forms.TumEndings.end(norm) || s.has(l.You)
}

// secondPerson says whether karenge and the like are said of the one spoken to: aap … karenge, and no hum.
func (s *clauseReading) secondPerson(i int) bool {
	if !s.has(l.You) {
		return false
	}
	return s.forms.FutureEndings.end(s.Tokens[s.words[i].Last].Norm)
}

// denies says whether a noun of a deed is what the no right after it denies, for the deed that is wanted follows:
// complete nahi, delete karna hai.
func (s *clauseReading) denies(i int) bool {
	if !s.is(i, l.Loan, l.Completed) || !s.is(i+1, l.Not) || s.is(i+1, l.Dont) || i+2 >= len(s.words) ||
		!s.is(i, l.Delete, l.Finish, l.Completed, l.Change, l.Cancel) {
		return false
	}
	return s.is(i+2, l.Delete, l.Finish, l.Change, l.Cancel, l.Mark, l.Move) && s.is(i+2, l.Verb, l.Loan) && !s.is(i+2, l.Kar)
}

// weAsk says whether "can we" or "could we" begins an order: it is about a task that there is, or one to be made.
func (s *clauseReading) weAsk() bool {
	if len(s.words) < 3 || s.Tokens[s.words[1].First].Norm != "we" {
		return false
	}
	switch s.Tokens[0].Norm {
	case "can", "could":
		return s.definite() || s.has(l.Create, l.Make, l.Put, l.Remind)
	}
	return false
}

// ofMany says whether the sentence speaks of tasks in general: set reminders, add tasks.
func (s *clauseReading) ofMany() bool {
	for i, w := range s.words {
		if s.is(i, l.Task) && w.Languages&l.English != 0 && strings.HasSuffix(s.Tokens[w.Last].Norm, "s") {
			return true
		}
	}
	return false
}

// asksToBeMade says whether a sentence asks for one thing to be made: could a task be set up for …
func (s *clauseReading) asksToBeMade() bool {
	if len(s.words) < 5 || !s.is(0, l.Can) || !s.is(1, l.Any) || s.language != English {
		return false
	}
	for i := 2; i < 5; i++ {
		if s.Tokens[s.words[i].First].Norm == "be" {
			return s.is(2, l.Task) && s.is(i+1, l.Verb)
		}
	}
	return false
}

// future says whether a word ends a form of the future by which one is asked: dein ge, doge, hatao ge.
func (s *clauseReading) future(i int) bool {
	return s.is(i, l.Can) && s.is(i, l.Light) && !s.is(i+1, l.Is) || s.is(i-1, l.Imp) &&
		s.forms.Future[s.Tokens[s.words[i].First].Norm] || s.is(i, l.Fut)
}

// supposes says whether an act only is supposed, and another clause tells what comes of it: agar aap delete kar dein ge
// to kya hoga. What is said to come of it may be thanks.
func (s *clauseReading) supposes(a act) bool {
	if !a.urdu || !s.future(a.at.to-1) || s.has(l.Polite) {
		return false
	}
	if s.is(a.at.to, l.Then) && !s.endsHere(a.at.to+1) {
		return true
	}
	for i := a.at.from - 1; i >= 0 && !s.parted(i+1); i-- {
		switch {
		case s.is(i, l.Then):
			return false // agar mumkin ho to delete kar dein ge
		case s.is(i, l.If):
			return true
		}
	}
	return false
}
