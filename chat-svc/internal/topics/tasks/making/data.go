package making

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v3"
)

//go:embed making.yaml
var makingYAML []byte

// told are how the times of reminders are told, of making.yaml, which explains them.
var told = mustLoad(makingYAML)

type times struct {
	Hours        map[string]int `yaml:"hours"`
	AfterJummah  int            `yaml:"afterjummah"`
	BeforeJummah int            `yaml:"beforejummah"`
	Sehri        int            `yaml:"sehri"`
	Instead      []instead      `yaml:"instead"`
	OfSehri      []pattern      `yaml:"ofsehri"`
	Clock        []pattern      `yaml:"clock"`
	Been         []pattern      `yaml:"been"`
	OnlyNumber   []pattern      `yaml:"onlynumber"`
	BeforeTask   []pattern      `yaml:"beforetask"`
	OnlyAsks     []pattern      `yaml:"onlyasks"`
}

type instead struct {
	Pattern pattern `yaml:"pattern"`
	As      string  `yaml:"as"`
	Sunrise bool    `yaml:"sunrise"`
}

type pattern struct{ *regexp.Regexp }

// UnmarshalYAML reads a pattern.
func (p *pattern) UnmarshalYAML(node *yaml.Node) error {
	compiled, err := regexp.Compile(node.Value)
	if err != nil {
		return fmt.Errorf("line %d: %w", node.Line, err)
	}
	p.Regexp = compiled
	return nil
}

func mustLoad(data []byte) *times {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	t := &times{}
	if err := decoder.Decode(t); err != nil { // the file is part of the program
		panic(fmt.Errorf("making.yaml: %w", err))
	}
	return t
}

// found returns what the first of some patterns that a message holds finds in it; nil for none.
func found(in []pattern, message string) []string {
	for _, p := range in {
		if match := p.FindStringSubmatch(message); match != nil {
			return match
		}
	}
	return nil
}
