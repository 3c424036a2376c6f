package gazetteer

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/language/vocabulary"
)

// names finds places by their spellings.
type names[P comparable] struct {
	byKey   map[string]P // by spelling.Key
	longest int          // words in a spelling
	// shortest is the least number of letters of a name that may be misspelt where a text is nothing but the name.
	shortest int
	// tolerance is how many letters may be wrong in a name of so many.
	tolerance func(letters int) int
}

func newNames[P comparable](shortest int, tolerance func(letters int) int) names[P] {
	return names[P]{byKey: map[string]P{}, shortest: shortest, tolerance: tolerance}
}

// longName is the least number of letters of a city's name in which two may be wrong.
const longName = 10

// cityTolerance is how many letters may be wrong in a city's name: fewer than in other words, as the world has many more
// cities than are known. Atlantis is not Atlanta.
func cityTolerance(letters int) int {
	if letters < longName {
		return min(1, spelling.Tolerance(letters))
	}
	return spelling.Tolerance(letters)
}

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
	place, rest, exactly := n.locate(words)
	if n.isPlace(place) && !slices.ContainsFunc(rest, not(isQualifier)) {
		return place, true
	}
	if exactly { // the rest is not a misspelling: Malir Halt is not Malir Cantt
		var none P
		return none, false
	}
	key := strings.Join(words, "")
	return n.nearly(key, n.tolerance(letters(key)), n.shortest)
}

// within finds the longest spelling among words.
func (n *names[P]) within(words []string) (found P, rest []string) {
	found, rest, _ = n.locate(words)
	return found, rest
}

// locate finds the longest spelling among words, and whether a place is spelled exactly there. Nearly spelled ones come
// after all exact ones, but for those around the longest exact one: who writes Nort Nazimabad does not mean Nazimabad.
func (n *names[P]) locate(words []string) (found P, rest []string, exactly bool) {
	exact, inside, ok := n.longestIn(words, span{}, n.exactly)
	if ok {
		around := func(key string) (P, bool) {
			added := letters(key) - letters(strings.Join(words[inside.from:inside.to], ""))
			return n.nearly(key, n.tolerance(added), minNearly)
		}
		if place, outside, ok := n.longestIn(words, inside, around); ok {
			return place, outside.without(words), true
		}
		return exact, inside.without(words), true
	}
	nearly := func(key string) (P, bool) { return n.nearly(key, n.tolerance(letters(key)), minNearly) }
	if place, at, ok := n.longestIn(words, span{}, nearly); ok {
		return place, at.without(words), false
	}
	return found, words, false
}

// span is which words of a text are meant: those from the first number to before the second.
type span struct{ from, to int }

// without is the text without the span and what qualifies it.
func (s span) without(words []string) []string {
	return append(slices.Clone(words[:s.from]), withoutQualifiers(words[s.to:])...)
}

// longestIn finds the longest span of words, longer than inside and around it, that matches.
func (n *names[P]) longestIn(words []string, inside span, match func(key string) (P, bool)) (place P, at span, ok bool) {
	for length := min(len(words), n.longest+1); length > inside.to-inside.from; length-- {
		for from := 0; from+length <= len(words); from++ {
			at = span{from, from + length}
			if inside != (span{}) && (at.from > inside.from || at.to < inside.to) {
				continue
			}
			if place, ok = match(strings.Join(words[at.from:at.to], "")); ok {
				return place, at, true
			}
		}
	}
	return place, span{}, false
}

func (n *names[P]) exactly(key string) (P, bool) {
	place, ok := n.byKey[key]
	return place, ok
}

// nearly finds the place whose spelling is nearest, with at most so many letters wrong and at least so many in all. Where
// two places are equally near it is neither. The first letter is hardly ever wrong, and must be right: Karachi is not
// N. Karachi.
func (n *names[P]) nearly(key string, tolerance, atLeast int) (nearest P, ok bool) {
	if letters(key) < atLeast || tolerance == 0 {
		return nearest, false
	}
	least := tolerance + 1
	first, _ := utf8.DecodeRuneInString(key)
	for known, place := range n.byKey {
		if begin, _ := utf8.DecodeRuneInString(known); begin != first || letters(known) < atLeast {
			continue
		}
		switch distance := spelling.Distance(key, known, least); {
		case distance < least:
			least, nearest, ok = distance, place, true
		case distance == least && ok && place != nearest:
			ok = false
		}
	}
	return nearest, ok
}

// minNearly is the least number of letters of a name among other words that may be misspelt: shorter ones are too like
// others.
const minNearly = 5

func letters(text string) int { return utf8.RuneCountInString(text) }

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
		return vocabulary.Places.Parts[word]
	}
	return len(word) <= len("13d2")
}

func not(is func(string) bool) func(string) bool {
	return func(word string) bool { return !is(word) }
}
