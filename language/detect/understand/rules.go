package understand

import (
	_ "embed"
	"fmt"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"go.yaml.in/yaml/v3"
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
	intent      meaning.Intent
	held, chose model.Feature // that it holds, and that it is the first that does
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

func (c *condition) holds(f *Findings) bool {
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
			Name   string         `yaml:"name"`
			Intent meaning.Intent `yaml:"intent"`
			If     []string       `yaml:"if"`
			Sure   float64        `yaml:"sure"`
			Stray  float64        `yaml:"stray"`
			Free   int            `yaml:"free"`
		} `yaml:"rules"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("rules.yaml: %w", err)
	}
	r := &rules{threshold: file.Threshold}
	if len(file.Rules) > mostRules {
		return nil, fmt.Errorf("rules.yaml: %d rules are too many, at most %d there can be", len(file.Rules), mostRules)
	}
	for _, line := range file.Rules {
		one := rule{name: line.Name, intent: line.Intent, sure: line.Sure, stray: line.Stray, free: line.Free}
		one.held, one.chose = ofRule.With(model.Named(line.Name)), ofChoice.With(model.Named(line.Name))
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

func factNamed(name string) (Fact, bool) {
	for i, known := range factNames {
		if known == name {
			return Fact(i), true
		}
	}
	return 0, false
}

func (r *rule) holds(f *Findings) bool {
	for i := range r.conditions {
		if !r.conditions[i].holds(f) {
			return false
		}
	}
	return true
}

// verdict is which rules hold, and what the first of them says.
type verdict struct {
	held   [mostRules / 64]uint64 // by their index
	intent meaning.Intent
	sure   float64
	why    string // the name of the rule; empty for none
}

// mostRules is how many rules there can be.
const mostRules = 128

// decide finds the rules that hold; the first of them says the intent and how sure it is.
func (r *rules) decide(f *Findings) verdict {
	v := verdict{intent: meaning.Unknown, sure: unclaimed}
	first := true
	for i := range r.rules {
		rule := &r.rules[i]
		if !rule.holds(f) {
			continue
		}
		v.held[i/64] |= 1 << (i % 64)
		if !first {
			continue
		}
		first, v.why = false, rule.name
		v.intent, v.sure = rule.intent, rule.sure-rule.stray*float64(max(0, f.Strays-rule.free))
		if v.sure < r.threshold {
			v.intent, v.sure = meaning.Unknown, 1-max(v.sure, 0)
		}
	}
	return v
}

// unclaimed is how sure it is that a sentence no rule claims asks for nothing that a tool does.
const unclaimed = 0.6
