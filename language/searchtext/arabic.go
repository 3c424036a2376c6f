package searchtext

import (
	"bytes"
	_ "embed"
	"fmt"

	"go.yaml.in/yaml/v3"
)

//go:embed arabic.yaml
var arabicYAML []byte

// joined is what may be written as one with a word of Arabic, folded.
var joined = func() joinedWords {
	var words joinedWords
	decoder := yaml.NewDecoder(bytes.NewReader(arabicYAML))
	decoder.KnownFields(true)
	if err := decoder.Decode(&words); err != nil {
		panic(fmt.Errorf("searchtext: arabic.yaml: %w", err)) // the file comes with the program
	}
	return words
}()

type joinedWords struct {
	Articles     []string `yaml:"articles"`
	Conjunctions []string `yaml:"conjunctions"`
	Allah        []string `yaml:"allah"` // the name alone first
}
