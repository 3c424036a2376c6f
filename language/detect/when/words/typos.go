package words

import "github.com/salaatflow/platform/language/detect/sieve"

// Typos finds the long words of the tables by spellings with one letter wrong, missing, too many, or two swapped. It holds
// every such word with one letter left out.
type Typos struct {
	whole map[string]*Word // the long words themselves
	short map[string]near  // with a letter left out
	// A letter that is wrong leaves the first three as they are, or the last two.
	first, last sieve.Sieve
}

// near is a long word and which of its letters is left out.
type near struct {
	word *Word
	left int
}

// How long the words are that are looked for with a letter wrong.
const (
	ShortestLong = 6
	longestLong  = 12
)

// How many letters at the beginning or at the end of a long word are as they should be, where one letter is wrong.
const (
	intactFirst = 3
	intactLast  = 2
)

// TyposOf holds the long words of the tables.
func TyposOf(words map[string]*Word) Typos {
	t := Typos{whole: map[string]*Word{}, short: map[string]near{}}
	for form, w := range words {
		if w.Role&roleLong == 0 {
			continue
		}
		t.whole[form] = w
		t.first.Add(form[:intactFirst])
		t.last.Add(form[len(form)-intactLast:])
		for i := range form {
			t.short[form[:i]+form[i+1:]] = near{w, i}
		}
	}
	return t
}

// Word returns the long word that a spelling is nearest to, or unknown.
func (t *Typos) Word(spelling string) *Word {
	if n := len(spelling); n > longestLong || n < ShortestLong-1 ||
		!sieve.Passes(&t.first, spelling[:intactFirst]) && !sieve.Passes(&t.last, spelling[n-intactLast:]) {
		return Unknown
	}
	if n, ok := t.short[spelling]; ok { // a letter is missing
		return n.word
	}
	var room [longestLong]byte
	for i := range len(spelling) {
		rest := append(append(room[:0], spelling[:i]...), spelling[i+1:]...)
		if w, ok := t.whole[string(rest)]; ok { // a letter too many
			return w
		}
		// A wrong letter stands where the right one is missing, two swapped ones stand beside each other.
		if n, ok := t.short[string(rest)]; ok && n.left-i <= 1 && i-n.left <= 1 {
			return n.word
		}
	}
	return Unknown
}

// Sounds finds words of Roman Urdu by the form in which their spellings are the same.
type Sounds map[string]*Word

// SoundsOf holds the words of the tables that are looked up so, by what key makes of them.
func SoundsOf(words map[string]*Word, key func(form string) string) Sounds {
	s := Sounds{}
	for form, w := range words {
		if w.Role&roleSounds != 0 {
			s[key(form)] = w
		}
	}
	return s
}
