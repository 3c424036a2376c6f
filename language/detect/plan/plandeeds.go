package plan

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// findDeeds finds the acts that change tasks, but for those within what names a task.
func (p *planner) findDeeds() {
	for i, a := range p.Acts {
		if a.Negated || !p.means(i, a) || p.inName(a.At) && !p.ordersAnother(a) || i != p.Main && p.inClause(a, l.Not, l.Why, l.How) {
			continue
		}
		if of := p.kind(i, a); of != meaning.Unknown {
			p.deeds = append(p.deeds, deed{of, p.clause[a.At.From], a.At})
		}
	}
}

// means says whether an act is wanted, or told as what is done with a task.
func (p *planner) means(i int, a clauses.Act) bool {
	switch a.Mood {
	case clauses.Ordered, clauses.Wished:
		return true
	case clauses.Told:
		return i == p.Main || a.Does(l.Finish, l.Mark, l.Ho)
	case clauses.Mentioned:
		return i == p.Main || a.Does(l.Delete, l.Cancel, l.Finish, l.Mark) && !p.Is(a.At.To, l.Task, l.Wala) && a.At.From > 0
	case clauses.Spoken, clauses.Asked:
	}
	return false
}

// ordersAnother says whether an act within the title of a new task is an order of its own: add milk and delete task 2.
func (p *planner) ordersAnother(a clauses.Act) bool {
	if p.intent != meaning.CreateTask || a.Mood != clauses.Ordered || a.At.From == 0 {
		return false
	}
	return (p.Breaks(a.At.From) || p.Breaks(a.At.From-1)) && p.hasOwnTarget(p.clause[a.At.From])
}

func (p *planner) inName(at reading.Span) bool {
	for i := at.From; i < at.To; i++ {
		if !p.named[p.Norm(i)] {
			return false
		}
	}
	return len(p.named) > 0
}

// kind is what an act does to a task.
func (p *planner) kind(i int, a clauses.Act) meaning.Intent {
	switch {
	case a.Does(l.Delete, l.Cancel):
		return meaning.DeleteTask
	case a.Does(l.Khatam):
		if i == p.Main {
			return p.intent
		}
		return meaning.Unknown
	case a.Does(l.Ho) && i != p.Main:
		return meaning.CompleteTask
	case a.Does(l.Finish), a.Does(l.Mark) && !p.inClause(a, l.High, l.Low, l.Medium, l.Pending):
		return meaning.CompleteTask
	case a.Does(l.Change, l.Move, l.Rename, l.Reopen, l.Link, l.Repeat):
		return meaning.UpdateTask
	case a.Does(l.Create, l.Remind):
		return meaning.CreateTask
	case i == p.Main:
		return p.intent
	}
	return p.kindByClause(a)
}

// kindByClause is what an act of many meanings does to a task, by what else stands in its clause.
func (p *planner) kindByClause(a clauses.Act) meaning.Intent {
	switch {
	case a.Does(l.Kar) && p.Language != meaning.English && !p.inClause(a, l.Task, l.Wala, l.Ko) && !p.numberBeside(a):
	case a.Does(l.Kar, l.Put, l.Make, l.Mark) && p.inClause(a, l.Completed):
		return meaning.CompleteTask
	case a.Does(l.Kar, l.Put, l.Make, l.Mark) && p.tellsAttribute(a):
		return meaning.UpdateTask
	case a.Does(l.Show, l.Tell) && a.Mood == clauses.Ordered && p.inClause(a, l.Task, l.List) && !p.inClause(a, l.It, l.NumberWord):
		return meaning.ListTasks
	}
	return meaning.Unknown
}

// tellsAttribute says whether the clause of an act states something that a task can have.
func (p *planner) tellsAttribute(a clauses.Act) bool {
	if p.inClause(a, l.High, l.Low, l.Medium, l.Priority, l.Pending, l.Category, l.Date, l.Recur) {
		return true
	}
	for i := range p.Words {
		if p.clause[i] == p.clause[a.At.From] && p.TimeHolds(i) {
			return true
		}
	}
	return false
}

// numberBeside says whether a number stands in the clause of an act.
func (p *planner) numberBeside(a clauses.Act) bool {
	for i := range p.Words {
		if p.clause[i] != p.clause[a.At.From] {
			continue
		}
		if _, _, ok := p.Num(p.Words[i].First); ok {
			return true
		}
	}
	return false
}

// inClause says whether a word of an act's clause stands for any of these.
func (p *planner) inClause(a clauses.Act, of ...l.Concept) bool {
	for i := range p.Words {
		if p.clause[i] == p.clause[a.At.From] && p.Is(i, of...) {
			return true
		}
	}
	return false
}

// manyActs says whether deeds of different kinds are wanted. What is made may be changed in the same breath: add X, link it
// to Asr; and what is told as done may be ordered away: I finished it, delete it.
func (p *planner) manyActs() bool {
	kinds := map[meaning.Intent]bool{}
	for _, d := range p.deeds {
		a := p.actOf(d)
		onlyTold := (a.Mood == clauses.Told || a.Mood == clauses.Mentioned) && (!p.hasTarget(d.clause) || len(p.values()) < 2)
		ofTheNewTask := p.intent == meaning.CreateTask && d.intent != meaning.CreateTask && !p.hasOwnTarget(d.clause)
		if onlyTold || ofTheNewTask {
			continue
		}
		if d.intent == meaning.UpdateTask && p.Is(a.At.To, l.It) ||
			d.intent == meaning.CreateTask && p.intent != meaning.CreateTask && p.Is(a.At.To, l.It) {
			continue
		}
		kinds[d.intent] = true
	}
	return len(kinds) > 1 && len(p.clausesOfDeeds()) > 1
}

func (p *planner) actOf(d deed) clauses.Act {
	for _, a := range p.Acts {
		if a.At == d.at {
			return a
		}
	}
	return clauses.Act{}
}

func (p *planner) clausesOfDeeds() map[int]bool {
	in := map[int]bool{}
	for _, d := range p.deeds {
		in[d.clause] = true
	}
	return in
}

func (p *planner) hasTarget(clause int) bool {
	return slices.ContainsFunc(p.numbers, func(one target) bool { return one.clause == clause })
}

// hasOwnTarget says whether a clause names a task by the word task and its number.
func (p *planner) hasOwnTarget(clause int) bool {
	return slices.ContainsFunc(p.IDs, func(id reading.Numbered) bool {
		w := p.WordAt(id.At.From)
		return w < len(p.clause) && p.clause[w] == clause
	})
}
