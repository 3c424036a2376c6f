// Package explained says which words of a message are explained by what it is taken for. A message that goes on with what was said before
// changes something only where all of them are.
package explained

import (
	"bytes"
	_ "embed"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/forms"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

//go:embed explained.yaml
var explainedYAML []byte

// Words are those of explained.yaml, which explains them. They never change.
type Words struct {
	always, never l.Set
	deeds         map[meaning.Intent]l.Set
	lists
}

// lists are words and phrases, as explained.yaml names them.
type lists struct {
	Words forms.Runs
}

// Load reads the words that come with the program.
func Load() (*Words, error) { return load(explainedYAML) }

func load(data []byte) (*Words, error) {
	var file struct {
		Concepts []string
		Deeds    map[meaning.Intent][]string
		Never    []string
		Lists    lists `yaml:",inline"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("explained.yaml: %w", err)
	}
	w := &Words{deeds: map[meaning.Intent]l.Set{}, lists: file.Lists}
	var err error
	if w.always, err = set(file.Concepts); err != nil {
		return nil, err
	}
	if w.never, err = set(file.Never); err != nil {
		return nil, err
	}
	for deed, concepts := range file.Deeds {
		if w.deeds[deed], err = set(concepts); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func set(concepts []string) (l.Set, error) {
	var of l.Set
	for _, name := range concepts {
		concept, known := l.Named(name)
		if !known {
			return l.Set{}, fmt.Errorf("explained.yaml: no concept is called %q", name)
		}
		of = of.With(concept)
	}
	return of, nil
}

// Beside returns the words of a message, as they were typed, that neither the deed, a time or number nor one of the names explains.
func (w *Words) Beside(c *clauses.Clauses, as meaning.Intent, names []string) []string {
	s := sentence{c}
	named := map[string]bool{}
	for _, name := range names {
		for _, token := range text.Parse(name).Tokens {
			named[token.Norm] = true
		}
	}
	said := covered(c.Tokens, &w.Words)
	var beside []string
	for i, word := range c.Words {
		first := word.First
		if !s.stated(i) && !named[c.Tokens[first].Norm] && !said[first] && !w.explains(word.Concepts, as) {
			beside = append(beside, c.Between(first, word.Last))
		}
	}
	return beside
}

// covered returns which tokens stand in one of these words and phrases.
func covered(tokens []text.Token, by *forms.Runs) []bool {
	in := make([]bool, len(tokens))
	for i := range tokens {
		for j := range by.At(tokens, i) {
			in[i+j] = true
		}
	}
	return in
}

// explains reports whether a word is explained by what it stands for.
func (w *Words) explains(concepts l.Set, as meaning.Intent) bool {
	if concepts.Meets(w.never) || concepts.Has(l.Smalltalk) && !concepts.Has(l.Filler, l.Greeting, l.Thanks) {
		return false
	}
	return concepts.Meets(w.always.Union(w.deeds[as]))
}

// sentence is a message as it is read.
type sentence struct{ *clauses.Clauses }

// stated reports whether a word stands in a place, a time or a number.
func (s sentence) stated(i int) bool {
	first := s.Words[i].First
	_, _, number := s.Num(first)
	counted := number || s.Tokens[first].Script == text.Number || s.ID.Holds(first)
	placed := s.Place.AreaAt.Holds(first) || s.Place.CityAt.Holds(first)
	return counted || placed || s.TimeAt(first) != nil
}
