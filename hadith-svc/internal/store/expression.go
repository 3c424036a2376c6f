package store

import (
	"slices"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/searchtext"
)

// syntax is the language of an engine's full-text queries. Words have letters and digits alone, so that nothing in them
// means anything to an engine.
type syntax struct {
	and, or string
	phrase  func(words []string, beginning bool) string
	// fit is what says how well a term fits, of the term in whole words and of the term as it is asked for.
	fit func(whole, asked string) string
}

// expressions are a search as an engine is asked for it.
type expressions struct {
	// found finds what is searched for.
	found string
	// about finds those of them that are about a word or phrase.
	about string
	// fit says how well one of found fits: a whole word fits better than its beginning.
	fit string
	// fitAbout says the same of one of about.
	fitAbout string
}

// expressions asks for terms that may have been completed; about are they as words that a text is about.
func (s syntax) expressions(query hadith.SearchQuery, terms, about []searchtext.Term) expressions {
	found, fit, abouts := s.labels(query.Filter), []string{}, []string{}
	for i, term := range query.Words.Terms {
		found = append(found, s.any(terms[i]))
		whole := term
		whole.Beginning = false
		fit = append(fit, s.fit(s.any(whole), s.any(term)))
	}
	for _, term := range about {
		abouts = append(abouts, s.any(term))
	}
	all, anyAbout := strings.Join(found, s.and), s.either(abouts...)
	return expressions{found: all, about: all + s.and + anyAbout, fit: strings.Join(fit, s.and), fitAbout: anyAbout}
}

// any says that a term must be found in any of its forms.
func (s syntax) any(term searchtext.Term) string {
	var forms []string
	if term.Stem != "" && (!term.Beginning || term.Forms[0][0] != term.Stem) { // else its beginning finds it
		forms = append(forms, s.phrase([]string{term.Stem}, false))
	}
	for _, word := range term.Whole {
		if form := s.phrase([]string{word}, false); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	for _, words := range term.Forms {
		if form := s.phrase(words, term.Beginning); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return s.either(forms...)
}

func (s syntax) either(expressions ...string) string {
	return "(" + strings.Join(expressions, s.or) + ")"
}

// labels say that a filter must match.
func (s syntax) labels(filter hadith.Filter) []string {
	var labels []string
	for _, label := range filter.Labels() {
		labels = append(labels, s.phrase([]string{searchtext.Label(label)}, false))
	}
	if filter.Book != 0 {
		labels = append(labels, s.phrase([]string{bookLabel(filter.Book)}, false))
	}
	return labels
}
