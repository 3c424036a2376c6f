package making

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Titled are in English the words by which a new task is given its name in a clause of its own, which follows them: title it X, and call it
// X.
func (s Sentence) Titled() reading.Span {
	for i := 1; i < len(s.Words) && s.Language == meaning.English; i++ {
		token := s.Words[i].First
		if !s.Forms.Calling[s.Tokens[token].Norm] || token+2 >= len(s.Tokens) || !s.Forms.Grammar.It[s.Tokens[token+1].Norm] {
			continue
		}
		begins := s.Parted(i) || s.Is(i-1, l.And, l.Then, l.Polite)
		if to := s.WordAt(token + 2); begins && to < len(s.Words) && !s.Parted(to) {
			return reading.Span{From: i, To: to}
		}
	}
	return reading.Span{}
}
