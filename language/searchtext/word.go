// Package searchtext makes words of Arabic, Urdu and English texts comparable: without vowel marks, in one spelling of
// each letter, without the Arabic article and the particles joined to it, English words by their stem. What it makes is
// what a search engine indexes and looks up, and it marks hits in the original text.
package searchtext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/script"
)

// Language is the language of a text.
type Language string

// The languages there are.
const (
	Arabic  Language = "ar"
	English Language = "en"
	Urdu    Language = "ur"
)

// fold is a word in the one spelling that words are compared in; it may be empty.
func fold(word string) string {
	word = withoutPossessive(word)
	var b strings.Builder
	b.Grow(len(word))
	for _, r := range word {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteByte(byte(r))
		case r >= 'A' && r <= 'Z':
			b.WriteByte(byte(r) + 'a' - 'A')
		case r < utf8.RuneSelf:
		case r >= arabicBlock && int(r) < arabicBlock+len(arabic):
			if same := arabic[r-arabicBlock]; same >= 0 {
				b.WriteRune(same)
			}
		default:
			return foldDecomposed(word)
		}
	}
	return b.String()
}

// arabicBlock is where Unicode has the letters of Arabic and Urdu.
const arabicBlock = 0x600

// arabic is that block folded: a letter for each, or -1. It saves most of the time that folding takes.
var arabic = func() (block [0x100]rune) {
	for i := range block {
		block[i] = -1
		for _, r := range foldDecomposed(string(rune(arabicBlock + i))) {
			block[i] = r
		}
	}
	return block
}()

func foldDecomposed(word string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(word) {
		if same := foldRune(r); same >= 0 {
			b.WriteRune(same)
		}
	}
	return b.String()
}

// foldRune is a decomposed letter or digit in its one spelling, -1 for what is left out: marks, the hamza by itself and the tatweel,
// and letters that stand for an apostrophe.
func foldRune(r rune) rune {
	r = script.Search.Fold(r)
	switch {
	case r == special, unicode.In(r, unicode.Mn, unicode.Cf, unicode.Lm):
		return script.Nothing
	case r >= '٠' && r <= '٩', r >= '۰' && r <= '۹':
		return script.Digit(r)
	case isLetter(r):
		return unicode.ToLower(r)
	default:
		return -1
	}
}

// withoutPossessive is Allah of Allah's.
func withoutPossessive(word string) string {
	if bare, ok := strings.CutSuffix(word, "s"); ok {
		for _, apostrophe := range apostrophes {
			if owner, ok := strings.CutSuffix(bare, string(apostrophe)); ok {
				return owner
			}
		}
	}
	return word
}

// fewest is how many letters an Arabic word keeps at least when something is taken off.
const fewest = 3

// bare is a folded Arabic word without article and joined particles: بالنيات and النيات are نيات.
func bare(word string) string {
	if slices.Contains(joined.Allah, word) {
		return joined.Allah[0]
	}
	for _, article := range joined.Articles {
		if rest, ok := strings.CutPrefix(word, article); ok && len([]rune(rest)) >= fewest {
			return rest
		}
	}
	for _, and := range joined.Conjunctions {
		if rest, ok := strings.CutPrefix(word, and); ok && len([]rune(rest)) >= fewest && !strings.HasPrefix(rest, article) {
			return rest
		}
	}
	return word
}

// stem is a folded English word without its ending.
func stem(word string) string { return english.Stem(word, true) }

// entry is a word of a text as it is indexed: in its place, and in further forms that it is found by.
type entry struct {
	word   string
	others []string
}

// entryOf is a word of a text in a language. The others of an English word are its stem; those of an Arabic word are the
// word with what is joined to it, for that may be its first letter, and without a joined ب, ل or ك.
func entryOf(word string, language Language) entry {
	folded := fold(word)
	e := entry{word: folded}
	switch {
	case folded == "":
	case language == English:
		if stem := stem(folded); stem != folded {
			e.others = append(e.others, stem)
		}
	case language == Arabic:
		if e.word = bare(folded); e.word != folded {
			e.others = append(e.others, folded)
		}
		if alone := unjoined(word, e.word); alone != "" {
			e.others = append(e.others, alone)
		}
	}
	return e
}

func isArabic(word string) bool {
	for _, r := range word {
		if unicode.Is(unicode.Arabic, r) {
			return true
		}
	}
	return false
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// inWord says whether r belongs to a word: letters, digits, and what stands above, below or between letters unseen.
func inWord(r rune) bool {
	return isLetter(r) || unicode.Is(unicode.Mn, r) || r == 'ـ' || r == '\u200c' || r == '\u200d'
}

// apostrophes belong to a word between two of its Latin letters: Qur'an is Quran.
const apostrophes = "'’‘`"

// joins says that r is an apostrophe between two Latin letters.
func joins(before, r, after rune) bool {
	return strings.ContainsRune(apostrophes, r) && unicode.Is(unicode.Latin, before) && unicode.Is(unicode.Latin, after)
}
