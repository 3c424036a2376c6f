// Package capability reads the capability categories and the tools known to have them.
package capability

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/yamlfile"
	"github.com/salaatflow/platform/skills-svc/config"
)

// Map holds the categories and the tools that have them. It is immutable and safe for concurrent use.
type Map struct {
	categories   []string
	descriptions map[string]string
	tools        map[string][]string // each tool's categories, sorted
}

// Default returns the map of config/tool_capabilities.yaml.
func Default() (*Map, error) { return Read(config.ToolCapabilities) }

// document is the file's content.
type document struct {
	Capabilities map[string][]name `yaml:"capabilities"`
	Descriptions map[string]name   `yaml:"descriptions"`
}

// name is a text of the file, with its line.
type name struct {
	text string
	line int
}

// UnmarshalYAML reads the text and its line.
func (n *name) UnmarshalYAML(node *yaml.Node) error {
	n.line = node.Line
	return node.Decode(&n.text)
}

// Read reads a map from YAML: `capabilities` holds the names of tools by category, and `descriptions` a sentence for
// each category that has one. It reports every mistake, with its line if it is in one.
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
	for _, category := range m.categories { // sorted, as are a tool's categories
		if !toolspec.ValidName(category) {
			mistake("the category %q must be 1 to 64 of a-z, 0-9 and _, and begin with a letter", category)
		}
		for _, tool := range read.Capabilities[category] {
			switch {
			case !toolspec.ValidName(tool.text):
				mistake("line %d: %s: %q is not the name of a tool", tool.line, category, tool.text)
			case slices.Contains(m.tools[tool.text], category):
				mistake("line %d: %s: %s is listed twice", tool.line, category, tool.text)
			default:
				m.tools[tool.text] = append(m.tools[tool.text], category)
			}
		}
	}
	for _, category := range slices.Sorted(maps.Keys(read.Descriptions)) {
		described := read.Descriptions[category]
		if !m.Known(category) {
			mistake("line %d: %s has a description but is not a category", described.line, category)
		}
		m.descriptions[category] = described.text
	}
	return errors.Join(mistakes...)
}

// Categories returns all categories, sorted. They must not be modified.
func (m *Map) Categories() []string { return m.categories }

// Known reports whether there is such a category.
func (m *Map) Known(category string) bool {
	_, found := slices.BinarySearch(m.categories, category)
	return found
}

// Describe returns what a category means, in a sentence, or an empty string.
func (m *Map) Describe(category string) string { return m.descriptions[category] }

// Of returns the categories that the tool with exactly this name is known to have, sorted. They must not be modified.
func (m *Map) Of(tool string) []string { return m.tools[tool] }
