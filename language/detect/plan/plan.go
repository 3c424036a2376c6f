// Package plan finds what a sentence asks for beyond one deed to one task: several numbers, ranges, two kinds of deed, every task.
package plan

import (
	"strings"
	"unicode"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// MostSteps is how many steps a plan may have; more are asked about.
const MostSteps = 20

// sentence is a sentence that may ask for several things.
type sentence struct{ *clauses.Clauses }

// Of finds what a sentence that changes tasks asks for beyond one deed to one task.
func Of(c *clauses.Clauses, intent meaning.Intent, slots meaning.Slots) meaning.Plan {
	p := planner{sentence: sentence{c}, intent: intent, slots: slots, named: meaning.NamesIn(slots)}
	if ref := slots.TaskRef; ref != nil && (!strings.ContainsFunc(*ref, unicode.IsLetter) || p.onlyRange()) {
		p.named = map[string]bool{} // 1-4 names no task by words
	}
	p.findClauses()
	p.findDeeds()
	p.findNumbers()
	return p.made()
}

// onlyRange says whether what names the task is nothing but numbers in words, or places in a list, and what joins them: one to three,
// ایک تا تین, pehla aur doosra dono.
func (p *planner) onlyRange() bool {
	for i := range p.Words {
		first := p.Words[i].First
		if !p.named[p.Norm(i)] || p.ClauseWords.Several.Ranges.At(p.Tokens, first) > 0 || p.ClauseWords.Several.One.At(p.Tokens, first) > 0 ||
			p.ClauseWords.Several.Both.At(p.Tokens, first) > 0 {
			continue
		}
		if _, _, ok := p.Num(first); !ok && !p.Is(i, l.And, l.Until, l.Ordinal) {
			return false
		}
	}
	return true
}

// planner reads which deeds and which tasks a sentence speaks of.
type planner struct {
	sentence
	intent  meaning.Intent
	slots   meaning.Slots
	named   map[string]bool
	clause  []int    // of each word
	deeds   []deed   // that are wanted, or told as done
	numbers []target // of tasks, as they are spoken of
	unsure  bool     // which numbers are meant is not certain
	counted bool     // tasks are counted: delete 3 tasks
}

// deed is an act that changes tasks.
type deed struct {
	intent meaning.Intent
	clause int
	at     reading.Span
}

// target is a task that is named by its number.
type target struct {
	number, word, clause int
	place                bool // the number is its place in a list
}

func (p *planner) made() meaning.Plan {
	values := p.values()
	all := p.speaksOfAll() && (!p.speaksOfBoth() || !p.manyOrdinals()) // pehla aur doosra dono
	plan := meaning.Plan{All: all, Both: all && p.speaksOfBoth(), Acts: p.manyActs(), Tasks: values}
	if len(values) == 1 && p.slots.TaskID != nil && values[0] != *p.slots.TaskID {
		plan.Several = true // one that is not the one which is read elsewhere
		return plan
	}
	if p.intent == meaning.CreateTask {
		plan.Several, plan.All = plan.Acts, false
		return plan
	}
	plan.Several = all || plan.Acts || p.counted || len(values) > 1 || p.manyOrdinals() || p.manyNames()
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
	for i := range p.Words {
		_, _, ok := p.Num(p.Words[i].First)
		number = number || ok
		unsure = unsure || p.ClauseWords.Several.Unsure.At(p.Tokens, p.Words[i].First) > 0
	}
	return unsure && (number || p.everyTask()) || len(p.values()) == 1 && p.everyTask()
}

// findClauses numbers the clauses of the words.
func (p *planner) findClauses() {
	p.clause = make([]int, len(p.Words))
	n := 0
	for i := range p.Words {
		if i > 0 && (p.Breaks(i) || p.Is(i, l.Or)) {
			n++
		}
		p.clause[i] = n
	}
}
