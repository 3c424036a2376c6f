package lexicon

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed data/*.yaml
var data embed.FS

// wordEntry is an entry of a file of words: the concepts and value that its spellings have.
type wordEntry struct {
	Is    []string `yaml:"is"`
	Value string   `yaml:"value"`
	En    []string `yaml:"en"`
	Roman []string `yaml:"roman"`
	Urdu  []string `yaml:"urdu"`
}

// verbEntry is an entry of a file of verbs. English verbs are in their base form, those of Urdu are stems (bana, kar);
// their forms are made with the endings. Loans are words that are verbs with a verb of Urdu after them (delete kar do).
type verbEntry struct {
	Is    []string            `yaml:"is"`
	En    []string            `yaml:"en"`
	Roman []string            `yaml:"roman"`
	Urdu  []string            `yaml:"urdu"`
	Forms map[string][]string `yaml:"forms"` // irregular ones, by the name of the form
}

type ending struct {
	Form      string   `yaml:"form"`
	Vowel     []string `yaml:"vowel"`     // after a stem that ends in a vowel
	Consonant []string `yaml:"consonant"` // after one that ends in a consonant
}

type file struct {
	Words   []wordEntry         `yaml:"words"`
	Verbs   []verbEntry         `yaml:"verbs"`
	Endings map[string][]ending `yaml:"endings"` // roman, urdu
	Plain   []string            `yaml:"plain"`
}

func readFiles(files fs.FS) (all file, err error) {
	names, err := fs.Glob(files, "data/*.yaml")
	if err != nil {
		return file{}, fmt.Errorf("find the data files: %w", err)
	}
	all.Endings = map[string][]ending{}
	for _, name := range names {
		one, err := readFile(files, name)
		if err != nil {
			return file{}, fmt.Errorf("%s: %w", name, err)
		}
		all.Words = append(all.Words, one.Words...)
		all.Verbs = append(all.Verbs, one.Verbs...)
		for language, endings := range one.Endings {
			all.Endings[language] = append(all.Endings[language], endings...)
		}
		for _, line := range one.Plain {
			all.Plain = append(all.Plain, strings.Fields(line)...)
		}
	}
	return all, nil
}

func readFile(files fs.FS, name string) (one file, err error) {
	text, err := files.Open(name)
	if err != nil {
		return file{}, fmt.Errorf("open: %w", err)
	}
	defer func() { err = errors.Join(err, text.Close()) }()
	decoder := yaml.NewDecoder(text)
	decoder.KnownFields(true)
	if err := decoder.Decode(&one); err != nil {
		return file{}, fmt.Errorf("read: %w", err)
	}
	return one, nil
}

func concepts(names []string) (set Set, err error) {
	for _, name := range names {
		concept, known := conceptOf[name]
		if !known {
			return Set{}, fmt.Errorf("there is no concept %s", name)
		}
		set = set.With(concept)
	}
	return set, nil
}
