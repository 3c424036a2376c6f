package detect

import (
	"strings"
	"unicode"

	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// MostSteps is how many steps a plan may have; more are asked about.
const MostSteps = 20

// planSentence is a sentence that may ask for several things.
type planSentence struct{ *clauseReading }

// planOf finds what a sentence that changes tasks asks for beyond one deed to one task.
func planOf(c *clauseReading, intent Intent, slots Slots) Plan {
	p := planner{planSentence: planSentence{c}, intent: intent, slots: slots, named: namesIn(slots)}
	if ref := slots.TaskRef; ref != nil && !strings.ContainsFunc(*ref, unicode.IsLetter) {
		p.named = map[string]bool{} // 1-4 names no task by words
	}
	p.findClauses()
	p.findDeeds()
	p.findNumbers()
	return p.made()
}

// planner reads which deeds and which tasks a sentence speaks of.
type planner struct {
	planSentence
	intent  Intent
	slots   Slots
	named   map[string]bool
	clause  []int    // of each word
	deeds   []deed   // that are wanted, or told as done
	numbers []target // of tasks, as they are spoken of
	unsure  bool     // which numbers are meant is not certain
	counted bool     // tasks are counted: delete 3 tasks
}

// deed is an act that changes tasks.
type deed struct {
	intent Intent
	clause int
	at     span
}

// target is a task that is named by its number.
type target struct {
	number, word, clause int
	place                bool // the number is its place in a list
}

func (p *planner) made() Plan {
	values := p.values()
	all := p.speaksOfAll()
	plan := Plan{All: all, Both: all && p.speaksOfBoth(), Acts: p.manyActs(), Tasks: values}
	if len(values) == 1 && p.slots.TaskID != nil && values[0] != *p.slots.TaskID {
		plan.Several = true // one that is not the one which is read elsewhere
		return plan
	}
	plan.Several = all || p.manyOrdinals() || plan.Acts || p.counted || len(values) > 1 || p.intent != CreateTask && p.manyNames()
	if p.intent == CreateTask {
		plan.Several = plan.Acts
		plan.All = false
		return plan
	}
	if p.leftOpen() {
		plan.Several, plan.All = true, false
		return plan
	}
	if plan.Several && !all && !p.unsure && !p.counted && p.placesAlone() {
		plan.Steps = p.steps()
	}
	return plan
}

// leftOpen says whether of several tasks it is told which in a way that is not followed: all but 3, between 3 and 5.
func (p *planner) leftOpen() bool {
	if p.slots.Title != nil {
		return false
	}
	unsure, number := false, false
	for i := range p.words {
		_, _, ok := p.num(p.words[i].First)
		number = number || ok
		unsure = unsure || p.clauses.Several.Unsure.at(p.Tokens, p.words[i].First) > 0
	}
	return unsure && (number || p.everyTask()) || len(p.values()) == 1 && p.everyTask()
}

// findClauses numbers the clauses of the words.
func (p *planner) findClauses() {
	p.clause = make([]int, len(p.words))
	n := 0
	for i := range p.words {
		if i > 0 && (p.breaks(i) || p.is(i, l.Or)) {
			n++
		}
		p.clause[i] = n
	}
}
