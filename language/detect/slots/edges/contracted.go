package edges

import (
	"strings"

	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// contracted is how English writes "is" at the end of the word before it.
var contracted = [...]string{"'s", "’s"}

// WithoutIs is the name of a thing without a contracted "is": the taxi's.
func (s Sentence) WithoutIs(name string) string {
	for _, ending := range contracted {
		bare := name[:max(0, len(name)-len(ending))]
		if strings.EqualFold(name[len(bare):], ending) && bare != "" && s.Language == meaning.English && !s.atSomeones(bare) {
			return bare
		}
	}
	return name
}

// atSomeones says whether a name ends with where something is: keys at Saad's.
func (s Sentence) atSomeones(name string) bool {
	tokens := text.Parse(name).Tokens
	return len(tokens) > 1 && s.Forms.Whereabouts[tokens[len(tokens)-2].Norm]
}
