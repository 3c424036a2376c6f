package profile

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/salaatflow/platform/services/yamlfile"
)

//go:embed rules.yaml
var rulesText []byte

//go:embed strict.yaml
var strictText []byte

// Rule is one thing that some hosts do not take.
type Rule struct {
	Name string `yaml:"name"`
	// Keywords are what it is about; with At "top" only in the schema itself, else in its parts too.
	Keywords []string `yaml:"keywords"`
	At       string   `yaml:"at"`
	// Limit, Above, Pattern, Known and Values are its parameters.
	Limit   int      `yaml:"limit"`
	Above   int      `yaml:"above"`
	Pattern string   `yaml:"pattern"`
	Known   []string `yaml:"known"`
	Values  []string `yaml:"values"`
	// Hosts are those that refuse or misread it.
	Hosts []string `yaml:"hosts"`
	// Becomes says what stands in its place.
	Becomes string `yaml:"becomes"`
	// Said is what whoever registers a tool is told where models then know less; empty where nothing is lost.
	Said string `yaml:"said"`
	// Left means that it stays, since nothing else means the same.
	Left bool `yaml:"left"`
	// Source are the addresses at which it is published or was observed.
	Source []string `yaml:"source"`

	fits *regexp.Regexp
}

// Book is the content of rules.yaml or strict.yaml.
type Book struct {
	// Hosts say what each host is, by its name.
	Hosts map[string]string `yaml:"hosts"`
	Rules []*Rule           `yaml:"rules"`

	checks map[string]check
}

// Listing returns the rules by which schemas are listed.
func Listing() *Book { return loaded() }

// Strict returns what strict functions do not take besides.
func Strict() *Book { return loadedStrict() }

// The rules, which a test has read.
var (
	loaded       = sync.OnceValue(func() *Book { return mustRead(rulesText, checks) })
	loadedStrict = sync.OnceValue(func() *Book { return mustRead(strictText, strictChecks) })
)

func mustRead(text []byte, checks map[string]check) *Book {
	read, err := read(text, checks)
	if err != nil {
		panic(err)
	}
	return read
}

// read reads rules, and reports every mistake in them. Each has its check.
func read(text []byte, checks map[string]check) (*Book, error) {
	found := &Book{checks: checks}
	if err := yamlfile.Decode(text, found); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	var mistakes []error
	seen := map[string]bool{}
	for _, rule := range found.Rules {
		for _, wrong := range rule.mistakes(found) {
			mistakes = append(mistakes, fmt.Errorf("profile: rule %q: %s", rule.Name, wrong))
		}
		if seen[rule.Name] {
			mistakes = append(mistakes, fmt.Errorf("profile: rule %q is there twice", rule.Name))
		}
		seen[rule.Name] = true
	}
	for name := range checks {
		if !seen[name] {
			mistakes = append(mistakes, fmt.Errorf("profile: rule %q is missing", name))
		}
	}
	return found, errors.Join(mistakes...)
}

func (r *Rule) mistakes(book *Book) []string {
	var wrong []string
	if r.Becomes == "" || len(r.Hosts) == 0 {
		wrong = append(wrong, "it must say which hosts it is about, and what becomes of it")
	}
	for _, host := range r.Hosts {
		if book.Hosts[host] == "" {
			wrong = append(wrong, fmt.Sprintf("%q is no host", host))
		}
	}
	if len(r.Source) == 0 || slices.ContainsFunc(r.Source, func(one string) bool { return !strings.HasPrefix(one, "https://") }) {
		wrong = append(wrong, "its source must be addresses, one at least")
	}
	if book.checks[r.Name] == nil {
		wrong = append(wrong, "nothing checks it")
	}
	fits, err := regexp.Compile(r.Pattern)
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	r.fits = fits
	return wrong
}

// ruleNamed returns a rule that is known to be there.
func ruleNamed(name string) *Rule {
	for _, rule := range loaded().Rules {
		if rule.Name == name {
			return rule
		}
	}
	panic("profile: no rule " + name)
}
