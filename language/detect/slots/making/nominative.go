package making

import (
	"slices"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// Nominative is a title as one says it by itself: of "Quran parhne ki yaad dilana" parhna, and not parhne.
func (s Sentence) Nominative(title string) string {
	tokens := text.Parse(title).Tokens
	if s.Language == meaning.English || len(tokens) == 0 {
		return title
	}
	last := tokens[len(tokens)-1]
	at := slices.IndexFunc(s.Forms.ObliqueEndings, func(ending string) bool { return strings.HasSuffix(last.Norm, ending) })
	if at < 0 || at >= len(s.Forms.InfinitiveEndings) || !s.possessed(last.Norm) { // the endings stand in the same order
		return title
	}
	ending, word := s.Forms.ObliqueEndings[at], title[last.Start:]
	if !strings.HasSuffix(word, ending) {
		word = last.Norm // with marks in it, or in capitals
	}
	return title[:last.Start] + strings.TrimSuffix(word, ending) + s.Forms.InfinitiveEndings[at]
}

// possessed says whether a word that may be an infinitive stands in the sentence before ka, ke or ki.
func (s Sentence) possessed(norm string) bool {
	for i := 0; i+1 < len(s.Words); i++ {
		infinitive := s.Norm(i) == norm && (s.Is(i, l.Inf) || s.Bare(i))
		if infinitive && s.Is(i+1, l.Ka) && !s.Parted(i+1) {
			return true
		}
	}
	return false
}
