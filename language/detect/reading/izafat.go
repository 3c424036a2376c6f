package reading

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// Annexes says whether a word is joined to the one behind it by an izafat: dars-e-quran, درسِ قرآن.
func (s *Reading) Annexes(i int) bool {
	if i < 0 || i >= len(s.Words) || s.Parted(i+1) {
		return false
	}
	last := s.Tokens[s.Words[i].Last]
	return s.Forms.Grammar.Izafat[last.Norm] || endsInIzafat(s.Original[last.Start:last.End])
}

// endsInIzafat says whether the sign of an izafat is written at the end of a word: a zer, or a hamza above.
func endsInIzafat(word string) bool {
	const zer, hamza, heWithHamza = "\u0650", "\u0654", "\u06c0"
	return strings.HasSuffix(word, zer) || strings.HasSuffix(word, hamza) || strings.HasSuffix(word, heWithHamza)
}

// settleIzafat reads what may be a deed as a name where an izafat joins it to the word behind it: ختمِ قرآن, khatm e quran.
func (s *Reading) settleIzafat(i int) {
	joined := s.Annexes(i) || s.Annexes(i+1) && s.Words[i+1].First == s.Words[i+1].Last && i+2 < len(s.Words) && !s.Parted(i+1)
	if s.Is(i, l.Khatam) && joined {
		s.Words[i].Word = &l.Word{}
	}
}

// InName says whether a number is written together with the letters before it, and so numbers no task: ps5, covid19; but task5, no5.
func (s *Reading) InName(token int) bool {
	if token < 1 || token >= len(s.Tokens) || s.Tokens[token].Before != 0 || s.Tokens[token].Script != text.Number {
		return false
	}
	before := s.WordAt(token) - 1
	return s.Tokens[token-1].Script == text.Latin && s.Bare(before)
}
