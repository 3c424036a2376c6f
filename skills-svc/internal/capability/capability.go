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
	"github.com/salaatflow/platform/skills-svc/internal/yamlfile"
)

// Map is the categories and the tools that have them. It is immutable and safe for concurrent use.
type Map struct {
	categories   []string
	descriptions map[string]string
	tools        map[string][]string // a tool's categories, sorted
}

// Default is the map of config/tool_capabilities.yaml.
func Default() (*Map, error) { return Read(config.ToolCapabilities) }

// document is the file.
type document struct {
	Capabilities map[string][]name `yaml:"capabilities"`
	Descriptions map[string]name   `yaml:"descriptions"`
}

// name is a text of the file, with the line it stands in.
type name struct {
	text string
	line int
}

// UnmarshalYAML reads the text.
func (n *name) UnmarshalYAML(node *yaml.Node) error {
	n.line = node.Line
	return node.Decode(&n.text)
}

// Read reads a map from YAML: `capabilities` with the names of tools by category, and `descriptions` with a sentence for
// each category that has one. Every mistake is reported with its line, if it is in one.
func Read(text []byte) (*Map, error) {
	var read document
	if err := yamlfile.Decode(text, &read); err != nil {
		return nil, fmt.Errorf("tool capabilities: %w", err)
	}
	m := &Map{
		categories:   slices.Sorted(maps.Keys(read.Capabilities)),
		descriptions: map[string]string{},
		tools:        map[string][]string{},
	}
	if err := m.add(read); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *Map) add(read document) error {
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
		for _, tool := range read.Capabilities[category] {
			switch {
			case !toolspec.ValidName(tool.text):
				mistake("line %d: %s: %q is no name of a tool", tool.line, category, tool.text)
			case slices.Contains(m.tools[tool.text], category):
				mistake("line %d: %s: %s is named twice", tool.line, category, tool.text)
			default:
				m.tools[tool.text] = append(m.tools[tool.text], category)
			}
		}
	}
	for _, category := range slices.Sorted(maps.Keys(read.Descriptions)) {
		described := read.Descriptions[category]
		if !m.Known(category) {
			mistake("line %d: %s is described and is no category", described.line, category)
		}
		m.descriptions[category] = described.text
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
