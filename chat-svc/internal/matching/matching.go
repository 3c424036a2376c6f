// Package matching finds the titles that a person's words mean, despite spelling and in either script.
package matching

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/language/vocabulary"
)

// Fit is how well words match a title.
type Fit uint8

// The ways in which words match a title: none of them; at least half, which is too loose to act on; all; all, and the title
// has no other word.
const (
	None Fit = iota
	Some
	All
	Whole
)

// Find returns the indexes, in order, of the titles that match the words best, and how well they match.
func Find(words string, titles []string) ([]int, Fit) {
	wanted := significant(words)
	if len(wanted) == 0 {
		return nil, None
	}
	var (
		found []int
		best  score
	)
	for i, title := range titles {
		s := compare(wanted, significant(title))
		if s.fit == None || s.less(best) {
			continue
		}
		if best.less(s) {
			found, best = nil, s
		}
		found = append(found, i)
	}
	return found, best.fit
}

// score orders titles by fit, then by the number of words that match letter by letter.
type score struct {
	fit   Fit
	exact int
}

func (s score) less(other score) bool {
	if s.fit != other.fit {
		return s.fit < other.fit
	}
	return s.exact < other.exact
}

func compare(wanted, title []string) score {
	matched, exact := 0, 0
	used := make([]bool, len(title))
	for _, word := range wanted {
		at, same := nearest(word, title, used)
		if at < 0 {
			at = slices.Index(stems(title), stem(word)) // the buying one
		}
		if at < 0 || used[at] {
			continue
		}
		used[at] = true
		matched++
		if same {
			exact++
		}
	}
	switch {
	case matched == len(wanted) && matched == len(title):
		return score{Whole, exact}
	case matched == len(wanted):
		return score{All, exact}
	case 2*matched >= len(wanted) && matched > 0:
		return score{Some, matched}
	default:
		return score{}
	}
}

// nearest returns the index of the unused word that equals the wanted one, or else of one that is like it, or -1.
func nearest(wanted string, title []string, used []bool) (at int, same bool) {
	at = -1
	for i, word := range title {
		switch {
		case used[i]:
		case word == wanted:
			return i, true
		case at < 0 && alike(wanted, word):
			at = i
		}
	}
	return at, false
}

// alike reports whether two words are the same but for a misspelling, the script, or spelling by ear.
func alike(a, b string) bool {
	shorter := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if isNumber(a) || isNumber(b) || shorter < 2 {
		return false
	}
	if limit := spelling.Tolerance(shorter); limit > 0 && spelling.Distance(a, b, limit) <= limit {
		return true
	}
	x, y := sound(a), sound(b)
	if len(x) < 2 && first(a) != first(b) { // too short to compare by sound
		return len(x) == 1 && x == y && isArabic(a) != isArabic(b) && beginsWithVowel(a) == beginsWithVowel(b)
	}
	return x == y || isFormOf(a, x, y) || isFormOf(b, y, x)
}

// beginsWithVowel reports whether a word begins with what has no consonant's sound: eid and عید do, and دودھ does not.
func beginsWithVowel(word string) bool {
	begins, _ := utf8.DecodeRuneInString(word)
	return strings.ContainsRune("aeiouاآأإعء", begins)
}

// isFormOf reports whether a word of Urdu, which sounds so, is another form of the one that sounds like other: with a ta that is silent at
// the end, or in the oblique plural.
func isFormOf(word, sounds, other string) bool {
	return endsInTa(word) && sounds+"t" == other || isPluralOf(word, other)
}

// isPluralOf reports whether a word of Urdu is the oblique plural of what sounds so: of joton, jota.
func isPluralOf(word, sounds string) bool {
	for _, ending := range obliquePlurals {
		if stem, ok := strings.CutSuffix(word, ending); ok && utf8.RuneCountInString(stem) > 1 {
			return len(sounds) > 1 && sound(stem) == sounds
		}
	}
	return false
}

// obliquePlurals end the plurals of Urdu before a word like ka and ko, as spelling.Words returns them.
var obliquePlurals = []string{"ون", "ین", "oon", "on"}

// endsInTa reports whether an Urdu word ends in what may be the t of zakat and salat, which spelling.Words returns as
// h.
func endsInTa(word string) bool { return strings.HasSuffix(word, "ہ") }

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

func isArabic(word string) bool { return unicode.Is(unicode.Arabic, first(word)) }

// first returns the first letter of a word.
func first(word string) rune {
	letter, _ := utf8.DecodeRuneInString(word)
	return letter
}

// sound returns the consonants of a word as it is spelled by ear in Latin letters.
func sound(word string) string {
	if isArabic(word) {
		word = inLatin.Replace(word)
	}
	return strings.Trim(spelling.Skeleton(strings.NewReplacer("h", "").Replace(spelling.Skeleton(word))), "aeiouyw")
}

// inLatin transliterates Urdu letters, as returned by spelling.Words. Letters that may be vowels become vowels.
var inLatin = strings.NewReplacer(
	"ا", "a", "ب", "b", "پ", "p", "ت", "t", "ٹ", "t", "ث", "s", "ج", "j", "چ", "ch", "ح", "h", "خ", "kh", "د", "d", "ڈ", "d",
	"ذ", "z", "ر", "r", "ڑ", "r", "ز", "z", "ژ", "z", "س", "s", "ش", "sh", "ص", "s", "ض", "z", "ط", "t", "ظ", "z", "ع", "a",
	"غ", "gh", "ف", "f", "ق", "q", "ک", "k", "گ", "g", "ل", "l", "م", "m", "ن", "n", "و", "w", "ہ", "h", "ی", "y",
)

// possessive is what English puts behind whose a thing is: the Zayd one may be Zayd's eye test.
var possessive = regexp.MustCompile(`(\pL)['’]s\b`)

// significant returns the words of a text that distinguish titles, or all of them if none does.
func significant(text string) []string {
	words := spelling.Words(possessive.ReplaceAllString(text, "$1"))
	for i, word := range words {
		words[i] = inFull(word)
	}
	var telling []string
	for _, word := range words {
		if !vocabulary.Titles.Around[word] {
			telling = append(telling, word)
		}
	}
	if len(telling) == 0 {
		return words
	}
	return telling
}
