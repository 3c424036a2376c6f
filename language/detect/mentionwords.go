package detect

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed prayers.yaml
var prayersYAML []byte

// mentions knows what questions about prayers, masjids and hadiths name besides prayers and the places of the gazetteer.
type mentions struct {
	Methods map[string]struct {
		Alone runs `yaml:"alone"`
		With  runs `yaml:"with"`
	} `yaml:"methods"`
	Schools map[string]runs `yaml:"schools"`
	Markers struct {
		Before  runs `yaml:"before"`
		Behind  runs `yaml:"behind"`
		Unknown runs `yaml:"unknown"`
	} `yaml:"markers"`
	NotPlaces   runs            `yaml:"notplaces"`
	Begun       runs            `yaml:"begun"`
	Ends        runs            `yaml:"ends"`
	UntilWhen   runs            `yaml:"untilwhen"`
	Was         runs            `yaml:"was"`
	Collections map[string]runs `yaml:"collections"`
	Languages   map[string]runs `yaml:"languages"`

	Topics struct {
		Before  runs `yaml:"before"`
		Behind  runs `yaml:"behind"`
		Loosely runs `yaml:"loosely"`
		Edges   runs `yaml:"edges"`
	} `yaml:"topics"`

	BesideMasjids struct {
		Before runs `yaml:"before"`
		Behind runs `yaml:"behind"`
	} `yaml:"besidemasjids"`

	names []string // of methods, sorted
}

// loadMentions reads prayers.yaml.
func loadMentions() (*mentions, error) {
	var m mentions
	decoder := yaml.NewDecoder(strings.NewReader(string(prayersYAML)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("prayers.yaml: %w", err)
	}
	for name := range m.Methods {
		m.names = append(m.names, name)
	}
	slices.Sort(m.names)
	return &m, nil
}
