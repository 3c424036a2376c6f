package detect

import (
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	l "github.com/salaatflow/platform/gateway/detect/lexicon"
)

//go:embed rules.yaml
var rulesYAML []byte

// rules decide what a sentence asks for.
type rules struct {
	threshold float64
	rules     []rule
}

type rule struct {
	name        string
	intent      Intent
	conditions  []condition
	sure, stray float64
	free        int
}

// condition holds when the facts have any of what it names, or, negated, none of it, or else any of what or names.
type condition struct {
	concepts l.Set
	found    [2]uint64
	not      bool
	or       *condition
}

func (c condition) holds(f *facts) bool {
	return (c.concepts.Meets(f.concepts) || (c.found[0]&f.found[0]|c.found[1]&f.found[1]) != 0) != c.not || c.or != nil && c.or.holds(f)
}

func parseOr(not, or string) (condition, error) {
	c, err := parseCondition("!" + not)
	if err != nil {
		return condition{}, err
	}
	other, err := parseCondition(or)
	c.or = &other
	return c, err
}

func loadRules(text []byte) (*rules, error) {
	var file struct {
		Threshold float64 `yaml:"threshold"`
		Rules     []struct {
			Name   string   `yaml:"name"`
			Intent Intent   `yaml:"intent"`
			If     []string `yaml:"if"`
			Sure   float64  `yaml:"sure"`
			Stray  float64  `yaml:"stray"`
			Free   int      `yaml:"free"`
		} `yaml:"rules"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("rules.yaml: %w", err)
	}
	r := &rules{threshold: file.Threshold}
	for _, line := range file.Rules {
		one := rule{name: line.Name, intent: line.Intent, sure: line.Sure, stray: line.Stray, free: line.Free}
		for _, text := range line.If {
			c, err := parseCondition(text)
			if err != nil {
				return nil, fmt.Errorf("rules.yaml: %s: %w", line.Name, err)
			}
			one.conditions = append(one.conditions, c)
		}
		r.rules = append(r.rules, one)
	}
	return r, nil
}

func parseCondition(text string) (c condition, err error) {
	if first, rest, both := strings.Cut(text, "|"); both && strings.HasPrefix(first, "!") {
		return parseOr(first[1:], rest) // !a|b: not a, or b
	}
	text, c.not = strings.CutPrefix(text, "!")
	for name := range strings.SplitSeq(text, "|") {
		if concept, known := l.Named(name); known {
			c.concepts = c.concepts.With(concept)
			continue
		}
		fact, known := factNamed(name)
		if !known {
			return condition{}, fmt.Errorf("there is no fact and no concept %q", name)
		}
		c.found[fact/64] |= 1 << (fact % 64)
	}
	return c, nil
}

func factNamed(name string) (fact, bool) {
	for i, known := range factNames {
		if known == name {
			return fact(i), true
		}
	}
	return 0, false
}

func (r *rule) holds(f *facts) bool {
	for _, c := range r.conditions {
		if !c.holds(f) {
			return false
		}
	}
	return true
}

// decide finds the intent, how sure it is, and the name of the rule that decided.
func (r *rules) decide(f *facts) (Intent, float64, string) {
	for i := range r.rules {
		rule := &r.rules[i]
		if !rule.holds(f) {
			continue
		}
		sure := rule.sure - rule.stray*float64(max(0, f.strays-rule.free))
		if sure < r.threshold {
			return Unknown, 1 - max(sure, 0), rule.name
		}
		return rule.intent, sure, rule.name
	}
	return Unknown, unclaimed, ""
}

// unclaimed is how sure it is that a sentence no rule claims asks for nothing that a tool does.
const unclaimed = 0.6
