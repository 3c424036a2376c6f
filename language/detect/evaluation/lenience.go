package evaluation

import (
	"bytes"
	_ "embed"

	"go.yaml.in/yaml/v3"
)

//go:embed lenience.yaml
var lenienceYAML []byte

// lenience says what is the same in two names or titles, and what is told beside the labels.
var lenience = func() (l struct {
	Masjids     []string          `yaml:"masjids"`
	Latin       map[string]string `yaml:"latin"`
	Infinitives []struct {
		Endings []string `yaml:"endings"`
		As      string   `yaml:"as"`
	} `yaml:"infinitives"`
	Prayers    []string        `yaml:"prayers"`
	Unlabelled map[string]bool `yaml:"unlabelled"`
}) {
	decoder := yaml.NewDecoder(bytes.NewReader(lenienceYAML))
	decoder.KnownFields(true)
	if err := decoder.Decode(&l); err != nil { // it is part of the program
		panic("lenience.yaml: " + err.Error())
	}
	return l
}()
