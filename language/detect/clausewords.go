package detect

import (
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed clauses.yaml
var clausesYAML []byte

// clauses knows the words that begin a clause by which an order is not for now.
type clauses struct {
	English    openers    `yaml:"english"`
	Urdu       openers    `yaml:"urdu"`
	Afterwards afterwards `yaml:"afterwards"`
	Several    several    `yaml:"several"`
}

// openers are how such clauses begin in a language, and what makes them something else.
type openers struct {
	Openers  runs `yaml:"openers"`
	Led      runs `yaml:"led"`
	Subjects runs `yaml:"subjects"`
	But      runs `yaml:"but"`
	Except   runs `yaml:"except"`
	Past     runs `yaml:"past"`
	Still    runs `yaml:"still"`
}

type afterwards struct {
	Phrases runs `yaml:"phrases"`
	But     runs `yaml:"but"`
}

// several are the words by which more than one task is spoken of.
type several struct {
	Ranges runs `yaml:"ranges"`
	Unsure runs `yaml:"unsure"`
	All    runs `yaml:"all"`
	AllBut runs `yaml:"allbut"`
	Both   runs `yaml:"both"`
	One    runs `yaml:"one"`
	Counts runs `yaml:"counts"`
}

// loadClauses reads clauses.yaml.
func loadClauses() (*clauses, error) {
	var c clauses
	decoder := yaml.NewDecoder(strings.NewReader(string(clausesYAML)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&c); err != nil {
		return nil, fmt.Errorf("clauses.yaml: %w", err)
	}
	return &c, nil
}
