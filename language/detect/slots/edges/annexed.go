package edges

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// Annexed says whether the word before one and it are a name together, by an izafat or, in Urdu, side by side: dars-e-quran, درسِ قرآن,
// dars quran.
func (s Sentence) Annexed(i int) bool {
	if i < 1 || s.Parted(i) {
		return false
	}
	if last := s.Tokens[s.Words[i-1].Last]; s.Forms.Grammar.Izafat[last.Norm] || endsInIzafat(s.Original[last.Start:last.End]) {
		return true
	}
	return s.Bare(i-1) && s.Language != meaning.English
}

// endsInIzafat says whether the sign of an izafat is written at the end of a word: a zer, or a hamza above.
func endsInIzafat(word string) bool {
	const zer, hamza, heWithHamza = "\u0650", "\u0654", "\u06c0"
	return strings.HasSuffix(word, zer) || strings.HasSuffix(word, hamza) || strings.HasSuffix(word, heWithHamza)
}

// OfDayPart says whether a word belongs to a part of the day before it: subah ke azkar.
func (s Sentence) OfDayPart(i int) bool {
	if i < 2 || !s.Is(i-1, l.Ka) || s.Words[i-1].Languages&l.English != 0 {
		return false
	}
	e := s.TimeAt(s.Words[i-2].First)
	return e != nil && (e.Loose || e.Has == when.DayPart)
}
