package searchtext

import "strings"

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
	indexed := make([]string, len(spans))
	for i, s := range spans {
		indexed[i] = form(text[s.start:s.end], language)
	}
	hits := make([]bool, len(spans))
	for _, term := range q.Terms {
		for i := range indexed {
			for n := range term.length(indexed[i:], language) {
				hits[i+n] = true
			}
		}
	}
	return hits
}

// length is how many words the term takes at the start of words, 0 when it is not there.
func (t Term) length(words []string, language Language) int {
	if t.Stem != "" && language == English && words[0] != "" && stem(words[0]) == t.Stem {
		return 1
	}
	for _, form := range t.Forms {
		if len(form) <= len(words) && t.begins(form, words) {
			return len(form)
		}
	}
	return 0
}

func (t Term) begins(form, words []string) bool {
	for i, want := range form {
		last := i == len(form)-1
		if words[i] != want && (!t.Beginning || !last || !strings.HasPrefix(words[i], want)) {
			return false
		}
	}
	return true
}
