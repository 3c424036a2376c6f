package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// exclaims says whether in English a clause that begins with a word is an exclamation: what a week, task 12 is finished.
func (s sentence) exclaims(i int) bool {
	if s.Language != meaning.English || !s.Is(i, l.What) || !s.Is(i+1, l.Any) || !s.Parted(i) {
		return false
	}
	for i += 2; i < len(s.Words) && !s.Parted(i); i++ {
		if s.Is(i, l.Verb, l.Is, l.Can, l.Task) {
			return false
		}
	}
	return i < len(s.Words)
}

// wantedByOthers says whether in English it is told that someone else wants a thing done: the manager wanted all tasks finished.
func (s sentence) wantedByOthers() bool {
	if s.Main < 0 || s.Language != meaning.English || s.Acts[s.Main].Mood != clauses.Told {
		return false
	}
	for i := s.Acts[s.Main].At.From - 1; i > 0 && !s.Parted(i+1); i-- {
		if s.Forms.Askers[s.Norm(i)] && !s.Is(i-1, l.Me) {
			return !s.Parted(i)
		}
	}
	return false
}

// asksIfSo says whether in English it is asked at the end if what was said before is so: you can set tasks by voice, is that right?
func (s sentence) asksIfSo(a clauses.Act) bool {
	const longest = 3 // words: is that right
	last := s.ClauseAt(len(s.Words) - 1)
	return s.Is(a.At.From-1, l.You, l.Can) && last.From > a.At.To && last.To-last.From <= longest && s.BeginsToAsk(last.From) &&
		s.Is(last.From+1, l.This, l.It) && s.After(len(s.Words)-1).Has(text.Question)
}

// rhetorical says whether in Urdu a word that asks only says behind an order why it is given: rakh kar kya karti, kya faida.
func (s sentence) rhetorical(i int, order clauses.Act) bool {
	if s.Language == meaning.English || order.Mood != clauses.Ordered || i <= order.At.To || s.After(len(s.Words)-1).Has(text.Question) {
		return false
	}
	const longest = 3 // words of such a phrase
	first := s.Words[i].First
	for at := max(0, first-longest); at <= first; at++ {
		if at+s.Forms.Unmeant.Rhetorical.At(s.Tokens, at) > first {
			return true
		}
	}
	return false
}

// asksWhich says whether in Urdu it is asked which of two it is, and nothing is ordered: khane se pehle leni hai ya baad mein.
func (s sentence) asksWhich() bool {
	if s.Language == meaning.English || !s.Has(l.Or) || s.Main >= 0 && s.Acts[s.Main].Mood == clauses.Ordered {
		return false
	}
	for i := range s.Words {
		if s.Is(i, l.Or) && s.Is(i-1, l.Is) && !s.Parted(i) {
			return true
		}
	}
	return false
}
