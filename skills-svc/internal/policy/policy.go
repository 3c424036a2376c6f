// Package policy decides which of the tools that a skill asks for it may use, by rules in CEL that an operator can
// change.
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
	// Origin is who said that it has them: declared, admin, model, map or none.
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
	// Permissions are those of its SKILL.md and, by name, the tools that an administrator allows it.
	Permissions []string `cel:"permissions"`
	// AllowedTools are those of the standard's allowed-tools.
	AllowedTools []string          `cel:"allowed_tools"`
	Metadata     map[string]string `cel:"metadata"`
}

// Caller is who is calling as rules see it, under the name `caller`. The zero Caller is nobody.
type Caller struct {
	// UserID is 0 for nobody.
	UserID int64  `cel:"user_id"`
	Role   string `cel:"role"`
}

// maxCost bounds the work of one rule for one tool, in CEL's own units.
const maxCost = 100_000

// Rule is one rule of a policy.
type Rule struct {
	// Name is by what a refusal names the rule, and Reason says it as a sentence.
	Name, Reason string

	program cel.Program
	// caller: it depends on who is calling; userID: on more of that than the role.
	caller, userID bool
}

// Policy is rules that must all hold. It is immutable and safe for concurrent use.
type Policy struct {
	// standing rules do not depend on who is calling; personal ones do.
	standing, personal []*Rule
	// userIDs: some rule looks at more of the caller than the role.
	userIDs bool
}

// Default is the policy of config/policy.yaml: a destructive tool needs a permission by its exact name.
func Default() (*Policy, error) { return Read(config.Policy) }

// Read reads a policy from YAML: `rules`, each with a `name`, `allow`, which is a CEL expression that gives a bool, and a
// `reason`. Every mistake is reported, and nothing is taken on trust until a call: an expression that names what there
// is not, or that gives anything but a bool, is a mistake.
func Read(text []byte) (*Policy, error) {
	var document struct {
		Rules []struct{ Name, Allow, Reason string }
	}
	if err := yamlfile.Decode(text, &document); err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	if document.Rules == nil {
		return nil, errors.New("policy: `rules` is missing; `rules: []` lets everything pass")
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
		return nil, errors.New("allow: is missing: a CEL expression, such as !tool.destructive")
	}
	checked, issues := env.Compile(expression)
	if err := issues.Err(); err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	if checked.OutputType() != cel.BoolType {
		return nil, fmt.Errorf("allow: must give a bool, and gives %s", checked.OutputType())
	}
	program, err := env.Program(checked, cel.EvalOptions(cel.OptOptimize), cel.CostLimit(maxCost))
	if err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	rule := &Rule{program: program}
	rule.caller, rule.userID = mentions(checked)
	return rule, nil
}

// mentions tells whether an expression looks at the caller, and whether at more than the role.
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

// Relevant gives what the rules look at of a caller: callers of whom it is the same get the same answer.
func (p *Policy) Relevant(caller Caller) Caller {
	if !p.userIDs {
		caller.UserID = 0
	}
	return caller
}

// Personal tells whether it depends on who is calling.
func (p *Policy) Personal() bool { return len(p.personal) > 0 }

// Standing gives the first rule that refuses the tool to the skill whoever is calling; nil when none does. A rule that
// fails refuses.
func (p *Policy) Standing(tool *Tool, skill *Skill) *Rule {
	return firstRefusing(p.standing, map[string]any{"tool": tool, "skill": skill, "caller": Caller{}})
}

// ForCaller gives the first rule that refuses it to this caller; nil when none does. A rule that fails refuses.
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
