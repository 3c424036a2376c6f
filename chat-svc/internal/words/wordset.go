package words

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/language/spelling"
)

// wordSet is a set of words as spelling.Words gives them.
type wordSet map[string]bool

// UnmarshalYAML reads a list of words, and fails with one that is several, or none.
func (s *wordSet) UnmarshalYAML(node *yaml.Node) error {
	var list []string
	if err := node.Decode(&list); err != nil {
		return err
	}
	*s = make(wordSet, len(list))
	for _, word := range list {
		folded := spelling.Words(word)
		if len(folded) > 1 {
			return fmt.Errorf("line %d: %q is several words", node.Line, word)
		}
		for _, one := range folded {
			(*s)[one] = true
		}
	}
	return nil
}

// phrases are words that follow each other.
type phrases [][]string

// UnmarshalYAML reads a list of phrases.
func (p *phrases) UnmarshalYAML(node *yaml.Node) error {
	var list []string
	if err := node.Decode(&list); err != nil {
		return err
	}
	for _, phrase := range list {
		*p = append(*p, spelling.Words(phrase))
	}
	return nil
}

// wordPairs are pairs of words that follow each other.
type wordPairs [][2]string

// UnmarshalYAML reads a list of pairs, and fails with what is none.
func (p *wordPairs) UnmarshalYAML(node *yaml.Node) error {
	var list []string
	if err := node.Decode(&list); err != nil {
		return err
	}
	for _, pair := range list {
		folded := spelling.Words(pair)
		if len(folded) != 2 {
			return fmt.Errorf("line %d: %q is no pair of words", node.Line, pair)
		}
		*p = append(*p, [2]string{folded[0], folded[1]})
	}
	return nil
}
