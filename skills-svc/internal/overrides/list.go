package overrides

import (
	"slices"

	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// List is the overrides at one moment. It is immutable, and what it returns must not be modified.
type List struct {
	all       []skills.Override // by number
	effective map[string]map[string]skills.Override
}

// NewList returns a List of overrides, which are ordered by number.
func NewList(all []skills.Override) *List {
	l := &List{all: all, effective: map[string]map[string]skills.Override{}}
	for _, o := range all {
		if o.Revoked() {
			continue
		}
		if l.effective[o.Skill] == nil {
			l.effective[o.Skill] = map[string]skills.Override{}
		}
		l.effective[o.Skill][o.Tool] = o // the later one wins
	}
	return l
}

// Effective returns the overrides that decide for a skill, by tool.
func (l *List) Effective(skill string) map[string]skills.Override { return l.effective[skill] }

// All returns every override ever created, ordered by number.
func (l *List) All() []skills.Override { return l.all }

// Of returns every override ever created for a skill, the latest first.
func (l *List) Of(skill string) []skills.Override {
	var of []skills.Override
	for _, o := range slices.Backward(l.all) {
		if o.Skill == skill {
			of = append(of, o)
		}
	}
	return of
}

// State returns the state of an override. One that was created since the List counts as the latest.
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

// With returns a List with one more override, which is the latest.
func (l *List) With(o skills.Override) *List {
	o.ID = 1
	if len(l.all) > 0 {
		o.ID = l.all[len(l.all)-1].ID + 1
	}
	return NewList(append(slices.Clone(l.all), o))
}

// Without returns a List in which an override of a skill is revoked. It fails with skills.ErrNoOverride if there is none.
func (l *List) Without(skill string, id int32) (*List, error) {
	all := slices.Clone(l.all)
	at := slices.IndexFunc(all, func(o skills.Override) bool { return o.ID == id && o.Skill == skill })
	if at < 0 {
		return nil, skills.ErrNoOverride
	}
	return NewList(slices.Delete(all, at, at+1)), nil
}
