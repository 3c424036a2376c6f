package words

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"
)

// rule is one thing that the platform does not say.
type rule struct {
	In  []string `json:"in"` // the languages it is for
	Why string   `json:"why"`
	// Never finds what is wrong; Requires, what has to be there.
	Never    *regexp.Regexp `json:"never"`
	Requires *regexp.Regexp `json:"requires"`
	// Quoted is whether the rule is for quotations too, which show what a person may type.
	Quoted  bool     `json:"quoted"`
	Catches []string `json:"catches"`
	Passes  []string `json:"passes"`
}

// quotation and placeholder find what is not the platform's own words.
var (
	quotation   = regexp.MustCompile(`“[^”]*”|«[^»]*»`)
	placeholder = regexp.MustCompile(`\{[a-z_]+\}`)
)

func (r rule) breaks(text string) bool {
	text = placeholder.ReplaceAllString(text, "x")
	if !r.Quoted {
		text = quotation.ReplaceAllString(text, "x")
	}
	return r.Never != nil && r.Never.MatchString(text) || r.Requires != nil && !r.Requires.MatchString(text)
}

func rules(t *testing.T) []rule {
	t.Helper()
	var all []rule
	readJSON(t, "rules.json", &all)
	return all
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func TestRulesCatchWhatTheySay(t *testing.T) {
	for _, r := range rules(t) {
		if len(r.Catches) == 0 || len(r.In) == 0 || (r.Never == nil) == (r.Requires == nil) {
			t.Errorf("%s: without a sentence, a language or a pattern", r.Why)
		}
		for _, text := range r.Catches {
			if !r.breaks(text) {
				t.Errorf("%s: does not catch %q", r.Why, text)
			}
		}
		for _, text := range r.Passes {
			if r.breaks(text) {
				t.Errorf("%s: catches %q", r.Why, text)
			}
		}
	}
}

func TestWhatThePlatformSaysKeepsTheRules(t *testing.T) {
	all := rules(t)
	count := 0
	for _, s := range said(t) {
		count++
		for _, r := range all {
			if slices.Contains(r.In, s.language) && r.breaks(s.text) {
				t.Errorf("%s: %q: %s", s.where, s.text, r.Why)
			}
		}
	}
	if count < 1000 {
		t.Errorf("only %d texts were read", count)
	}
}
