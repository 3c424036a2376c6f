package reading

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/language/detect/forms"
	"github.com/salaatflow/platform/language/detect/text"
	"go.yaml.in/yaml/v3"
)

//go:embed shorthand.yaml
var shorthandYAML []byte

// shorthand is how English is texted; shorthand.yaml explains its lists.
type shorthand struct {
	Written                                                                      map[string]forms.Set
	To, For, One, Done                                                           string
	Dun, Stems, Definite, Leads, Needs, Moves, Numbers, Whom, Where, Days, Verbs forms.Set

	full map[string]string // what each short form is short for
}

func loadShorthand(content []byte) (*shorthand, error) {
	s := &shorthand{full: map[string]string{}}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(s); err != nil {
		return nil, fmt.Errorf("shorthand.yaml: %w", err)
	}
	for full, forms := range s.Written {
		for form := range forms {
			if s.full[form] != "" {
				return nil, fmt.Errorf("shorthand.yaml: %q is short for %q and for %q", form, s.full[form], full)
			}
			s.full[form] = full
		}
	}
	if s.To == "" || s.For == "" || s.One == "" || s.Done == "" {
		return nil, errors.New("shorthand.yaml: to, for, one and done must say what 2, 4, 1 and dun stand for")
	}
	return s, nil
}

// The digits that are written for words.
const (
	digitOne = "1"
	digitTo  = "2"
	digitFor = "4"
)

// writeOut gives tokens that are written short the form in which they are written out: hv, abt, remind me 2 ring.
func (r *Reader) writeOut(tokens []text.Token) {
	digits := false
	for i := range tokens {
		if token := &tokens[i]; token.Script != text.Latin {
			digits = digits || token.Norm == digitTo || token.Norm == digitFor || token.Norm == digitOne
		} else if full := r.shorthand.full[token.Norm]; full != "" {
			token.Norm = full
		} else if r.shorthand.Dun[token.Norm] && (i == 0 || !r.shorthand.Stems[tokens[i-1].Norm]) {
			token.Norm = r.shorthand.Done
		}
	}
	for i := range tokens {
		if digits && tokens[i].Script == text.Number {
			r.writeOutDigit(tokens, i)
		}
	}
}

// writeOutDigit gives a 2 or 4 the form of the word that it stands for.
func (r *Reader) writeOutDigit(tokens []text.Token, i int) {
	token := &tokens[i]
	switch {
	case token.Norm == digitTo && r.betweenWords(tokens, i) && r.meansTo(tokens, i):
		token.Norm, token.Script = r.shorthand.To, text.Latin
	case token.Norm == digitFor && r.betweenWords(tokens, i) && r.meansFor(tokens, i):
		token.Norm, token.Script = r.shorthand.For, text.Latin
	case token.Norm == digitOne && i > 0 && r.meansOne(tokens, i):
		token.Norm, token.Script = r.shorthand.One, text.Latin
	}
}

// betweenWords says whether nothing but spaces parts a token from the ones beside it, and a word follows that is not counted and no unit.
func (r *Reader) betweenWords(tokens []text.Token, i int) bool {
	if i == 0 || i+1 >= len(tokens) || tokens[i].Before != text.Space || tokens[i].After != text.Space {
		return false
	}
	next := &tokens[i+1]
	becomes := tokens[i-1].Script == text.Number && r.movesBefore(tokens, i) // rename 1 2 dua list
	return next.Script == text.Latin && (becomes || !r.times.Counts(next.Norm))
}

// meansTo says whether a 2 between words leads to what is to be done, or to what a task becomes.
func (r *Reader) meansTo(tokens []text.Token, i int) bool {
	before, next := &tokens[i-1], tokens[i+1].Norm
	s := r.shorthand
	switch {
	case s.Leads[before.Norm]:
		return true
	case s.Needs[before.Norm]:
		return s.Verbs[next]
	case s.Numbers[before.Norm]:
		return false
	}
	return (s.Days[next] || s.Where[next] || before.Script == text.Number) && r.movesBefore(tokens, i)
}

// movesBefore says whether a deed that makes something of a task stands before a token, and one token at least between them.
func (r *Reader) movesBefore(tokens []text.Token, i int) bool {
	const farthest = 5
	for j := i - 2; j >= max(0, i-farthest) && !tokens[j+1].Before.Ends(); j-- {
		if r.shorthand.Moves[tokens[j].Norm] {
			return true
		}
	}
	return false
}

// meansFor says whether a 4 between words tells whom or which day something is for.
func (r *Reader) meansFor(tokens []text.Token, i int) bool {
	before, next := tokens[i-1].Norm, tokens[i+1].Norm
	s := r.shorthand
	if s.Numbers[before] || s.Moves[before] || tokens[i-1].Script == text.Number {
		return false
	}
	return s.Whom[next] || s.Days[next]
}

// meansOne says whether a 1 stands for the thing that is named before it: the laptop 1.
func (r *Reader) meansOne(tokens []text.Token, i int) bool {
	const farthest = 4
	s, next := r.shorthand, ""
	if i+1 < len(tokens) && tokens[i].After == text.Space {
		next = tokens[i+1].Norm
	}
	ends := next == "" && tokens[i].After.Ends()
	if tokens[i].Before != text.Space || next == "" && !ends || r.times.Counts(next) && next != s.To {
		return false
	}
	if s.Numbers[tokens[i-1].Norm] || s.Definite[tokens[i-1].Norm] || tokens[i-1].Script != text.Latin || s.Days[next] {
		return false
	}
	for j := i - 2; j >= max(0, i-farthest) && !tokens[j+1].Before.Ends(); j-- {
		if s.Definite[tokens[j].Norm] {
			return true
		}
	}
	return false
}
