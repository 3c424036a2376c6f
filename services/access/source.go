package access

import (
	"slices"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/policy"
)

// Source is the policy file as it is in force.
type Source struct {
	// File is its path; empty where the rules never change.
	File string
	// Text is what was read, and Rules are what it says, in the order in which they are asked.
	Text  string
	Rules []*policy.Rule
	// Problem is why the file as it is now is not in force; empty if it is.
	Problem string
}

// Source returns the policy file, ok false where there is none.
func (d *Decider) Source() (source Source, ok bool) {
	if d == nil {
		return Source{}, false
	}
	rules := d.rules.current()
	source = Source{File: d.rules.path, Text: rules.text, Rules: slices.Concat(rules.general, rules.ofArguments)}
	if problem := d.rules.problem.Load(); problem != nil {
		source.Problem = *problem
	}
	return source, true
}

// At returns a Decider with the same rules at another time.
func (d *Decider) At(clk clock.Clock) *Decider {
	if d == nil {
		return nil
	}
	return &Decider{rules: d.rules, clock: clk}
}
