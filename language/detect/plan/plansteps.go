package plan

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/meaning"
)

// steps gives each task that is named the deed of its clause, or of the one that its clause goes on with. It gives none
// where a task has no deed or several, a deed has no task, or a deed is none that a step may be.
func (p *planner) steps() []meaning.Step {
	var steps []meaning.Step
	used := map[meaning.Intent]bool{}
	for _, one := range p.targets() {
		of := p.deedOf(one)
		if of != meaning.DeleteTask && of != meaning.CompleteTask {
			return nil
		}
		used[of] = true
		step := meaning.Step{Intent: of, TaskID: one.number}
		if one.place {
			step = meaning.Step{Intent: of, Place: one.number}
		}
		at := slices.IndexFunc(steps, func(s meaning.Step) bool { return s.TaskID == step.TaskID && s.Place == step.Place })
		switch {
		case at < 0:
			steps = append(steps, step)
		case steps[at].Intent != of:
			return nil
		}
	}
	for _, d := range p.deeds {
		if !used[d.intent] {
			return nil
		}
	}
	if len(steps) < 2 || len(steps) > MostSteps || p.manyNames() {
		return nil
	}
	return steps
}

// deedOf is the deed that is meant of a task: that of its clause, or else, as the verb stands first in English and last in
// Urdu, that of the clause before or after.
func (p *planner) deedOf(one target) meaning.Intent {
	step, last := -1, -1
	if p.Language != meaning.English {
		step, last = 1, p.clause[len(p.clause)-1]+1
	}
	for _, way := range [...]struct{ step, end int }{{step, last}, {-step, p.clause[len(p.clause)-1] - last}} {
		for clause := one.clause; clause != way.end && clause >= 0 && clause <= p.clause[len(p.clause)-1]; clause += way.step {
			if of := p.kindIn(clause); of != "" {
				return of
			}
		}
	}
	if len(p.deeds) == 0 {
		return p.intent // the answer to a question, which names the tasks alone
	}
	return meaning.Unknown
}

// kindIn is the one kind of deed in a clause; Unknown where there are several, empty where there is none.
func (p *planner) kindIn(clause int) (of meaning.Intent) {
	for _, d := range p.deeds {
		switch {
		case d.clause != clause:
		case of == "":
			of = d.intent
		case of != d.intent:
			return meaning.Unknown
		}
	}
	return of
}
