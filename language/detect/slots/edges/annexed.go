package edges

import (
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
	if s.Annexes(i - 1) {
		return true
	}
	return s.Bare(i-1) && s.Language != meaning.English
}

// OfDayPart says whether a word belongs to a part of the day before it: subah ke azkar.
func (s Sentence) OfDayPart(i int) bool {
	if i < 2 || !s.Is(i-1, l.Ka) || s.Words[i-1].Languages&l.English != 0 {
		return false
	}
	e := s.TimeAt(s.Words[i-2].First)
	return e != nil && (e.Loose || e.Has == when.DayPart)
}
