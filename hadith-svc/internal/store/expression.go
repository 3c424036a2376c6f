package store

import (
	"slices"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

// syntax is the query language of an engine's full-text search. Words have only letters and digits, so nothing in them
// has a meaning to an engine.
type syntax struct {
	and, or string
	phrase  func(words []string, beginning bool) string
	// fit combines what expresses how well a term fits: the term in whole words, and the term as it was asked for.
	fit func(whole, asked string) string
}

// all returns the query for what matches a filter and has every term.
func (s syntax) all(filter hadith.Filter, terms []searchtext.Term) string {
	var all []string
	for _, term := range slices.Concat(labels(filter), terms) {
		all = append(all, s.any(term))
	}
	return strings.Join(all, s.and)
}

// fits returns the query for how well something fits the terms. A whole word fits better than its beginning.
func (s syntax) fits(terms []searchtext.Term) string {
	var fit []string
	for _, term := range terms {
		whole := term
		whole.Beginning = false
		fit = append(fit, s.fit(s.any(whole), s.any(term)))
	}
	return strings.Join(fit, s.and)
}

// either returns the query for what has any of the terms.
func (s syntax) either(terms []searchtext.Term) string {
	var all []string
	for _, term := range terms {
		all = append(all, s.any(term))
	}
	return "(" + strings.Join(all, s.or) + ")"
}

// any returns the query for a term, which must occur in any of its forms.
func (s syntax) any(term searchtext.Term) string {
	var forms []string
	for _, f := range formsOf(term) {
		if form := s.phrase(f.words, f.beginning); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return "(" + strings.Join(forms, s.or) + ")"
}

// form is a word, the beginning of one, or a phrase, in which a term may occur.
type form struct {
	words     []string
	beginning bool
}

// formsOf returns all forms of a term.
func formsOf(term searchtext.Term) (forms []form) {
	if term.Stem != "" && (!term.Beginning || term.Forms[0][0] != term.Stem) { // otherwise its beginning finds it
		forms = append(forms, form{[]string{term.Stem}, false})
	}
	for _, word := range term.Whole {
		forms = append(forms, form{[]string{word}, false})
	}
	for _, words := range term.Forms {
		forms = append(forms, form{words, term.Beginning})
	}
	return forms
}

// key returns the form's key among the common words, or "" for a phrase.
func (f form) key() string {
	switch {
	case len(f.words) > 1:
		return ""
	case f.beginning:
		return f.words[0] + "*"
	default:
		return f.words[0]
	}
}

// isFoundBy reports whether another form finds everything that this one does.
func (f form) isFoundBy(other form) bool {
	return len(f.words) == 1 && other.beginning && len(other.words) == 1 && strings.HasPrefix(f.words[0], other.words[0])
}

// termOf returns a term with these forms.
func termOf(forms []form) (term searchtext.Term) {
	for _, f := range forms {
		if len(f.words) == 1 && !f.beginning {
			term.Whole = append(term.Whole, f.words[0])
			continue
		}
		term.Forms = append(term.Forms, f.words)
		term.Beginning = term.Beginning || f.beginning // either all forms of a term are beginnings or none is
	}
	return term
}

// labels returns the terms for the labels of a filter.
func labels(filter hadith.Filter) []searchtext.Term {
	var labels []searchtext.Term
	for _, label := range filter.Labels() {
		labels = append(labels, searchtext.Term{Whole: []string{searchtext.Label(label)}})
	}
	if filter.Book != 0 {
		labels = append(labels, searchtext.Term{Whole: []string{bookLabel(filter.Book)}})
	}
	return labels
}
