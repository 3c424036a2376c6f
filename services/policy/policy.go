// Package policy reads rules that an operator writes, and says whether they hold. A rule is an expression of CEL. It is checked
// and compiled once, and the work of one evaluation is bounded. What rules are about is up to the package that declares
// the variables.
package policy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/ext"
	"cel.dev/cel-go/interpreter"

	"github.com/salaatflow/platform/services/yamlfile"
)

// maxCost bounds the work of evaluating one rule, in CEL's own units.
const maxCost = 100_000

// MaxRules is how many rules a file may have, and MaxExpression how long the expression of one may be, in bytes.
const (
	MaxRules      = 200
	MaxExpression = 4 << 10
)

// Environment is what rules may name. It is immutable and safe for concurrent use.
type Environment struct {
	cel     *cel.Env
	largest uint64
	shorten interpreter.InterpretableDecoratorV2 // nil for none
}

// NewEnvironment returns an environment with CEL's standard functions, those on strings and sets, and what options declare.
// No text, list or map among the variables is larger than largest, in CEL's sizes; 0 means that this is not known.
func NewEnvironment(largest uint64, options ...cel.EnvOption) (*Environment, error) {
	env, err := cel.NewEnv(append([]cel.EnvOption{ext.Strings(), ext.Sets()}, options...)...)
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	return &Environment{cel: env, largest: largest}, nil
}

// Shortened returns the environment with shorter ways to the same answers, for the plans of rules whose work need not be counted.
func (e *Environment) Shortened(ways interpreter.InterpretableDecoratorV2) *Environment {
	return &Environment{cel: e.cel, largest: e.largest, shorten: ways}
}

// Rule is one rule of a policy. It is immutable and safe for concurrent use.
type Rule struct {
	// Name is the name by which refusals refer to the rule. Reason is its explanation, a sentence.
	Name, Reason string
	// Allow is the expression.
	Allow string
	// Internal reports that callers are told neither.
	Internal bool

	program cel.Program
	direct  direct // nil where CEL has to be asked
	checked *cel.Ast
}

// Read reads rules from YAML: `rules`, each with a `name`, an `allow`, which is a CEL expression of type bool, a `reason`, and
// whether it is `internal`. It reports every mistake. Expressions are checked completely: an unknown name or another type than
// bool is a mistake.
func (e *Environment) Read(text []byte) ([]*Rule, error) {
	var document struct {
		Rules []struct {
			Name, Allow, Reason string
			Internal            bool
		}
	}
	if err := yamlfile.Decode(text, &document); err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	if document.Rules == nil {
		return nil, errors.New("policy: `rules` is missing; write `rules: []` to allow everything")
	}
	if len(document.Rules) > MaxRules {
		return nil, fmt.Errorf("policy: %d rules, more than %d", len(document.Rules), MaxRules)
	}
	var rules []*Rule
	var mistakes []error
	var names []string
	for i, said := range document.Rules {
		name := cmp.Or(said.Name, fmt.Sprintf("number %d", i+1))
		rule, err := e.compile(said.Allow)
		if said.Name == "" || slices.Contains(names, said.Name) {
			err = errors.Join(err, errors.New("needs a name of its own"))
		}
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("policy: the rule %s: %w", name, err))
			continue
		}
		names = append(names, said.Name)
		rule.Name, rule.Reason = said.Name, cmp.Or(said.Reason, "the policy's rule "+said.Name+" refuses it")
		rule.Internal = said.Internal
		rules = append(rules, rule)
	}
	return rules, errors.Join(mistakes...)
}

func (e *Environment) compile(expression string) (*Rule, error) {
	if strings.TrimSpace(expression) == "" {
		return nil, errors.New("allow: is missing; write a CEL expression, such as !tool.destructive")
	}
	if len(expression) > MaxExpression {
		return nil, fmt.Errorf("allow: is %d bytes long, more than %d", len(expression), MaxExpression)
	}
	checked, issues := e.cel.Compile(expression)
	if err := issues.Err(); err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	if checked.OutputType() != cel.BoolType {
		return nil, fmt.Errorf("allow: must be of type bool, and is of type %s", checked.OutputType())
	}
	program, answer, err := e.plan(checked)
	if err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	return &Rule{Allow: expression, program: program, direct: answer, checked: checked}, nil
}

// Holds reports whether the rule holds for an input: a map[string]any or a cel.Activation. A rule that fails, or that is too
// much work, does not hold; the error then says why.
func (r *Rule) Holds(input any) (bool, error) {
	if r.direct != nil {
		if holds, known := r.direct(input); known {
			return holds, nil
		}
	}
	answer, _, err := r.program.Eval(input)
	if err != nil {
		return false, fmt.Errorf("the rule %s fails: %w", r.Name, err)
	}
	return answer.Value() == true, nil
}

// FirstRefusing returns the first rule that does not hold, nil when all do, and why it failed, if it did.
func FirstRefusing(rules []*Rule, input any) (*Rule, error) {
	for _, rule := range rules {
		if holds, err := rule.Holds(input); !holds {
			return rule, err
		}
	}
	return nil, nil
}
