package thesaurus

import (
	"strings"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"

	"github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// word is what the thesaurus knows of one word.
type word struct {
	stem, key     string
	says          bool  // whether it says something by itself
	english, urdu heads // the spellings that may begin with it
}

// heads are the entries whose first word one is.
type heads struct {
	whole      []entry
	beginnings [][]entry // those of which it has only to begin with the first word, the longest first
}

// at returns what the longest spelling means with which the words begin, and its length, 0 if none is known.
func (h heads) at(words []string) (is []string, length int) {
	is, length = longest(h.whole, words)
	for _, entries := range h.beginnings {
		if also, longer := longest(entries, words); longer > length {
			return also, longer
		}
	}
	return is, length
}

func (t *Thesaurus) lookUp(token *text.Token) *word {
	stem, key := stemOf(token), keyOf(token)
	return &word{
		stem: stem, key: key, says: !t.empty[token.Norm] && utf8.RuneCountInString(stem) > 1,
		english: t.english.heads(stem), urdu: t.urdu.heads(key),
	}
}

func (t table) heads(first string) heads {
	h := heads{whole: t.whole[first]}
	for end := min(len(first), t.longest); end >= leastBeginning; end-- {
		if entries := t.beginning[first[:end]]; entries != nil {
			h.beginnings = append(h.beginnings, entries)
		}
	}
	return h
}

// Reader reads many texts. It looks a word up once, so that it is faster than the Thesaurus, whose answers it gives. It is not safe
// for concurrent use.
type Reader struct {
	of    *Thesaurus
	words map[string]*word
}

// mostWords bounds the words that a reader keeps, of at most mostLength bytes: then it forgets all of them.
const (
	mostWords  = 8 << 10
	mostLength = 64
)

// Reader returns one that has read nothing yet.
func (t *Thesaurus) Reader() *Reader { return &Reader{t, map[string]*word{}} }

// Terms returns what Thesaurus.Terms does.
func (r *Reader) Terms(of string) []string { return r.of.read(of, r.lookUp).terms() }

func (r *Reader) lookUp(token *text.Token) *word {
	known := r.words[token.Norm]
	if known != nil {
		return known
	}
	known = r.of.lookUp(token)
	if len(token.Norm) > mostLength {
		return known
	}
	if len(r.words) >= mostWords {
		clear(r.words)
	}
	r.words[strings.Clone(token.Norm)] = known
	return known
}

// stemOf returns a word without its English ending.
func stemOf(token *text.Token) string {
	if token.Script != text.Latin {
		return keyOf(token)
	}
	return english.Stem(token.Norm, false)
}

// keyOf returns the form in which spellings of a word in Roman Urdu or Urdu are the same.
func keyOf(token *text.Token) string {
	switch token.Script {
	case text.Latin:
		return string(lexicon.Key(nil, token.Norm))
	case text.Arabic:
		return string(lexicon.UrduKey(nil, token.Norm))
	default:
		return token.Norm
	}
}
