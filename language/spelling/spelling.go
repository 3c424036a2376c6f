// Package spelling brings the ways in which people write a name to one form, in Latin and in Urdu script, so that what
// was meant to be the same is the same.
package spelling

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/language/script"
)

// Words returns the words of a text in folded form: lower case, without accents, vowel marks, elongation and
// punctuation, Arabic letters as Urdu writes them, digits as 0 to 9. A full stop joins (F.B. is fb), every other sign
// parts.
func Words(text string) []string {
	var folded strings.Builder
	// A broken byte parts words, and norm leaves the letters behind one as they are.
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(text, " ")) {
		if r = fold(r); r != script.Nothing {
			folded.WriteRune(r)
		}
	}
	return strings.Fields(folded.String())
}

// Key returns the words joined without spaces: Nazim Abad and nazimabad have the same.
func Key(text string) string { return strings.Join(Words(text), "") }

// joining are the signs that part no words.
const joining = ".'’`" + string(script.Tatweel)

func fold(r rune) rune {
	switch {
	case strings.ContainsRune(joining, r) || unicode.In(r, unicode.Mn, unicode.Cf):
		return script.Nothing
	case unicode.IsDigit(r):
		return script.Digit(r)
	case unicode.IsLetter(r):
		return script.Compare.Fold(unicode.ToLower(r))
	default:
		return ' '
	}
}

// Skeleton returns what is left of a folded word when it is written by ear: doubled letters once, letters that people
// exchange as one, vowels only at the beginning. Rehman, Rahmaan and rahman have the same.
func Skeleton(word string) string {
	var skeleton strings.Builder
	var last rune
	for i, r := range byEar.Replace(word) {
		if r != last && (i == 0 || !strings.ContainsRune("aeiouyw", r)) {
			skeleton.WriteRune(r)
		}
		last = r
	}
	return skeleton.String()
}

// byEar puts letters in the place of those that sound alike in names of Arabic, Persian and Urdu origin.
var byEar = strings.NewReplacer(
	"ph", "f", "kh", "k", "gh", "g", "dh", "d", "th", "t", "bh", "b", "jh", "j", "ck", "k", "q", "k", "z", "s", "v", "w",
	"c", "k", "ee", "i", "oo", "u", "ai", "e", "sh", "s", "ch", "c", "x", "ks",
	"ذ", "ز", "ض", "ز", "ظ", "ز", "ث", "س", "ص", "س", "ط", "ت", "ح", "ہ",
)

// Distance returns how many letters must be added, left out, replaced or exchanged with their neighbour to make a word
// of another, or limit+1 when that is more than limit.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > limit || len(y)-len(x) > limit {
		return limit + 1
	}
	var short [3][32]int // without allocation, as nearly all words are shorter
	before, row, next := short[0][:], short[1][:], short[2][:]
	if len(y) >= len(short[0]) {
		before, row, next = make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	}
	for j := range len(y) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		next[0] = i
		best := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			best = min(best, next[j])
		}
		if best > limit {
			return limit + 1
		}
		before, row, next = row, next, before
	}
	return min(row[len(y)], limit+1)
}

// Tolerance is how many letters may be wrong in a word of this many letters for it to be taken for another.
func Tolerance(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 8:
		return 1
	default:
		return 2
	}
}
