// Package lands finds the country that a text names.
package lands

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/gazetteer"
	"go.yaml.in/yaml/v3"
)

//go:embed lands.yaml
var landsYAML []byte

// Lands are the names of countries. They never change and may be shared.
type Lands struct {
	codes          map[string]string // by the tokens of a name, with spaces between them
	doubtful       map[string]bool
	before, behind map[string]bool
	longest        int // tokens in a name
}

// New takes the names of countries from the gazetteer.
func New(g *gazetteer.Gazetteer) (*Lands, error) {
	var file struct {
		Doubtful []string `yaml:"doubtful"`
		Before   []string `yaml:"before"`
		Behind   []string `yaml:"behind"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(landsYAML))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("lands.yaml: %w", err)
	}
	l := &Lands{codes: map[string]string{}, doubtful: setOf(file.Doubtful), before: setOf(file.Before), behind: setOf(file.Behind)}
	for code, names := range g.CountriesCalled() {
		l.add(code, names)
	}
	return l, nil
}

func (l *Lands) add(code string, names []string) {
	for _, name := range names {
		tokens := text.Parse(name).Tokens
		l.codes[joined(tokens)] = code
		l.longest = max(l.longest, len(tokens))
	}
}

// In returns the code of the country that tokens name, or "" if they name none.
func (l *Lands) In(tokens []text.Token) string {
	code, _, _ := l.Find(tokens)
	return code
}

// Find is In, with the tokens that name the country, half open.
func (l *Lands) Find(tokens []text.Token) (code string, from, to int) {
	for length := min(l.longest, len(tokens)); length > 0; length-- {
		for from = 0; from+length <= len(tokens); from++ {
			name := joined(tokens[from : from+length])
			if code := l.codes[name]; code != "" && (!l.doubtful[name] || l.placed(tokens, from, from+length)) {
				return code, from, from + length
			}
		}
	}
	return "", 0, 0
}

// placed says whether a word before or behind a name says that it is a country's.
func (l *Lands) placed(tokens []text.Token, from, to int) bool {
	return from > 0 && l.before[tokens[from-1].Norm] || to < len(tokens) && l.behind[tokens[to].Norm]
}

func joined(tokens []text.Token) string {
	words := make([]string, len(tokens))
	for i, token := range tokens {
		words[i] = token.Norm
	}
	return strings.Join(words, " ")
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[joined(text.Parse(name).Tokens)] = true
	}
	return set
}
