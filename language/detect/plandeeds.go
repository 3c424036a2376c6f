package detect

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// findDeeds finds the acts that change tasks, but for those within what names a task.
func (p *planner) findDeeds() {
	for i, a := range p.acts {
		if a.negated || !p.means(i, a) || p.inName(a.at) && !p.ordersAnother(a) || i != p.main && p.inClause(a, l.Not, l.Why, l.How) {
			continue
		}
		if of := p.kind(i, a); of != Unknown {
			p.deeds = append(p.deeds, deed{of, p.clause[a.at.from], a.at})
		}
	}
}

// means says whether an act is wanted, or told as what is done with a task.
func (p *planner) means(i int, a act) bool {
	switch a.mood {
	case ordered, wished:
		return true
	case told:
		return i == p.main || a.does(l.Finish, l.Mark, l.Ho)
	case mentioned:
		return i == p.main || a.does(l.Delete, l.Cancel, l.Finish, l.Mark) && !p.is(a.at.to, l.Task, l.Wala) && a.at.from > 0
	case spoken, asked:
	}
	return false
}

// ordersAnother says whether an act within the title of a new task is an order of its own: add milk and delete task 2.
func (p *planner) ordersAnother(a act) bool {
	if p.intent != CreateTask || a.mood != ordered || a.at.from == 0 {
		return false
	}
	return (p.breaks(a.at.from) || p.breaks(a.at.from-1)) && p.hasOwnTarget(p.clause[a.at.from])
}

func (p *planner) inName(at span) bool {
	for i := at.from; i < at.to; i++ {
		if !p.named[p.norm(i)] {
			return false
		}
	}
	return len(p.named) > 0
}

// kind is what an act does to a task.
func (p *planner) kind(i int, a act) Intent {
	switch {
	case a.does(l.Delete, l.Cancel):
		return DeleteTask
	case a.does(l.Khatam):
		if i == p.main {
			return p.intent
		}
		return Unknown
	case a.does(l.Ho) && i != p.main:
		return CompleteTask
	case a.does(l.Finish), a.does(l.Mark) && !p.inClause(a, l.High, l.Low, l.Medium, l.Pending):
		return CompleteTask
	case a.does(l.Change, l.Move, l.Rename, l.Reopen, l.Link, l.Repeat):
		return UpdateTask
	case a.does(l.Create, l.Remind):
		return CreateTask
	case i == p.main:
		return p.intent
	case a.does(l.Kar) && p.language != English && !p.inClause(a, l.Task, l.Wala, l.Ko) && !p.numberBeside(a):
	case a.does(l.Kar, l.Put, l.Make, l.Mark) && p.inClause(a, l.Completed):
		return CompleteTask
	case a.does(l.Kar, l.Put, l.Make, l.Mark) && p.tellsAttribute(a):
		return UpdateTask
	case a.does(l.Show, l.Tell) && a.mood == ordered && p.inClause(a, l.Task, l.List) && !p.inClause(a, l.It, l.NumberWord):
		return ListTasks
	}
	return Unknown
}

// tellsAttribute says whether the clause of an act states something that a task can have.
func (p *planner) tellsAttribute(a act) bool {
	if p.inClause(a, l.High, l.Low, l.Medium, l.Priority, l.Pending, l.Category, l.Date, l.Recur) {
		return true
	}
	for i := range p.words {
		if p.clause[i] == p.clause[a.at.from] && p.timeHolds(i) {
			return true
		}
	}
	return false
}

// numberBeside says whether a number stands in the clause of an act.
func (p *planner) numberBeside(a act) bool {
	for i := range p.words {
		if p.clause[i] != p.clause[a.at.from] {
			continue
		}
		if _, _, ok := p.num(p.words[i].First); ok {
			return true
		}
	}
	return false
}

// inClause says whether a word of an act's clause stands for any of these.
func (p *planner) inClause(a act, of ...l.Concept) bool {
	for i := range p.words {
		if p.clause[i] == p.clause[a.at.from] && p.is(i, of...) {
			return true
		}
	}
	return false
}

// manyActs says whether deeds of different kinds are wanted. What is made may be changed in the same breath: add X, link it
// to Asr; and what is told as done may be ordered away: I finished it, delete it.
func (p *planner) manyActs() bool {
	kinds := map[Intent]bool{}
	for _, d := range p.deeds {
		a := p.actOf(d)
		onlyTold := (a.mood == told || a.mood == mentioned) && (!p.hasTarget(d.clause) || len(p.values()) < 2)
		ofTheNewTask := p.intent == CreateTask && d.intent != CreateTask && !p.hasOwnTarget(d.clause)
		if onlyTold || ofTheNewTask {
			continue
		}
		if d.intent == UpdateTask && p.is(a.at.to, l.It) || d.intent == CreateTask && p.intent != CreateTask && p.is(a.at.to, l.It) {
			continue
		}
		kinds[d.intent] = true
	}
	return len(kinds) > 1 && len(p.clausesOfDeeds()) > 1
}

func (p *planner) actOf(d deed) act {
	for _, a := range p.acts {
		if a.at == d.at {
			return a
		}
	}
	return act{}
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
	return slices.ContainsFunc(p.ids, func(id numbered) bool {
		w := p.wordAt(id.at.from)
		return w < len(p.clause) && p.clause[w] == clause
	})
}
