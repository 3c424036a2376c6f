package words

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
	"github.com/salaatflow/platform/language/spelling"
)

//go:embed profile.yaml
var profileYAML []byte

// profiles are what profile.yaml says. A test holds that it can be read.
var profiles = wordfile.Must(loadProfiles(profileYAML, lists.Begins))

type profileWords struct {
	Parts     map[string]string   `yaml:"parts"`
	Profile   map[string][]string `yaml:"profile"`
	Asked     map[string][]string `yaml:"asked"`
	TakenOff  map[string][]string `yaml:"takenoff"`
	NotNames  wordSet             `yaml:"notnames"`
	NotCalled wordSet             `yaml:"notcalled"`
	Asking    wordSet             `yaml:"asking"`
	Languages map[string]phrases  `yaml:"languages"`

	set, asked, takenOff map[string][]*regexp.Regexp
}

// noPart is what stands for a part of a pattern.
var noPart = regexp.MustCompile(`<\p{L}+>`)

func loadProfiles(data []byte, begins string) (*profileWords, error) {
	var p profileWords
	if err := wordfile.Decode("profile.yaml", data, &p); err != nil {
		return nil, err
	}
	var parts []string
	for name, part := range p.Parts {
		parts = append(parts, "<"+name+">", part)
	}
	filled := strings.NewReplacer(parts...)
	for _, of := range []struct {
		made   *map[string][]*regexp.Regexp
		texts  map[string][]string
		groups int
	}{{&p.set, p.Profile, 1}, {&p.asked, p.Asked, 0}, {&p.takenOff, p.TakenOff, 0}} {
		for _, texts := range of.texts {
			for i, text := range texts {
				if texts[i] = filled.Replace(text); noPart.MatchString(texts[i]) {
					return nil, fmt.Errorf("profile.yaml: %q names a part that there is not", text)
				}
			}
		}
		var err error
		if *of.made, err = patternsOf(begins, of.texts, of.groups); err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// OfProfile returns what a message wants a part of the profile to hold, or nothing: "call me Maryam".
func OfProfile(part, message string) string {
	value := firstCapture(profiles.set[part], message)
	if slices.ContainsFunc(spelling.Words(value), func(word string) bool { return profiles.Asking[word] }) {
		return "" // mera sheher kya hai
	}
	return value
}

// AsksOfProfile returns the part of the profile that a message asks for, or nothing: "meri masjid kaun si hai".
func AsksOfProfile(message string) string { return partOf(profiles.asked, message) }

// TakesOffProfile returns the part of the profile that a message wants to be empty, or nothing: "remove my name".
func TakesOffProfile(message string) string { return partOf(profiles.takenOff, message) }

func partOf(patterns map[string][]*regexp.Regexp, message string) string {
	for part, of := range patterns {
		if firstMatch(of, message) != nil {
			return part
		}
	}
	return ""
}

// MayBeName reports whether a text has no word that no name has.
func MayBeName(text string) bool {
	return !slices.ContainsFunc(spelling.Words(text), func(word string) bool { return profiles.NotNames[word] })
}

// MayBeCalled reports whether a text may be a name, and has no word by which nobody wants to be called.
func MayBeCalled(text string) bool {
	return MayBeName(text) && !slices.ContainsFunc(spelling.Words(text), func(word string) bool { return profiles.NotCalled[word] })
}

// LanguageCalled returns the tag of the language that is called so, or nothing.
func LanguageCalled(name string) string {
	said := spelling.Words(name)
	for tag, names := range profiles.Languages {
		if slices.ContainsFunc(names, func(called []string) bool { return slices.Equal(called, said) }) {
			return tag
		}
	}
	return ""
}
