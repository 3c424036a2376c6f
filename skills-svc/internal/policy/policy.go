// Package policy decides which of the tools that a skill asks for it may use. The rules are written in CEL, and an
// operator can change them.
package policy

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/ext"

	"github.com/salaatflow/platform/services/policy"
	"github.com/salaatflow/platform/skills-svc/config"
)

// Tool is a tool as rules see it, under the name `tool`.
type Tool struct {
	Name       string   `cel:"name"`
	Title      string   `cel:"title"`
	Service    string   `cel:"service"`
	Categories []string `cel:"capabilities"`
	// Origin is who classified the tool: declared, admin, model, map or none.
	Origin string `cel:"origin"`
	// Auth is none, optional, required or admin.
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

// Rule is one rule of a policy.
type Rule = policy.Rule

// Policy is a set of rules that must all hold. It is immutable and safe for concurrent use.
type Policy struct {
	// standing rules do not depend on who is calling; personal ones do.
	standing, personal []*Rule
	// userIDs: some rule depends on more than the caller's role.
	userIDs bool
}

// Default returns the policy of config/policy.yaml: a skill needs a permission by exact name for a destructive tool.
func Default() (*Policy, error) { return Read(config.Policy) }

// Read reads a policy from YAML, and reports every mistake in it.
func Read(text []byte) (*Policy, error) {
	env, err := policy.NewEnvironment(0,
		ext.NativeTypes(ext.ParseStructTags(true),
			reflect.TypeFor[Tool](), reflect.TypeFor[Skill](), reflect.TypeFor[Caller]()),
		cel.Variable("tool", cel.ObjectType("policy.Tool")),
		cel.Variable("skill", cel.ObjectType("policy.Skill")),
		cel.Variable("caller", cel.ObjectType("policy.Caller")),
	)
	if err != nil {
		return nil, err
	}
	rules, err := env.Read(text)
	p, mistakes := &Policy{}, []error{err}
	for _, rule := range rules {
		if rule.Internal {
			mistakes = append(mistakes,
				fmt.Errorf("policy: the rule %s: internal: whoever reads a skill sees which rule refused; leave it out", rule.Name))
		}
		p.add(rule)
	}
	return p, errors.Join(mistakes...)
}

func (p *Policy) add(rule *Rule) {
	personal := false
	for _, name := range rule.Mentions() {
		object, field, _ := strings.Cut(name, ".")
		if object == "caller" {
			personal = true
			p.userIDs = p.userIDs || field != "role"
		}
	}
	if personal {
		p.personal = append(p.personal, rule)
	} else {
		p.standing = append(p.standing, rule)
	}
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
	rule, _ := policy.FirstRefusing(rules, input)
	return rule
}
