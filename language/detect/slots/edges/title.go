// Package edges finds in Urdu what stands at the edges of a name and is no part of it.
package edges

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// Sentence is a sentence in which names are found.
type Sentence struct{ *clauses.Clauses }

// OfCompartment is how many words tell what InCompartment finds.
const OfCompartment = 4

// InCompartment says whether the name of a category is what something is put into: zikr ke khane mein, ذکر والے خانے میں.
func (s Sentence) InCompartment(i int) bool {
	return s.Is(i+1, l.Ka, l.Wala) && s.Forms.Compartments[s.Norm(i+2)] && s.Is(i+3, l.In) && !s.Parted(i+1) && !s.Parted(i+3)
}

// EndsInIs says whether a clause of Urdu that "hai" closes ends before a word: urgent hai bill bharna hai.
func (s Sentence) EndsInIs(to int) bool {
	return s.Language != meaning.English && s.Is(to-1, l.Is) && s.Words[to-1].Languages&l.English == 0 && !s.Is(to, l.Ke, l.Not)
}
