// Package capability reads which capability categories there are, and which tools are known to have them.
package capability

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/config"
)

// Map is the categories and the tools that have them. It is immutable and safe for concurrent use.
type Map struct {
	categories   []string
	descriptions map[string]string
	tools        map[string][]string // a tool's categories, sorted
}

// Default is the map of config/tool_capabilities.yaml.
func Default() (*Map, error) { return Read(config.ToolCapabilities) }

// Read reads a map from YAML: `capabilities` with the names of tools by category, and `descriptions` with a sentence for
// each category that has one. Every mistake is reported.
func Read(text []byte) (*Map, error) {
	var document struct {
		Capabilities map[string][]string `yaml:"capabilities"`
		Descriptions map[string]string   `yaml:"descriptions"`
	}
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("tool capabilities: %w", err)
	}
	m := &Map{
		categories:   slices.Sorted(maps.Keys(document.Capabilities)),
		descriptions: document.Descriptions,
		tools:        map[string][]string{},
	}
	if err := m.add(document.Capabilities); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *Map) add(capabilities map[string][]string) error {
	var mistakes []error
	mistake := func(format string, args ...any) {
		mistakes = append(mistakes, fmt.Errorf("tool capabilities: "+format, args...))
	}
	if len(m.categories) == 0 {
		mistake("`capabilities` has no category")
	}
	for _, category := range m.categories { // sorted, and so are a tool's categories
		if !toolspec.ValidName(category) {
			mistake("the category %q must be 1 to 64 of a-z, 0-9 and _, and begin with a letter", category)
		}
		for _, tool := range capabilities[category] {
			switch {
			case !toolspec.ValidName(tool):
				mistake("%s: %q is no name of a tool", category, tool)
			case slices.Contains(m.tools[tool], category):
				mistake("%s: %s is named twice", category, tool)
			default:
				m.tools[tool] = append(m.tools[tool], category)
			}
		}
	}
	for _, category := range slices.Sorted(maps.Keys(m.descriptions)) {
		if !m.Known(category) {
			mistake("%s is described and is no category", category)
		}
	}
	return errors.Join(mistakes...)
}

// Categories are all categories, sorted. They must not be changed.
func (m *Map) Categories() []string { return m.categories }

// Known tells whether there is such a category.
func (m *Map) Known(category string) bool {
	_, found := slices.BinarySearch(m.categories, category)
	return found
}

// Describe says what a category means, in a sentence; empty where nothing is said.
func (m *Map) Describe(category string) string { return m.descriptions[category] }

// Of gives the categories that the tool of this exact name is known to have, sorted; none for others. They must not be
// changed.
func (m *Map) Of(tool string) []string { return m.tools[tool] }
