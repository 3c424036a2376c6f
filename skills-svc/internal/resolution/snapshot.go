package resolution

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Input is what resolution depends on. Every field is required.
type Input struct {
	Skills *skills.Collection
	// Tools are the registered tools, by name.
	Tools     []*policy.Tool
	Overrides *overrides.List
	Policy    *policy.Policy
}

// Snapshot is the tools of all skills at one moment. It is immutable and safe for concurrent use.
type Snapshot struct {
	policy *policy.Policy
	skills map[string]*prepared
}

// prepared is what a skill gets for any caller. The policy's rules about the caller are still to be applied.
type prepared struct {
	Result
	skill policy.Skill

	// personal holds callers' results, so that the policy is asked once for each caller. It has at most maxPersonal
	// entries.
	personal sync.Map // policy.Caller to *Result
	callers  atomic.Int32
}

// maxPersonal bounds the callers of a skill whose results are kept until something changes.
const maxPersonal = 1000

// Build prepares the tools of all skills.
func Build(input Input) *Snapshot {
	s := &Snapshot{policy: input.Policy, skills: map[string]*prepared{}}
	index := newIndex(input.Tools)
	for _, entry := range input.Skills.Entries() {
		if entry.Skill != nil {
			s.skills[strings.ToLower(entry.Name)] = prepare(entry.Skill, index, input)
		}
	}
	return s
}

// Resolve returns the tools of a skill for a caller, or false if there is no such skill. The case of the name does not
// matter.
func (s *Snapshot) Resolve(name string, caller policy.Caller) (*Result, bool) {
	p := s.skills[strings.ToLower(name)]
	switch {
	case p == nil:
		return nil, false
	case !s.policy.Personal():
		return &p.Result, true
	default:
		return p.personalResult(s.policy, caller), true
	}
}

func (p *prepared) personalResult(rules *policy.Policy, caller policy.Caller) *Result {
	caller = rules.Relevant(caller)
	if known, found := p.personal.Load(caller); found {
		return known.(*Result)
	}
	result := p.forCaller(rules, caller)
	if p.callers.Add(1) <= maxPersonal {
		p.personal.Store(caller, result)
	}
	return result
}

// forCaller leaves out what the policy refuses to this caller.
func (p *prepared) forCaller(rules *policy.Policy, caller policy.Caller) *Result {
	result := &Result{Skill: p.Skill, Unmatched: p.Unmatched, Refused: p.Refused[:len(p.Refused):len(p.Refused)]}
	for _, resolved := range p.Tools {
		if rule := rules.ForCaller(resolved.Tool, &p.skill, caller); rule != nil {
			result.Refused = append(result.Refused, refusedBy(rule, resolved.Tool))
			continue
		}
		result.Tools = append(result.Tools, resolved)
	}
	return result
}

// Totals returns the numbers of resolved and refused tools, summed over all skills.
func (s *Snapshot) Totals() (resolved, refused int) {
	for _, p := range s.skills {
		resolved += len(p.Tools)
		refused += len(p.Refused)
	}
	return resolved, refused
}

func refusedBy(rule *policy.Rule, tool *policy.Tool) Refused {
	return Refused{Tool: tool.Name, Kind: KindPolicy, Rule: rule.Name, Text: rule.Reason}
}
