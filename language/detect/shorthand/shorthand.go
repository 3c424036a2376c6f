// Package shorthand writes out English as it is texted: hv, abt, remind me 2 ring.
package shorthand

import (
	_ "embed"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/language/detect/forms"
	"github.com/salaatflow/platform/language/detect/text"
)

//go:embed shorthand.yaml
var shorthandYAML []byte

// Shorthand is how English is texted; shorthand.yaml explains its lists. It never changes and may be shared.
type Shorthand struct {
	Written                                                                      map[string]forms.Set
	To, For, One, Done                                                           string
	Dun, Stems, Definite, Leads, Needs, Moves, Numbers, Whom, Where, Days, Verbs forms.Set

	full   map[string]string // what each short form is short for
	counts func(word string) bool
}

// New reads the short forms that come with the program. counts says whether a word is one that a number counts.
func New(counts func(word string) bool) (*Shorthand, error) {
	s, err := load(shorthandYAML)
	if err != nil {
		return nil, err
	}
	s.counts = counts
	return s, nil
}

func load(content []byte) (*Shorthand, error) {
	s := &Shorthand{full: map[string]string{}}
	if err := forms.Decode("shorthand.yaml", content, s); err != nil {
		return nil, err
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

// WriteOut gives tokens that are written short the form in which they are written out: hv, abt, remind me 2 ring.
func (s *Shorthand) WriteOut(tokens []text.Token) {
	digits := false
	for i := range tokens {
		if token := &tokens[i]; token.Script != text.Latin {
			digits = digits || token.Norm == digitTo || token.Norm == digitFor || token.Norm == digitOne
		} else if full := s.full[token.Norm]; full != "" {
			token.Norm = full
		} else if s.Dun[token.Norm] && (i == 0 || !s.Stems[tokens[i-1].Norm]) {
			token.Norm = s.Done
		}
	}
	for i := range tokens {
		if digits && tokens[i].Script == text.Number {
			s.writeOutDigit(tokens, i)
		}
	}
}

// writeOutDigit gives a 2 or 4 the form of the word that it stands for.
func (s *Shorthand) writeOutDigit(tokens []text.Token, i int) {
	token := &tokens[i]
	switch {
	case token.Norm == digitTo && s.betweenWords(tokens, i) && s.meansTo(tokens, i):
		token.Norm, token.Script = s.To, text.Latin
	case token.Norm == digitFor && s.betweenWords(tokens, i) && s.meansFor(tokens, i):
		token.Norm, token.Script = s.For, text.Latin
	case token.Norm == digitOne && i > 0 && s.meansOne(tokens, i):
		token.Norm, token.Script = s.One, text.Latin
	}
}

// betweenWords says whether nothing but spaces parts a token from the ones beside it, and a word follows that is not counted and no unit.
func (s *Shorthand) betweenWords(tokens []text.Token, i int) bool {
	if i == 0 || i+1 >= len(tokens) || tokens[i].Before != text.Space || tokens[i].After != text.Space {
		return false
	}
	next := &tokens[i+1]
	becomes := tokens[i-1].Script == text.Number && s.movesBefore(tokens, i) // rename 1 2 dua list
	return next.Script == text.Latin && (becomes || !s.counts(next.Norm))
}

// meansTo says whether a 2 between words leads to what is to be done, or to what a task becomes.
func (s *Shorthand) meansTo(tokens []text.Token, i int) bool {
	before, next := &tokens[i-1], tokens[i+1].Norm
	switch {
	case s.Leads[before.Norm]:
		return true
	case s.Needs[before.Norm]:
		return s.Verbs[next]
	case s.Numbers[before.Norm]:
		return false
	}
	return (s.Days[next] || s.Where[next] || before.Script == text.Number) && s.movesBefore(tokens, i)
}

// movesBefore says whether a deed that makes something of a task stands before a token, and one token at least between them.
func (s *Shorthand) movesBefore(tokens []text.Token, i int) bool {
	const farthest = 5
	for j := i - 2; j >= max(0, i-farthest) && !tokens[j+1].Before.Ends(); j-- {
		if s.Moves[tokens[j].Norm] {
			return true
		}
	}
	return false
}

// meansFor says whether a 4 between words tells whom or which day something is for.
func (s *Shorthand) meansFor(tokens []text.Token, i int) bool {
	before, next := tokens[i-1].Norm, tokens[i+1].Norm
	if s.Numbers[before] || s.Moves[before] || tokens[i-1].Script == text.Number {
		return false
	}
	return s.Whom[next] || s.Days[next]
}

// meansOne says whether a 1 stands for the thing that is named before it: the laptop 1.
func (s *Shorthand) meansOne(tokens []text.Token, i int) bool {
	const farthest = 4
	next := ""
	if i+1 < len(tokens) && tokens[i].After == text.Space {
		next = tokens[i+1].Norm
	}
	ends := next == "" && tokens[i].After.Ends()
	if tokens[i].Before != text.Space || next == "" && !ends || s.counts(next) && next != s.To {
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
