package edges

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// Letter says whether a word of English is a letter that may end a name.
func (s Sentence) Letter(i int) bool {
	return s.Language == meaning.English && s.Forms.Grammar.Letters[s.Norm(i)]
}

// Capital says whether a word is a letter written large.
func (s Sentence) Capital(i int) bool {
	t := s.Tokens[s.Words[i].First]
	if i > 0 && s.allLarge(i-1) {
		return false // MAKE IT A WEEKLY THING
	}
	return t.End-t.Start == 1 && s.Original[t.Start] >= 'A' && s.Original[t.Start] <= 'Z' && !s.Is(i, l.Me) &&
		s.Language == meaning.English
}

// allLarge says whether every letter of a word is written large, as where nobody writes any other.
func (s Sentence) allLarge(i int) bool {
	t := s.Tokens[s.Words[i].First]
	word := s.Original[t.Start:t.End]
	return t.End-t.Start > 1 && strings.ToUpper(word) == word
}
