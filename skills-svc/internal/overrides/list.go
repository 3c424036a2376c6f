package overrides

import (
	"slices"

	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// List is the overrides at one moment. It is immutable; what it gives must not be changed.
type List struct {
	all       []skills.Override // by number
	effective map[string]map[string]skills.Override
}

// NewList makes a list of overrides, by number.
func NewList(all []skills.Override) *List {
	l := &List{all: all, effective: map[string]map[string]skills.Override{}}
	for _, o := range all {
		if o.Revoked() {
			continue
		}
		if l.effective[o.Skill] == nil {
			l.effective[o.Skill] = map[string]skills.Override{}
		}
		l.effective[o.Skill][o.Tool] = o // the later wins
	}
	return l
}

// Effective gives the overrides that decide for a skill, by tool.
func (l *List) Effective(skill string) map[string]skills.Override { return l.effective[skill] }

// All gives every override that was made, by number.
func (l *List) All() []skills.Override { return l.all }

// Of gives every override that was made for a skill, the latest first.
func (l *List) Of(skill string) []skills.Override {
	var of []skills.Override
	for _, o := range slices.Backward(l.all) {
		if o.Skill == skill {
			of = append(of, o)
		}
	}
	return of
}

// State tells how an override stands. One that was made since is later than all that are known.
func (l *List) State(o skills.Override) skills.OverrideState {
	switch {
	case o.Revoked():
		return skills.OverrideRevoked
	case l.effective[o.Skill][o.Tool].ID <= o.ID:
		return skills.OverrideEffective
	default:
		return skills.OverrideSuperseded
	}
}
