// Package matching finds which of some titles the words of a person mean, however they are spelled and in whichever of
// the two scripts.
package matching

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/spelling"
)

// Fit is how well words fit a title.
type Fit uint8

// How words may fit: not at all; at least half of them, more loosely than a person can be taken at their word; all of
// them; all of them and no other word is in the title.
const (
	None Fit = iota
	Some
	All
	Whole
)

// Find gives the titles that the words fit best, by their indexes in order, and how well they do.
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

// score orders titles: by their fit, then by how many words stand in them letter by letter.
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

// nearest gives the index of the unused word that is the wanted one, or else is like it; -1 for none.
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

// alike says whether two words are one, misspelt, or written in the other script or by ear.
func alike(a, b string) bool {
	shorter := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if isNumber(a) || isNumber(b) || shorter < 2 {
		return false
	}
	if limit := spelling.Tolerance(shorter); limit > 0 && spelling.Distance(a, b, limit) <= limit {
		return true
	}
	x, y := sound(a), sound(b)
	if len(x) < 2 && a[0] != b[0] { // too little to go by
		return len(x) == 1 && x == y && isArabic(a) != isArabic(b)
	}
	return x == y || endsInTa(a) && x+"t" == y || endsInTa(b) && y+"t" == x
}

// endsInTa says whether an Urdu word ends in what may be the t of zakat and salat, which spelling.Words writes as h.
func endsInTa(word string) bool { return strings.HasSuffix(word, "ہ") }

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

func isArabic(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.Is(unicode.Arabic, r)
}

// sound is what is left of a word when it is written by ear in Latin letters, without vowels.
func sound(word string) string {
	if isArabic(word) {
		word = inLatin.Replace(word)
	}
	return strings.Trim(spelling.Skeleton(strings.NewReplacer("h", "").Replace(spelling.Skeleton(word))), "aeiouyw")
}

// inLatin writes the letters of Urdu, as spelling.Words leaves them, in Latin. Those that may be vowels are vowels.
var inLatin = strings.NewReplacer(
	"ا", "a", "ب", "b", "پ", "p", "ت", "t", "ٹ", "t", "ث", "s", "ج", "j", "چ", "ch", "ح", "h", "خ", "kh", "د", "d", "ڈ", "d",
	"ذ", "z", "ر", "r", "ڑ", "r", "ز", "z", "ژ", "z", "س", "s", "ش", "sh", "ص", "s", "ض", "z", "ط", "t", "ظ", "z", "ع", "a",
	"غ", "gh", "ف", "f", "ق", "q", "ک", "k", "گ", "g", "ل", "l", "م", "m", "ن", "n", "و", "w", "ہ", "h", "ی", "y",
)

// significant gives the words of a text that tell one title from another; all of them where none does.
func significant(text string) []string {
	words := spelling.Words(text)
	var telling []string
	for _, word := range words {
		if !fillers[word] {
			telling = append(telling, word)
		}
	}
	if len(telling) == 0 {
		return words
	}
	return telling
}

// fillers are words that join others, as spelling.Words gives them.
var fillers = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range spelling.Words(`
		the a an my one that this task tasks to for of in on at with and about please
		ka ki ke k ko se mein main me men wala wali wale walay mera meri mere task kaam kam kaamon aur yeh woh wo
		کا کی کے کو سے میں والا والی والے میرا میری میرے ٹاسک کام اور یہ وہ`) {
		set[word] = true
	}
	return set
}()
