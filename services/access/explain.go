package access

import (
	"context"

	"google.golang.org/protobuf/proto"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

// New returns a Decider whose rules never change.
func New(rules *Rules, clk clock.Clock) *Decider {
	f := &file{}
	f.rules.Store(rules)
	return &Decider{rules: f, clock: clk}
}

// Step is one question of a decision, in the order in which they are asked.
type Step struct {
	// Rule is a rule of the policy file, or RuleUser, RuleAdmin or RuleScopes.
	Rule string
	// Asked reports whether the question came up: those after a refusal do not.
	Asked bool
	// Holds reports whether the rule lets the call through.
	Holds bool
	// Reason is why it does not, as the policy file has it, also of an internal rule.
	Reason string
	// Err is why the rule could not be evaluated, which refuses; nil if it could.
	Err error
}

// Explain returns what Decide does, with all questions on the way to it.
func (d *Decider) Explain(ctx context.Context, caller identity.Caller, method *Method, arguments proto.Message) (Decision, []Step) {
	decision := d.Decide(ctx, caller, method, arguments)
	var steps []Step
	asked := true
	add := func(rule string) {
		step := Step{Rule: rule, Asked: asked, Holds: asked && decision.Rule != rule}
		if decision.Rule == rule {
			asked, step.Reason = false, decision.Reason
		}
		steps = append(steps, step)
	}
	if method.needsUser() {
		add(RuleUser)
	}
	if method.Auth == toolsv1.Auth_AUTH_ADMIN || method.owner != "" {
		add(RuleAdmin)
	}
	if method.AsksScopes {
		add(RuleScopes)
	}
	if d == nil || !method.ForCallers {
		return decision, steps
	}
	rules, input := d.rules.current(), d.input(ctx, caller, method, arguments)
	defer input.release()
	all := rules.general
	if arguments != nil {
		all = append(all[:len(all):len(all)], rules.ofArguments...)
	}
	for _, rule := range all {
		add(rule.Name)
		if last := &steps[len(steps)-1]; last.Asked && !last.Holds {
			_, last.Err = rule.Holds(input)
		}
	}
	return decision, steps
}
