// Package resolution finds the tools of skills: permissions, capability categories, tools registered now, policy and
// overrides. Everything is prepared when something changes, so that asking is a lookup in memory.
package resolution

import (
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Kind is what gives a tool to a skill, or refuses it.
type Kind string

// The kinds there are.
const (
	// KindName: a permission is the tool's exact name.
	KindName Kind = "permission_name"
	// KindCategory: a permission is a category that the tool has.
	KindCategory Kind = "permission_category"
	// KindOverride: an administrator said so.
	KindOverride Kind = "override"
	// KindPolicy: a rule of the policy refuses it.
	KindPolicy Kind = "policy"
)

// Reason is why a tool is there.
type Reason struct {
	Kind Kind
	// Permission is empty for an override.
	Permission string
	// Origin is who put the tool into the category; empty unless a category gives it.
	Origin skills.Origin
	// Override is the number of the override; 0 for a permission.
	Override int32
	// Text is the same as a sentence.
	Text string
}

// Resolved is a tool that a skill may use.
type Resolved struct {
	Tool *policy.Tool
	// Reasons has at least one.
	Reasons []Reason
}

// Refused is a tool that something names for a skill, and something refuses.
type Refused struct {
	Tool string
	// Kind is KindOverride or KindPolicy.
	Kind Kind
	// Rule is the policy's; empty for an override, and Override 0 for the policy.
	Rule     string
	Override int32
	Text     string
}

// Result is the tools of a skill. It must not be changed.
type Result struct {
	Skill *skills.Skill
	// Tools are in the order of the permissions, then by name, each once.
	Tools   []Resolved
	Refused []Refused
	// Unmatched are the permissions that no tool registered now fits.
	Unmatched []string
}
