// Package resolution determines the tools of skills from permissions, capability categories, registered tools, policy
// and overrides. It prepares everything when something changes, so that a request is a lookup in memory.
package resolution

import (
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Kind is what gives a tool to a skill, or refuses it.
type Kind string

// The kinds.
const (
	// KindName: a permission is the tool's exact name.
	KindName Kind = "permission_name"
	// KindCategory: a permission is a category of the tool.
	KindCategory Kind = "permission_category"
	// KindOverride: an administrator's override.
	KindOverride Kind = "override"
	// KindPolicy: a rule of the policy refuses it.
	KindPolicy Kind = "policy"
)

// Reason is why a skill has a tool.
type Reason struct {
	Kind Kind
	// Permission is empty for an override.
	Permission string
	// Origin is who put the tool into the category. It is empty unless the reason is a category.
	Origin skills.Origin
	// Override is the number of the override, or 0.
	Override int32
	// Text is the reason as a sentence.
	Text string
}

// Resolved is a tool that a skill may use.
type Resolved struct {
	Tool *policy.Tool
	// Reasons has at least one entry.
	Reasons []Reason
}

// Refused is a tool that something gives a skill and something else refuses.
type Refused struct {
	Tool string
	// Kind is KindOverride or KindPolicy.
	Kind Kind
	// Rule is the policy's rule, empty for an override. Override is 0 for the policy.
	Rule     string
	Override int32
	Text     string
}

// Result is the tools of a skill. It must not be modified.
type Result struct {
	Skill *skills.Skill
	// Tools are in the order of the permissions, then by name, each once.
	Tools   []Resolved
	Refused []Refused
	// Unmatched are the permissions that fit no registered tool.
	Unmatched []string
}
