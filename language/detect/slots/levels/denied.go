package levels

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// Denied says whether a priority is the one that is not wanted: zyada nahi, not high, kam zaroori.
func (s Sentence) Denied(i int) bool {
	if s.Is(i+1, l.Not) && !s.Parted(i+1) || s.Is(i-1, l.Not) && !s.Parted(i) && s.Words[i-1].Languages&l.English != 0 {
		return true
	}
	if s.Is(i+1, l.Se) && s.Words[i+1].Languages&l.English == 0 && !s.Parted(i+1) {
		return true // high se medium
	}
	return s.Is(i, l.High) && s.Is(i-1, l.Low) && !s.Is(i-1, l.Light) && !s.Parted(i) || s.noMore(i)
}

// noMore says whether the words before a priority say in English that a task no longer has it: it is no longer urgent, doesn't need to be
// high.
func (s Sentence) noMore(i int) bool {
	const farthest = 4 // words: doesn't need to be high
	for j := i - 1; j >= max(0, i-farthest) && s.Language == meaning.English && !s.Parted(j+1); j-- {
		if s.Is(j, l.High, l.Low, l.Medium) || s.joinsLevel(j) {
			return false
		}
		if s.Forms.NoLonger.At(s.Tokens, s.Words[j].First) > 0 || s.Is(j, l.Not) && !s.reminds(j) {
			return true
		}
	}
	return false
}

// reminds says whether a word is part of what asks for a reminder: don't forget.
func (s Sentence) reminds(i int) bool {
	for _, a := range s.Acts {
		if a.At.Holds(i) && a.Does(l.Remind) {
			return true
		}
	}
	return false
}
