package explained

import (
	"strings"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// Fit says whether a message can be the name of a task.
type Fit uint8

const (
	// NoName is that of a message which asks or denies: "nothing", "who made you?".
	NoName Fit = iota
	// Doubtful is that of a message which tells something, or calls for something that no task is: "my head is spinning", "alarm band karo".
	Doubtful
	// Name is that of any other: "buy milk", "doodh lana".
	Name
)

// FitOf returns whether a message can be the name of a task.
func (w *Words) FitOf(c *clauses.Clauses) Fit {
	s := sentence{c}
	switch {
	case s.questions() || s.refuses() || w.Unnamed.Within(c.Tokens):
		return NoName
	case s.Is(0, l.Can) && s.Is(1, l.You), w.Elsewhere.Within(c.Tokens), w.Past.Within(c.Tokens), w.Tells(c), w.states(s),
		s.ordersInUrdu(), s.Has(l.Smalltalk):
		return Doubtful
	default:
		return Name
	}
}

// Tells reports whether a message tells what is, was or will be, and orders or wishes nothing: "kal 5 log aye the", "my head is spinning".
func (w *Words) Tells(c *clauses.Clauses) bool {
	s := sentence{c}
	if w.ofOthers(s) || w.goesOn(s) {
		return true
	}
	orders := s.Main >= 0 && (s.Acts[s.Main].Mood == clauses.Ordered || s.Acts[s.Main].Mood == clauses.Wished)
	return !orders && w.states(s)
}

// states reports whether a clause of the message has a verb that tells something.
func (w *Words) states(s sentence) bool {
	if s.Language == meaning.English {
		return w.tellsInEnglish(s)
	}
	return w.tellsInUrdu(s)
}

// goesOn reports whether the message ends by telling what somebody is doing: "ghalat group me likh rahe ho".
func (w *Words) goesOn(s sentence) bool {
	last := s.lastWord()
	return last > 0 && s.Is(last, l.Is) && w.Lasting.At(s.Tokens, s.Words[last-1].First) > 0
}

// ofOthers reports whether it is told what others do, or the one spoken to: "these power companies just add and add", "you remind me of a
// clerk".
func (w *Words) ofOthers(s sentence) bool {
	for i := range s.Words {
		begins := i == 0 || s.Parted(i) || s.Is(i-1, l.Filler)
		if s.Language != meaning.English || !begins {
			continue
		}
		youDo := s.Is(i, l.You) && !s.Has(l.Can, l.Polite) && (s.Is(i+1, l.Verb) || s.Is(i+1, l.Dont))
		if youDo || w.Others.At(s.Tokens, s.Words[i].First) > 0 {
			return true
		}
	}
	return false
}

// doing reports whether somebody named before is told to be doing something: mum's calling me.
func (s sentence) doing(i int) bool {
	typed := strings.ReplaceAll(s.Between(s.Words[i].First, s.Words[i].Last), "’", "'")
	return strings.HasSuffix(typed, "'s") && s.Is(i+1, l.Gerund)
}

// questions reports whether a message asks by a mark or by a word.
func (s sentence) questions() bool {
	for _, token := range s.Tokens {
		if token.After.Has(text.Question) {
			return true
		}
	}
	for i, word := range s.Words {
		foreign := s.Language == meaning.English && word.Languages&l.English == 0 // Mr Khan is no kahan
		if !foreign && s.Is(i, l.What, l.Which, l.When, l.Who, l.HowMany, l.HowMuch, l.How, l.Why, l.Question, l.Where) {
			return true
		}
	}
	return false
}

// refuses reports whether a word denies: "nothing", "kuch nahi", "no idea".
func (s sentence) refuses() bool { return s.Has(l.Not) }

// tellsInEnglish reports whether a subject and its verb stand in the message, and no wish: "my mother is calling", "we just got news".
func (w *Words) tellsInEnglish(s sentence) bool {
	for i := range s.Words {
		first := s.Words[i].First
		if s.doing(i) || w.Finite.At(s.Tokens, first) > 0 && !s.Is(i+1, l.Want) {
			return true
		}
		begins := i == 0 || s.Parted(i) || s.Is(i-1, l.Filler, l.And, l.Sorry)
		if begins && i+1 < len(s.Words) && w.Subjects.At(s.Tokens, first) > 0 && !s.wishes(i+1) {
			return true
		}
	}
	return false
}

// wishes reports whether a wish or a need begins at a word, after what may stand before it: I really need to.
func (s sentence) wishes(i int) bool {
	for s.Is(i, l.Filler, l.Also, l.Polite) {
		i++
	}
	return s.Is(i, l.Want, l.Remind, l.Create)
}

// tellsInUrdu reports whether a clause of the message ends in a verb that tells, and not in what must be done: "bohat neend arahi hai",
// and not "dawai leni hai".
func (w *Words) tellsInUrdu(s sentence) bool {
	last := s.lastWord()
	for i := 0; i <= last; i++ {
		done := s.Is(i-1, l.Perf) && w.Finite.At(s.Tokens, s.Words[i].First) > 0
		if done || (i == last || s.Parted(i+1)) && w.finiteAt(s, i) {
			return true
		}
	}
	return false
}

// finiteAt reports whether a clause that ends with a word tells something.
func (w *Words) finiteAt(s sentence, i int) bool {
	first := s.Words[i].First
	if !w.Finite.Behind(s.Tokens, s.Words[i].Last) && w.Finite.At(s.Tokens, first) == 0 {
		return s.Is(i, l.Perf, l.Hab) && !s.Is(i, l.Imp, l.Inf, l.Loan)
	}
	return w.Past.At(s.Tokens, first) > 0 || !s.Is(i-1, l.Inf) && !s.Is(i-1, l.Want)
}

// lastWord returns the last word that does not only fill; -1 for none.
func (s sentence) lastWord() int {
	last := len(s.Words) - 1
	for last >= 0 && s.Is(last, l.Filler, l.Polite, l.Me, l.My, l.Mistake, l.Se) {
		last--
	}
	return last
}

// ordersInUrdu reports whether the message ends in an order to somebody, which no name of a task does: "whatsapp kholo", and not
// "whatsapp kholna".
func (s sentence) ordersInUrdu() bool {
	last := s.lastWord()
	return s.Language != meaning.English && last >= 0 && s.Is(last, l.Imp) && !s.Is(last, l.Inf)
}
