package searchtext

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The vowels that tell a joined particle from a word's own first letter.
const (
	fatha = 'َ'
	kasra = 'ِ'
)

// particles are the particles that are written as one with a word, with the vowels they have.
var particles = map[rune]string{'ب': string(kasra), 'ل': string([]rune{kasra, fatha}), 'ك': string(fatha)}

// vowelled is a letter with the first mark on it, 0 for none.
type vowelled struct{ letter, mark rune }

// unjoined is an Arabic word without a joined ب, ل or ك: بِنِيَّةٍ is نيه. It is empty where that letter is the word's own as
// far as can be told: by its vowel, or, where it has none, since fewer than four letters are left. word is as it is
// written, bare the same folded and without و, ف and the article.
func unjoined(word, bare string) string {
	first, rest := []rune(bare)[0], []rune(bare)[1:]
	vowels, ok := particles[first]
	if !ok || len(rest) < fewest || bare == joined.Allah[0] {
		return ""
	}
	spelt := spell(word)
	spelt = spelt[max(0, len(spelt)-len(rest)-1):]
	joined, next := spelt[0], spelt[1]
	long := next.mark == 0 && (next.letter == 'ا' || next.letter == 'ي' && joined.mark != 0)
	switch {
	case joined.letter != first, long:
		return ""
	case joined.mark == 0 && len(rest) == fewest, joined.mark != 0 && !strings.ContainsRune(vowels, joined.mark):
		return ""
	default:
		return string(rest)
	}
}

// spell is the letters of a word, folded, each with its mark.
func spell(word string) []vowelled {
	var spelt []vowelled
	for _, r := range norm.NFKD.String(word) {
		if folded := foldRune(r); folded >= 0 {
			spelt = append(spelt, vowelled{letter: folded})
		} else if last := len(spelt) - 1; last >= 0 && spelt[last].mark == 0 && unicode.Is(unicode.Mn, r) {
			spelt[last].mark = r
		}
	}
	return spelt
}
