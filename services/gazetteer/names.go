package gazetteer

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/services/spelling"
)

// names finds places by their spellings.
type names[P comparable] struct {
	byKey   map[string]P // by spelling.Key
	longest int          // words in a spelling
}

func newNames[P comparable]() names[P] { return names[P]{byKey: map[string]P{}} }

// add makes a place known under spellings. One spelling cannot be of two places.
func (n *names[P]) add(place P, spellings []string) error {
	for _, text := range spellings {
		words := spelling.Words(text)
		key := strings.Join(words, "")
		if key == "" {
			continue
		}
		if other, taken := n.byKey[key]; taken && other != place {
			return fmt.Errorf("the spelling %q is another place's", text)
		}
		n.byKey[key] = place
		n.longest = max(n.longest, len(words))
	}
	return nil
}

// find finds the place that a text names.
func (n *names[P]) find(text string) (P, bool) {
	words := spelling.Words(text)
	if place, ok := n.byKey[strings.Join(words, "")]; ok {
		return place, true
	}
	if place, rest := n.within(words); n.isPlace(place) && !slices.ContainsFunc(rest, not(isQualifier)) {
		return place, true
	}
	return n.nearly(strings.Join(words, ""))
}

// within finds the longest spelling among words, nearly spelled ones after all exact ones.
func (n *names[P]) within(words []string) (found P, rest []string) {
	for _, match := range []func(key string) (P, bool){n.exactly, n.nearly} {
		for length := min(len(words), n.longest+1); length > 0; length-- {
			for start := 0; start+length <= len(words); start++ {
				if place, ok := match(strings.Join(words[start:start+length], "")); ok {
					return place, append(slices.Clone(words[:start]), withoutQualifiers(words[start+length:])...)
				}
			}
		}
	}
	return found, words
}

func (n *names[P]) exactly(key string) (P, bool) {
	place, ok := n.byKey[key]
	return place, ok
}

// nearly finds the place whose spelling is nearest, within what may be wrong in a word of that length. Where two places
// are equally near it is neither. The first letter is hardly ever wrong, and must be right: Karachi is not N. Karachi.
func (n *names[P]) nearly(key string) (nearest P, ok bool) {
	letters := len([]rune(key))
	least := spelling.Tolerance(letters)
	if letters < minNearly || least == 0 {
		return nearest, false
	}
	least++
	first, _ := utf8.DecodeRuneInString(key)
	for known, place := range n.byKey {
		if begin, _ := utf8.DecodeRuneInString(known); begin != first {
			continue
		}
		distance := spelling.Distance(key, known, least)
		switch {
		case len([]rune(known)) < minNearly:
		case distance < least:
			least, nearest, ok = distance, place, true
		case distance == least && ok && place != nearest:
			ok = false
		}
	}
	return nearest, ok
}

// minNearly is the least number of letters of a name that may be misspelt: shorter ones are too like others.
const minNearly = 5

func (n *names[P]) isPlace(place P) bool {
	var none P
	return place != none
}

// withoutQualifiers leaves out what says which part of a place is meant, from the beginning of words.
func withoutQualifiers(words []string) []string {
	for i, word := range words {
		if !isQualifier(word) {
			return words[i:]
		}
	}
	return nil
}

// isQualifier says whether a word after a place's name says which part of it is meant: "no 3", "block A", "phase II".
func isQualifier(word string) bool {
	if word == strings.Trim(word, "0123456789") && len([]rune(word)) > 1 {
		return slices.Contains(qualifiers, word)
	}
	return len(word) <= len("13d2")
}

var qualifiers = []string{
	"no", "num", "number", "nmbr", "block", "blk", "phase", "sector", "sec", "scheme", "street", "ext", "extension", "town",
	"ii", "iii", "iv", "vi", "vii", "viii", "area", "karachi",
	"نمبر", "بلاک", "فیز", "سیکٹر", "ٹاون", "کراچی",
}

func not(is func(string) bool) func(string) bool {
	return func(word string) bool { return !is(word) }
}
