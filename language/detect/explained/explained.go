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
	Words, Past, Owned, Weighing, Subjects, Finite, Lasting, Elsewhere, Unnamed, None, Others forms.Runs
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

// Beside returns the words of a message, as they were typed, that neither the deed, a time or number nor one of the names explains. What
// asks, and what denies the only time that is told, is among them.
func (w *Words) Beside(c *clauses.Clauses, as meaning.Intent, names []string) []string {
	s := sentence{c}
	named := map[string]bool{}
	for _, name := range names {
		for _, token := range text.Parse(name).Tokens {
			named[token.Norm] = true
		}
	}
	past := as != meaning.CompleteTask && !w.Owned.Within(c.Tokens) // "yes I did" tells of the deed itself
	said := covered(c.Tokens, &w.Words)
	var beside []string
	for i, word := range c.Words {
		first := word.First
		known := s.stated(i) || named[c.Tokens[first].Norm] || said[first]
		isPast := w.Past.At(c.Tokens, first) > 0
		switch {
		case w.isNone(s, i):
			known = false
		case isPast:
			known = known || !past
		case !known:
			known = !s.deniesOnlyTime(i) && w.explains(word.Concepts, as)
		}
		if !known {
			beside = append(beside, c.Between(first, word.Last))
		}
	}
	if s.asks() || s.asksWhether() {
		beside = append(beside, "?")
	}
	if i := s.habit(); i >= 0 {
		beside = append(beside, c.Between(c.Words[i].First, c.Words[i+1].Last))
	}
	return beside
}

// habit returns where the message tells what is usually so, which orders nothing: "roz yehi hota hai"; -1 for nowhere.
func (s sentence) habit() int {
	for i := range s.Words {
		if s.Is(i, l.Hab) && s.Is(i+1, l.Is) {
			return i
		}
	}
	return -1
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

// isNone reports whether no change is about what a word names, which may also be only an exclamation: ya Allah.
func (w *Words) isNone(s sentence, i int) bool {
	length := w.None.At(s.Tokens, s.Words[i].First)
	return length > 1 || length == 1 && !s.Is(i, l.Filler)
}

// explains reports whether a word is explained by what it stands for.
func (w *Words) explains(concepts l.Set, as meaning.Intent) bool {
	if concepts.Meets(w.never) || concepts.Has(l.Smalltalk) && !concepts.Has(l.Filler, l.Greeting, l.Thanks) {
		return false
	}
	return concepts.Meets(w.always.Union(w.deeds[as]))
}

// Weighs reports whether a message only weighs a deed, by a question, an opinion or a wish: "should I delete it?", "hatana chahiye".
func (w *Words) Weighs(c *clauses.Clauses) bool {
	s := sentence{c}
	return w.Weighing.Within(c.Tokens) || s.asks() || s.asksWhether()
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

// asks reports whether the message ends in a question mark and asks nobody to do something: "friday?", and not "can you make it friday?".
func (s sentence) asks() bool {
	if len(s.Tokens) == 0 || s.Has(l.Can, l.Polite) {
		return false
	}
	begins := s.Language == meaning.English && s.Forms.QuestionVerbs[s.Tokens[0].Norm] && !s.Is(1, l.You)
	return begins || s.Tokens[len(s.Tokens)-1].After.Has(text.Question)
}

// asksWhether reports whether the message leaves open if something shall be: "pina chahiye ya nahi", "… or not".
func (s sentence) asksWhether() bool {
	for i := range s.Words {
		if s.Is(i, l.Or) && s.Is(i+1, l.Not) {
			return true
		}
	}
	return false
}

// deniesOnlyTime reports whether a word denies the one time or number that the message tells: "not 5", "jumay ko nahi".
func (s sentence) deniesOnlyTime(i int) bool {
	if !s.Is(i, l.Not) || s.times() != 1 {
		return false
	}
	if s.Language == meaning.English {
		return i+1 < len(s.Words) && s.stated(i+1) && !s.Is(i, l.No)
	}
	return i > 0 && s.stated(i-1) || s.Is(i-1, l.Ko, l.On) && i > 1 && s.stated(i-2)
}

// times returns how many times and numbers are told.
func (s sentence) times() (count int) {
	for i := 0; i < len(s.Words); i++ {
		if !s.stated(i) {
			continue
		}
		count++
		for e := s.TimeAt(s.Words[i].First); e != nil && i+1 < len(s.Words) && s.Words[i+1].First < e.To; {
			i++
		}
	}
	return count
}
