package resolution

import (
	"maps"
	"slices"
	"strconv"

	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// index finds tools by name and by category.
type index struct {
	byName     map[string]*policy.Tool
	byCategory map[string][]*policy.Tool // by name
}

func newIndex(tools []*policy.Tool) index {
	i := index{byName: make(map[string]*policy.Tool, len(tools)), byCategory: map[string][]*policy.Tool{}}
	for _, tool := range tools {
		i.byName[tool.Name] = tool
		for _, category := range tool.Categories {
			i.byCategory[category] = append(i.byCategory[category], tool)
		}
	}
	return i
}

// candidates are the tools that something gives a skill, in order, with the reasons.
type candidates struct {
	ordered []*Resolved
	byName  map[string]*Resolved
}

func (c *candidates) add(tool *policy.Tool, reason Reason) {
	known := c.byName[tool.Name]
	if known == nil {
		known = &Resolved{Tool: tool}
		c.byName[tool.Name] = known
		c.ordered = append(c.ordered, known)
	}
	known.Reasons = append(known.Reasons, reason)
}

func prepare(skill *skills.Skill, tools index, input Input) *prepared {
	said := input.Overrides.Effective(skill.Name)
	p := &prepared{Result: Result{Skill: skill}, skill: policySkill(skill)}
	found := &candidates{byName: map[string]*Resolved{}}
	for _, permission := range skill.Permissions {
		before := len(found.ordered)
		matched := grant(found, tools, permission)
		slices.SortFunc(found.ordered[before:], byToolName)
		if !matched {
			p.Unmatched = append(p.Unmatched, permission)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		tool := tools.byName[name]
		if said[name].Action != skills.Allow || tool == nil {
			continue
		}
		found.add(tool, allowed(said[name]))
		p.skill.Permissions = append(p.skill.Permissions, name) // as good as a permission by name
	}
	for _, candidate := range found.ordered {
		p.admit(candidate, said, input.Policy)
	}
	return p
}

// grant adds the tools that a permission gives, and reports whether there are any.
func grant(found *candidates, tools index, permission string) bool {
	named := tools.byName[permission]
	if named != nil {
		found.add(named, Reason{Kind: KindName, Permission: permission, Text: "the skill asks for it by name"})
	}
	for _, tool := range tools.byCategory[permission] {
		origin := skills.Origin(tool.Origin)
		found.add(tool, Reason{
			Kind: KindCategory, Permission: permission, Origin: origin,
			Text: "the skill asks for " + permission + ", " + originTexts[origin],
		})
	}
	return named != nil || len(tools.byCategory[permission]) > 0
}

var originTexts = map[skills.Origin]string{
	skills.OriginDeclared: "which the tool declares",
	skills.OriginAdmin:    "to which an administrator assigned the tool",
	skills.OriginModel:    "to which a model assigned the tool",
	skills.OriginMap:      "to which the map of capabilities assigns the tool",
}

func allowed(o skills.Override) Reason {
	return Reason{Kind: KindOverride, Override: o.ID, Text: "an administrator allows it: " + o.Reason}
}

// admit applies overrides and the policy's standing rules.
func (p *prepared) admit(candidate *Resolved, said map[string]skills.Override, rules *policy.Policy) {
	name := candidate.Tool.Name
	if o, overridden := said[name]; overridden && o.Action == skills.Deny {
		p.Refused = append(p.Refused, Refused{
			Tool: name, Kind: KindOverride, Override: o.ID,
			Text: "an administrator denies it (override " + strconv.Itoa(int(o.ID)) + "): " + o.Reason,
		})
		return
	}
	if rule := rules.Standing(candidate.Tool, &p.skill); rule != nil {
		p.Refused = append(p.Refused, refusedBy(rule, candidate.Tool))
		return
	}
	p.Tools = append(p.Tools, *candidate)
}

func policySkill(s *skills.Skill) policy.Skill {
	return policy.Skill{
		Name: s.Name, Location: string(s.Location), Permissions: slices.Clone(s.Permissions),
		AllowedTools: s.AllowedTools, Metadata: s.Metadata,
	}
}

func byToolName(a, b *Resolved) int {
	switch {
	case a.Tool.Name < b.Tool.Name:
		return -1
	case a.Tool.Name > b.Tool.Name:
		return 1
	}
	return 0
}
