// Package policy decides which of the tools that a skill asks for it may use. The rules are written in CEL, and an
// operator can change them.
package policy

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/ext"

	"github.com/salaatflow/platform/skills-svc/config"
	"github.com/salaatflow/platform/skills-svc/internal/yamlfile"
)

// Tool is a tool as rules see it, under the name `tool`.
type Tool struct {
	Name       string   `cel:"name"`
	Title      string   `cel:"title"`
	Service    string   `cel:"service"`
	Categories []string `cel:"capabilities"`
	// Origin is who classified the tool: declared, admin, model, map or none.
	Origin string `cel:"origin"`
	// Auth is none, optional or required.
	Auth        string `cel:"auth"`
	ReadOnly    bool   `cel:"read_only"`
	Destructive bool   `cel:"destructive"`
	Idempotent  bool   `cel:"idempotent"`
}

// Skill is a skill as rules see it, under the name `skill`.
type Skill struct {
	Name     string `cel:"name"`
	Location string `cel:"location"`
	// Permissions are those of the skill's SKILL.md, and the names of tools that an administrator allows it.
	Permissions []string `cel:"permissions"`
	// AllowedTools are those of the standard's allowed-tools.
	AllowedTools []string          `cel:"allowed_tools"`
	Metadata     map[string]string `cel:"metadata"`
}

// Caller is who is calling as rules see it, under the name `caller`. The zero Caller is anonymous.
type Caller struct {
	// UserID is 0 for an anonymous caller.
	UserID int64  `cel:"user_id"`
	Role   string `cel:"role"`
}

// maxCost bounds the work of one rule for one tool, in CEL's own units.
const maxCost = 100_000

// Rule is one rule of a policy.
type Rule struct {
	// Name is the name by which refusals refer to the rule. Reason is its explanation, a sentence.
	Name, Reason string

	program cel.Program
	// caller: the rule depends on who is calling; userID: on more than the caller's role.
	caller, userID bool
}

// Policy is a set of rules that must all hold. It is immutable and safe for concurrent use.
type Policy struct {
	// standing rules do not depend on who is calling; personal ones do.
	standing, personal []*Rule
	// userIDs: some rule depends on more than the caller's role.
	userIDs bool
}

// Default returns the policy of config/policy.yaml: a skill needs a permission by exact name for a destructive tool.
func Default() (*Policy, error) { return Read(config.Policy) }

// Read reads a policy from YAML: `rules`, each with a `name`, an `allow`, which is a CEL expression of type bool, and a
// `reason`. It reports every mistake. Expressions are checked completely: an unknown name or another type than bool is
// a mistake.
func Read(text []byte) (*Policy, error) {
	var document struct {
		Rules []struct{ Name, Allow, Reason string }
	}
	if err := yamlfile.Decode(text, &document); err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	if document.Rules == nil {
		return nil, errors.New("policy: `rules` is missing; write `rules: []` to allow everything")
	}
	env, err := environment()
	if err != nil {
		return nil, err
	}
	p := &Policy{}
	var mistakes []error
	var names []string
	for i, said := range document.Rules {
		name := cmp.Or(said.Name, fmt.Sprintf("number %d", i+1))
		rule, err := compile(env, said.Allow)
		if said.Name == "" || slices.Contains(names, said.Name) {
			err = errors.Join(err, errors.New("needs a name of its own"))
		}
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("policy: the rule %s: %w", name, err))
			continue
		}
		names = append(names, said.Name)
		rule.Name, rule.Reason = said.Name, cmp.Or(said.Reason, "the policy's rule "+said.Name+" refuses it")
		p.add(rule)
	}
	return p, errors.Join(mistakes...)
}

func (p *Policy) add(rule *Rule) {
	if rule.caller {
		p.personal = append(p.personal, rule)
		p.userIDs = p.userIDs || rule.userID
	} else {
		p.standing = append(p.standing, rule)
	}
}

func environment() (*cel.Env, error) {
	env, err := cel.NewEnv(
		ext.NativeTypes(ext.ParseStructTags(true),
			reflect.TypeFor[Tool](), reflect.TypeFor[Skill](), reflect.TypeFor[Caller]()),
		ext.Strings(), ext.Sets(),
		cel.Variable("tool", cel.ObjectType("policy.Tool")),
		cel.Variable("skill", cel.ObjectType("policy.Skill")),
		cel.Variable("caller", cel.ObjectType("policy.Caller")),
	)
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	return env, nil
}

func compile(env *cel.Env, expression string) (*Rule, error) {
	if strings.TrimSpace(expression) == "" {
		return nil, errors.New("allow: is missing; write a CEL expression, such as !tool.destructive")
	}
	checked, issues := env.Compile(expression)
	if err := issues.Err(); err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	if checked.OutputType() != cel.BoolType {
		return nil, fmt.Errorf("allow: must be of type bool, and is of type %s", checked.OutputType())
	}
	program, err := env.Program(checked, cel.EvalOptions(cel.OptOptimize), cel.CostLimit(maxCost))
	if err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	rule := &Rule{program: program}
	rule.caller, rule.userID = mentions(checked)
	return rule, nil
}

// mentions reports whether an expression depends on the caller, and whether on more than the role.
func mentions(checked *cel.Ast) (caller, userID bool) {
	found := ast.MatchDescendants(ast.NavigateAST(checked.NativeRep()), func(e ast.NavigableExpr) bool {
		return e.Kind() == ast.IdentKind && e.AsIdent() == "caller"
	})
	for _, e := range found {
		above, has := e.Parent()
		onlyRole := has && above.Kind() == ast.SelectKind && above.AsSelect().FieldName() == "role"
		userID = userID || !onlyRole
	}
	return len(found) > 0, userID
}

// Relevant returns the part of a caller that the rules depend on. Callers with the same part get the same answer.
func (p *Policy) Relevant(caller Caller) Caller {
	if !p.userIDs {
		caller.UserID = 0
	}
	return caller
}

// Personal reports whether some rule depends on who is calling.
func (p *Policy) Personal() bool { return len(p.personal) > 0 }

// Standing returns the first rule that refuses the tool to the skill for every caller, or nil. A rule that fails
// refuses.
func (p *Policy) Standing(tool *Tool, skill *Skill) *Rule {
	return firstRefusing(p.standing, map[string]any{"tool": tool, "skill": skill, "caller": Caller{}})
}

// ForCaller returns the first rule that refuses the tool to this caller, or nil. A rule that fails refuses.
func (p *Policy) ForCaller(tool *Tool, skill *Skill, caller Caller) *Rule {
	if len(p.personal) == 0 {
		return nil
	}
	return firstRefusing(p.personal, map[string]any{"tool": tool, "skill": skill, "caller": caller})
}

func firstRefusing(rules []*Rule, input map[string]any) *Rule {
	for _, rule := range rules {
		answer, _, err := rule.program.Eval(input)
		if err != nil || answer.Value() != true {
			return rule
		}
	}
	return nil
}
