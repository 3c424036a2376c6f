// Package gate refuses to change a task where a sentence does not order it now, by a few rules that hold of any words: others say it or did
// it, it is asked about, perhaps meant, nearly done, no task, or for later. It also tells what an answer denies or doubts.
package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// sentence is a sentence that is not to write where no write is meant.
type sentence struct{ *clauses.Clauses }

// asksIfDone says whether it is asked whether a deed was done, and not told: did the gym one get done? are you sure it is complete?
func (s sentence) asksIfDone() bool {
	in := reading.Span{To: len(s.Words)}
	if s.Main >= 0 {
		if s.Acts[s.Main].Mood != clauses.Told {
			return false
		}
		in = s.SentenceAt(s.Acts[s.Main].At.From)
	}
	asks := s.After(in.To-1).Has(text.Question) || s.Language == meaning.English && s.BeginsToAsk(in.From)
	return asks && s.Has(l.Completed, l.Finish, l.Ho, l.Khatam) && !s.Has(l.Can)
}

// SaysNo says whether a word of an answer, from one on, says no, outside of what it names.
func SaysNo(c *clauses.Clauses, from int, named map[string]bool) bool {
	s := sentence{c}
	for i := from; i < len(s.Words); i++ {
		if s.Is(i, l.Not) && !named[s.Norm(i)] && !s.foreignNo(i) && !s.accounted(i) {
			return true
		}
	}
	return false
}

// accounted says whether a word that says no only asks for assent, or sets right what is meant: karo na, not 5 but 6.
func (s sentence) accounted(i int) bool {
	return s.Forms.Softeners[s.Norm(i)] && s.asksAssent(i) || s.Contrasted(i) || s.Corrects(i) || s.deniesLevel(i)
}

// foreignNo says whether in an English sentence a word is one of English that says no only in Urdu: the prayer mat.
func (s sentence) foreignNo(i int) bool {
	return s.Language == meaning.English && s.Words[i].Languages&l.English == 0 && s.Is(i-1, l.Prayer, l.Namaz, l.The, l.My, l.This)
}

// Doubts says whether an answer asks, supposes or tells of something instead of ordering it.
func Doubts(c *clauses.Clauses, intent meaning.Intent, named map[string]bool) bool {
	s := sentence{c}
	return s.Asks() && !s.polite() || s.unsure(named) || s.muses(named) || s.unmeant(intent, named, "")
}

// unsure says whether a word outside of what is named says perhaps: maybe the dentist one, shayad.
func (s sentence) unsure(named map[string]bool) bool {
	for i := range s.Words {
		if norm := s.Norm(i); !named[norm] && (s.Forms.Unmeant.Unsure[norm] || s.Forms.Unmeant.UnsureUrdu[norm]) {
			return true
		}
	}
	return false
}

// asksAssent says whether a word that may say no only asks for assent: karo na, yaad dila dein ge na.
func (s sentence) asksAssent(i int) bool {
	return s.softens(i) || i > 0 && s.Future(i-1) && !s.Is(i+1, l.Verb)
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

// softens says whether a word that says no only asks for assent: karo na, hai na, suno na.
func (s sentence) softens(i int) bool {
	return s.Is(i-1, l.Imp) && s.EndsHere(i+1) || s.Is(i-1, l.Is, l.Filler, l.Me) && !s.Is(i+1, l.Verb) || s.Is(i+1, l.Me) &&
		!s.Is(i-1, l.Verb)
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
