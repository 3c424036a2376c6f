package searchtext

import (
	"errors"
	"strings"
)

// maxTerms is the most terms of a query.
const maxTerms = 16

// ErrNoWords means that a query has nothing to look for: no word of two letters or more.
var ErrNoWords = errors.New("must have at least one word of two letters or digits")

// ErrManyWords means that a query has more terms than maxTerms.
var ErrManyWords = errors.New("must have at most 16 words")

// Query is what to look for: every term must be found. It is made by Parse.
type Query struct{ Terms []Term }

// Term is a word or a phrase, in all the forms in which it may be indexed: one of them must be found.
type Term struct {
	// Forms are sequences of words that must follow each other.
	Forms [][]string
	// Beginning says that the form of a single word may be the beginning of a longer one.
	Beginning bool
	// Stem is the stem of an English word, which must be found whole; empty for others.
	Stem string
	// Whole are further words that it may be found as, in the form in which they are indexed.
	Whole []string
	// plain says that it is a word outside quotation marks.
	plain bool
}

// Parse reads words, and phrases in quotation marks, in any of the languages. It returns ErrNoWords or ErrManyWords.
func Parse(text string) (Query, error) {
	text = strings.NewReplacer("“", `"`, "”", `"`, "«", `"`, "»", `"`, "„", `"`).Replace(text)
	var query Query
	long := false
	for i, piece := range strings.Split(text, `"`) {
		terms := wordTerms(piece)
		if i%2 == 1 {
			terms = phraseTerm(piece)
		}
		for _, term := range terms {
			long = long || term.letters() >= 2
			query.Terms = append(query.Terms, term)
		}
	}
	switch {
	case !long:
		return Query{}, ErrNoWords
	case len(query.Terms) > maxTerms:
		return Query{}, ErrManyWords
	}
	return query, nil
}

func (t Term) letters() int {
	n := 0
	for _, word := range t.Forms[0] {
		n += len([]rune(word))
	}
	return n
}

func wordTerms(text string) []Term {
	var terms []Term
	for _, s := range words(text) {
		word := text[s.start:s.end]
		folded := fold(word)
		if folded == "" {
			continue
		}
		term := Term{Forms: [][]string{{folded}}, Beginning: len([]rune(folded)) >= 2, plain: true}
		if isArabic(word) {
			bare := bare(folded)
			for _, form := range []string{bare, unjoined(word, bare)} {
				if form != "" && form != folded {
					term.Forms = append(term.Forms, []string{form})
				}
			}
		} else {
			term.Stem = stem(folded)
		}
		terms = append(terms, term)
	}
	return terms
}

// phraseTerm is a phrase, as texts in either kind of language have it; none when it has no words.
func phraseTerm(text string) []Term {
	var folded, bares []string
	differ := false
	for _, s := range words(text) {
		word := fold(text[s.start:s.end])
		if word == "" {
			continue
		}
		folded, bares = append(folded, word), append(bares, bare(word))
		differ = differ || bares[len(bares)-1] != word
	}
	if len(folded) == 0 {
		return nil
	}
	term := Term{Forms: [][]string{folded}}
	if differ {
		term.Forms = append(term.Forms, bares)
	}
	return []Term{term}
}

// About is the term as a word that a text is about: one of its forms must be found. A phrase is any of its words.
func (t Term) About() Term {
	about := Term{Beginning: t.Beginning}
	for _, word := range t.Whole {
		if !strings.HasPrefix(word, string(special)) { // a label is the same
			word = string(special) + word
		}
		about.Whole = append(about.Whole, word)
	}
	for _, form := range t.Forms {
		for _, word := range form {
			about.Forms = append(about.Forms, []string{string(special) + word})
			if stem := stem(word); stem != word && !t.Beginning {
				about.Forms = append(about.Forms, []string{string(special) + stem})
			}
		}
	}
	if t.Stem != "" {
		about.Stem = string(special) + t.Stem
	}
	return about
}
