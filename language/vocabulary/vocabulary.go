// Package vocabulary holds the words that several programs ask for by themselves, such as those that distinguish no masjid. Each file
// is lists of words as people write them; a set has them as spelling.Words returns them. Sets must not be changed, and may be used by
// many at once. What words mean to the chat is in detect/lexicon/data.
package vocabulary

import (
	"bytes"
	"embed"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/language/spelling"
)

// Set is a set of words.
type Set map[string]bool

// UnmarshalYAML reads a list of words, and fails with an entry that is no single word or stands twice.
func (s *Set) UnmarshalYAML(node *yaml.Node) error {
	var list []string
	if err := node.Decode(&list); err != nil {
		return err
	}
	*s = make(Set, len(list))
	seen := make(map[string]bool, len(list))
	for _, entry := range list {
		words := spelling.Words(entry)
		if len(words) != 1 {
			return fmt.Errorf("line %d: %q is not a single word", node.Line, entry)
		}
		if seen[entry] {
			return fmt.Errorf("line %d: %q stands twice", node.Line, entry)
		}
		seen[entry] = true
		(*s)[words[0]] = true
	}
	return nil
}

// Masjids are words around the name of a masjid.
var Masjids = must[struct {
	// Kinds are in the names of so many masjids that they distinguish none.
	Kinds Set `yaml:"kinds"`
	// Around stand around a name in a question, and say nothing of it.
	Around Set `yaml:"around"`
}]("masjids.yaml")

// Titles are words around the title of a task.
var Titles = must[struct {
	// Around only connect other words, or say that a task is meant.
	Around Set `yaml:"around"`
	// Same are the ways in which a word is written, by one of them.
	Same map[string]Set `yaml:"same"`
	// Endings are how forms of words end.
	Endings []string `yaml:"endings"`
}]("titles.yaml")

// Places are words around the names of places.
var Places = must[struct {
	// Parts say which part of an area is meant, and name none.
	Parts Set `yaml:"parts"`
}]("places.yaml")

//go:embed *.yaml
var files embed.FS

// must reads a file that comes with the program.
func must[T any](name string) T {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	lists, err := read[T](data)
	if err != nil {
		panic(fmt.Errorf("vocabulary: %s: %w", name, err))
	}
	return lists
}

func read[T any](data []byte) (lists T, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	err = decoder.Decode(&lists)
	return lists, err
}
