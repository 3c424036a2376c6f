package edges

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// JoinsClauses says whether a word joins a clause to the one before: so, because, isliye, hai to, kehti hain k.
func (s Sentence) JoinsClauses(i int) bool {
	if s.Forms.JoinClauses[s.Norm(i)] {
		return true
	}
	if s.Forms.Grammar.Is[s.Norm(i)] && s.Is(i+1, l.For) && s.Words[i+1].Languages&l.English == 0 {
		return true // is liye
	}
	ordered := s.Is(i-1, l.Kar) || s.Is(i-1, l.Light) && (s.Is(i-2, l.Stem, l.Loan) || s.Forms.TumEndings.End(s.Norm(i-1)))
	if s.Is(i, l.Ke) && s.Is(i-1, l.Imp) && ordered && s.Language != meaning.English {
		return true // bas itna kar do ke
	}
	return s.Is(i, l.Then, l.Ke) && s.Is(i-1, l.Is, l.Ho) && s.Words[i].Languages&(l.Roman|l.Urdu) != 0 &&
		s.Words[i-1].Languages&l.English == 0
}
