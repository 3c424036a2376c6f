package forms

import (
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed clauses.yaml
var clausesYAML []byte

// ClauseWords knows the words that begin a clause by which an order is not for now.
type ClauseWords struct {
	English    Openers    `yaml:"english"`
	Urdu       Openers    `yaml:"urdu"`
	Afterwards afterwards `yaml:"afterwards"`
	Several    several    `yaml:"several"`
	// Corrections take back what was said before them in the sentence.
	Corrections Runs `yaml:"corrections"`
}

// Openers are how such clauses begin in a language, and what makes them something else.
type Openers struct {
	Openers  Runs `yaml:"openers"`
	Led      Runs `yaml:"led"`
	Subjects Runs `yaml:"subjects"`
	But      Runs `yaml:"but"`
	Except   Runs `yaml:"except"`
	Past     Runs `yaml:"past"`
	Still    Runs `yaml:"still"`
}

type afterwards struct {
	Phrases Runs `yaml:"phrases"`
	But     Runs `yaml:"but"`
}

// several are the words by which more than one task is spoken of.
type several struct {
	Ranges Runs `yaml:"ranges"`
	Unsure Runs `yaml:"unsure"`
	All    Runs `yaml:"all"`
	AllBut Runs `yaml:"allbut"`
	Both   Runs `yaml:"both"`
	One    Runs `yaml:"one"`
	Counts Runs `yaml:"counts"`
}

// LoadClauses reads clauses.yaml.
func LoadClauses() (*ClauseWords, error) {
	var c ClauseWords
	decoder := yaml.NewDecoder(strings.NewReader(string(clausesYAML)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&c); err != nil {
		return nil, fmt.Errorf("clauses.yaml: %w", err)
	}
	return &c, nil
}
