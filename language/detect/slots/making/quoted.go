package making

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// InPhrase says whether what stands in quotation marks is only a part of what is to be done, by what stands beside it and is not taken for
// anything else: read "the message", "ammi" ko phone karna.
func (s Sentence) InPhrase(quoted reading.Span, taken func(word int) bool) bool {
	left := func(i int) bool { return i >= 0 && i < len(s.Words) && !taken(i) }
	if s.Language == meaning.English {
		verb := quoted.From - 1
		done := s.Is(verb, l.Deed, l.ForeignVerb) || s.Bare(verb) && s.Forms.Grammar.Finished[s.Norm(verb-1)]
		return left(verb) && !s.Parted(quoted.From) && (done || s.verbAhead(verb))
	}
	behind := quoted.To
	for s.Is(behind, l.Ko, l.Ka, l.Ke, l.Se, l.In, l.On, l.For, l.With) && left(behind) && !s.Parted(behind) {
		behind++
	}
	verb := !s.Is(behind, l.Is, l.Ho, l.Want, l.Polite, l.Filler, l.Task, l.List, l.Wala, l.Also, l.It, l.This)
	return verb && left(behind) && !s.Parted(behind)
}

// verbAhead says whether a word of which nothing is known stands where the verb of an order would: add iron 'abbu' ki qameez.
func (s Sentence) verbAhead(i int) bool {
	return s.Bare(i) && (i == 0 || s.Parted(i) || s.Is(i-1, l.Create, l.Put, l.To))
}
