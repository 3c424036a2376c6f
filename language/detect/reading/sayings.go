package reading

import (
	"bytes"
	"fmt"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"go.yaml.in/yaml/v3"
)

// Sayings are words or phrases in all their spellings, by the key of their first token.
type Sayings map[string][][]string

// UnmarshalYAML reads a list of words and phrases.
func (p *Sayings) UnmarshalYAML(node *yaml.Node) error {
	var phrases []string
	if err := node.Decode(&phrases); err != nil {
		return err
	}
	*p = Sayings{}
	for _, phrase := range phrases {
		tokens := text.Parse(phrase).Tokens
		keys := l.KeysOf(tokens)
		run := make([]string, len(tokens))
		for i := range tokens {
			run[i] = string(keys.Of(i))
		}
		if len(run) == 0 {
			return fmt.Errorf("line %d: %q holds no word", node.Line, phrase)
		}
		(*p)[run[0]] = append((*p)[run[0]], run)
	}
	return nil
}

// Find returns the tokens of a sentence that say one of the phrases, the longest where several begin at the same token; empty
// where none does.
func (p Sayings) Find(s *Reading) Span {
	for i := range s.Tokens {
		longest := 0
		for _, run := range p[string(s.Keys.Of(i))] {
			if len(run) > longest && s.runsAt(i, run) {
				longest = len(run)
			}
		}
		if longest > 0 {
			return Span{i, i + longest}
		}
	}
	return Span{}
}

// runsAt says whether the keys of the tokens from one on are these, with no end of a sentence between them.
func (s *Reading) runsAt(token int, run []string) bool {
	if token+len(run) > len(s.Tokens) {
		return false
	}
	for i, key := range run {
		if !bytes.Equal(s.Keys.Of(token+i), []byte(key)) || i > 0 && s.Tokens[token+i].Before.Ends() {
			return false
		}
	}
	return true
}

// At returns how many tokens from one on say one of the phrases, the most; 0 for none.
func (p Sayings) At(s *Reading, token int) int { return p.at(s, token) }

// at returns how many tokens from one on say one of the phrases, the most; 0 for none.
func (p Sayings) at(s *Reading, token int) (longest int) {
	if token < 0 || token >= len(s.Tokens) {
		return 0
	}
	for _, run := range p[string(s.Keys.Of(token))] {
		if len(run) > longest && s.runsAt(token, run) {
			longest = len(run)
		}
	}
	return longest
}

// ending returns the first token of the longest phrase that ends before a token; the token itself for none.
func (p Sayings) ending(s *Reading, token int) int {
	const most = 4 // tokens in a phrase
	for from := max(0, token-most); from < token; from++ {
		if p.at(s, from) == token-from {
			return from
		}
	}
	return token
}
