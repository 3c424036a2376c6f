// Package wordfile reads the YAML files in which the chat's words and patterns are kept. They are part of the program.
package wordfile

import (
	"bytes"
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// Decode reads a file, and fails with a list that into does not have.
func Decode(name string, data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Must returns what was read, and panics where it could not be: a file of the program is wrong, which a test finds.
func Must[T any](read T, err error) T {
	if err != nil {
		panic(err)
	}
	return read
}

// Pattern is a regular expression of a file.
type Pattern struct{ *regexp.Regexp }

// UnmarshalYAML reads a pattern.
func (p *Pattern) UnmarshalYAML(node *yaml.Node) error {
	compiled, err := regexp.Compile(node.Value)
	if err != nil {
		return fmt.Errorf("line %d: %w", node.Line, err)
	}
	p.Regexp = compiled
	return nil
}
