package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/detect/sieve"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/spelling"
)

// Languages says in which languages a spelling is a word.
type Languages uint8

// The languages.
const (
	English Languages = 1 << iota
	Roman
	Urdu
)

// Word is what a spelling stands for.
type Word struct {
	Concepts  Set
	Value     string
	Languages Languages
}

// Lexicon finds words by their spellings. It never changes and may be shared.
type Lexicon struct {
	exact     map[string][]*Word // of one token; more words than one where they are written as one
	keys      map[string][]*Word // by Key or UrduKey; nil where two different words share one
	skeletons map[string][]*Word
	nearly    map[string][]string // from a key with a letter left out to the keys
	phrases   map[string][]phrase // by the key of the first token, the longest first
	begins    sieve.Sieve         // of those keys
	plain     map[string]struct{}
}

type phrase struct {
	rest []string // keys of the tokens after the first
	word *Word
}

// Load reads the data files that come with the program.
func Load() (*Lexicon, error) {
	all, err := readFiles(data)
	if err != nil {
		return nil, err
	}
	b := builder{
		all: all, exact: map[string]*Word{}, joined: map[string][]*Word{}, phrases: map[string]*Word{},
		near: map[string]bool{},
	}
	if err := b.build(); err != nil {
		return nil, fmt.Errorf("lexicon: %w", err)
	}
	return b.lexicon(), nil
}

// Tagged is a word of a sentence.
type Tagged struct {
	*Word
	// First and Last are the indexes of its tokens.
	First, Last int
}

// unknown is the word of what stands in no file.
var unknown = &Word{}

// Knows says whether a token is a word as it stands, and not two written as one.
func (l *Lexicon) Knows(norm string) bool {
	_, plain := l.plain[norm]
	return plain || len(l.exact[norm]) == 1
}

// Tag finds the words of a sentence, the longest first. Words that are written as one are two, with the same token. The
// keys are those of the tokens.
func (l *Lexicon) Tag(tokens []text.Token, keys Keys) []Tagged {
	tagged := make([]Tagged, 0, len(tokens)+4)
	t := tagger{lexicon: l, tokens: tokens, keys: keys}
	for i := 0; i < len(tokens); {
		if word, length := t.phraseAt(i); length > 0 {
			tagged = append(tagged, Tagged{Word: word, First: i, Last: i + length - 1})
			i += length
			continue
		}
		for _, word := range t.wordAt(i) {
			tagged = append(tagged, Tagged{Word: word, First: i, Last: i})
		}
		i++
	}
	return tagged
}

// tagger finds the words of one sentence.
type tagger struct {
	lexicon *Lexicon
	tokens  []text.Token
	keys    Keys
	scratch [64]byte
}

func (t *tagger) key(i int) []byte { return t.keys.Of(i) }

func (t *tagger) phraseAt(i int) (*Word, int) {
	key := t.key(i)
	if !sieve.Passes(&t.lexicon.begins, key) {
		return nil, 0
	}
	for _, p := range t.lexicon.phrases[string(key)] {
		if t.follows(i+1, p.rest) {
			return p.word, 1 + len(p.rest)
		}
	}
	return nil, 0
}

func (t *tagger) follows(i int, rest []string) bool {
	if i+len(rest) > len(t.tokens) {
		return false
	}
	for j, key := range rest {
		if string(t.key(i+j)) != key || t.tokens[i+j].Before.Ends() {
			return false
		}
	}
	return true
}

var nothing = []*Word{unknown}

func (t *tagger) wordAt(i int) []*Word {
	token, l := t.tokens[i], t.lexicon
	if token.Script == text.Number {
		return nothing
	}
	if words, ok := l.exact[token.Norm]; ok {
		return words
	}
	if _, plain := l.plain[token.Norm]; plain {
		return nothing
	}
	key := t.key(i)
	if words := l.keys[string(key)]; words != nil {
		return words
	}
	if token.Script == text.Latin && vowels(token.Norm) <= 1 && len(key) >= 3 {
		if words := l.skeletons[string(Skeleton(t.scratch[:0], key))]; words != nil {
			return words
		}
	}
	if words := t.misspelt(key); words != nil {
		return words
	}
	if words := l.glued(token); words != nil {
		return words
	}
	return nothing
}

// misspelt finds the word that was meant if one letter of it is wrong, left out, added or exchanged with its neighbour.
func (t *tagger) misspelt(key []byte) []*Word {
	if len(key) < leastMisspelt || len(key) > len(t.scratch) || key[0] >= utf8.RuneSelf && len(key) < 2*leastMisspelt {
		return nil
	}
	var found string
	try := func(part []byte) bool {
		for _, candidate := range t.lexicon.nearly[string(part)] {
			if candidate[0] != key[0] || spelling.Distance(candidate, string(key), 1) > 1 || candidate == found {
				continue
			}
			if found != "" && !same(t.lexicon.keys[found], t.lexicon.keys[candidate]) {
				return false
			}
			found = candidate
		}
		return true
	}
	if !try(key) {
		return nil
	}
	for i := range key {
		if !try(append(append(t.scratch[:0], key[:i]...), key[i+1:]...)) {
			return nil
		}
	}
	if found == "" {
		return nil
	}
	return t.lexicon.keys[found]
}

// leastMisspelt is the least number of bytes of a key that may be misspelt: shorter words are too like others.
const leastMisspelt = 5

// Each calls a function with every spelling of one word and what it stands for.
func (l *Lexicon) Each(call func(spelling string, word *Word)) {
	for spelling, words := range l.exact {
		if len(words) == 1 {
			call(spelling, words[0])
		}
	}
}

func sortPhrases(phrases map[string][]phrase) {
	for _, list := range phrases {
		slices.SortStableFunc(list, func(a, b phrase) int { return len(b.rest) - len(a.rest) })
	}
}

func fields(spelling string) []string { return strings.Fields(spelling) }
