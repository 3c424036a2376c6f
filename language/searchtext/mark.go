package searchtext

import (
	"slices"
	"strings"
)

// around is how many words an excerpt has before its first hit, and after it.
const (
	before = 8
	after  = 24
)

// Excerpt is the piece of a text around the first hit of query, as HTML with each hit between <mark> and </mark>. It is
// false when nothing hits.
func Excerpt(text string, language Language, query Query) (string, bool) {
	spans := words(text)
	hits := query.hits(text, spans, language)
	first := -1
	for i, hit := range hits {
		if hit {
			first = i
			break
		}
	}
	if first < 0 {
		return "", false
	}
	from, to := max(0, first-before), min(len(spans), first+after)
	return markup(text, spans, hits, from, to), true
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func markup(text string, spans []span, hits []bool, from, to int) string {
	var b strings.Builder
	at := spans[from].start
	if from == 0 {
		at = 0
	} else {
		b.WriteString("… ")
	}
	for i := from; i < to; i++ {
		b.WriteString(escape.Replace(text[at:spans[i].start]))
		word := escape.Replace(text[spans[i].start:spans[i].end])
		if hits[i] {
			word = "<mark>" + word + "</mark>"
		}
		b.WriteString(word)
		at = spans[i].end
	}
	if to == len(spans) {
		b.WriteString(escape.Replace(text[at:]))
	} else {
		b.WriteString(" …")
	}
	return b.String()
}

// hits says of each word of a text whether the query is found there.
func (q Query) hits(text string, spans []span, language Language) []bool {
	found := make([]entry, len(spans))
	for i, s := range spans {
		found[i] = entryOf(text[s.start:s.end], language)
	}
	hits := make([]bool, len(spans))
	for _, term := range q.Terms {
		for i := range found {
			for n := range term.length(found[i:]) {
				hits[i+n] = true
			}
		}
	}
	return hits
}

// length is how many words the term takes at the start of words, 0 when it is not there.
func (t Term) length(words []entry) int {
	if t.Stem != "" && words[0].is(t.Stem, false) || slices.ContainsFunc(t.Whole, words[0].isWhole) {
		return 1
	}
	for _, form := range t.Forms {
		if len(form) <= len(words) && t.begins(form, words) {
			return len(form)
		}
	}
	return 0
}

func (t Term) begins(form []string, words []entry) bool {
	if len(form) == 1 {
		return words[0].is(form[0], t.Beginning)
	}
	for i, want := range form {
		if words[i].word != want {
			return false
		}
	}
	return true
}

func (e entry) isWhole(want string) bool { return e.is(want, false) }

func (e entry) is(want string, beginning bool) bool {
	matches := func(word string) bool { return word == want || beginning && strings.HasPrefix(word, want) }
	return matches(e.word) || slices.ContainsFunc(e.others, matches)
}
