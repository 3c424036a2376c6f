package words

import (
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/language/spelling"
)

// patterns are those of some texts, each behind a beginning and with so many groups.
func patterns(begin string, texts []string, groups int) ([]*regexp.Regexp, error) {
	made := make([]*regexp.Regexp, 0, len(texts))
	for _, text := range texts {
		pattern, err := regexp.Compile(begin + text)
		if err != nil {
			return nil, fmt.Errorf("words.yaml: %w", err)
		}
		if pattern.NumSubexp() != groups {
			return nil, fmt.Errorf("words.yaml: %q has %d groups, not %d", text, pattern.NumSubexp(), groups)
		}
		made = append(made, pattern)
	}
	return made, nil
}

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

// patternsOf are patterns by what they are under.
func patternsOf(begin string, texts map[string][]string, groups int) (map[string][]*regexp.Regexp, error) {
	made := make(map[string][]*regexp.Regexp, len(texts))
	for under, of := range texts {
		compiled, err := patterns(begin, of, groups)
		if err != nil {
			return nil, err
		}
		made[under] = compiled
	}
	return made, nil
}
