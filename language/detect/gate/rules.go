package gate

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// rule is one reason for which a sentence must not write.
type rule struct {
	name  string
	of    []meaning.Intent // nil: of all that write
	holds func(s sentence, intent meaning.Intent, named map[string]bool) bool
}

// askedIfDone is the rule that does not count where something is only told: did the worksheet.
const askedIfDone = "asked whether it is done"

// rules are all of them; `detect-report -ablation` prints what each is worth.
var rules = []rule{
	{"said by others", nil, func(s sentence, intent meaning.Intent, _ map[string]bool) bool {
		return !s.WhatIWrote(0) && s.saidByThem(intent)
	}},
	{"done by others to what is theirs", []meaning.Intent{meaning.CompleteTask}, func(s sentence, _ meaning.Intent, _ map[string]bool) bool {
		return !s.orders() && s.theirOwn()
	}},
	{askedIfDone, []meaning.Intent{meaning.CompleteTask}, func(s sentence, _ meaning.Intent, _ map[string]bool) bool {
		return s.asksIfDone()
	}},
	{"perhaps", []meaning.Intent{meaning.DeleteTask, meaning.CompleteTask}, func(s sentence, _ meaning.Intent, named map[string]bool) bool {
		return s.Language != meaning.English && s.unsure(named)
	}},
	{"nearly done", []meaning.Intent{meaning.CompleteTask}, func(s sentence, _ meaning.Intent, named map[string]bool) bool {
		return !s.orders() && s.nearly(named)
	}},
	{"no task", []meaning.Intent{meaning.DeleteTask}, func(s sentence, _ meaning.Intent, named map[string]bool) bool {
		return s.noTask(named)
	}},
	{"for later", []meaning.Intent{meaning.DeleteTask, meaning.CompleteTask}, func(s sentence, _ meaning.Intent, named map[string]bool) bool {
		return Later(s.Clauses, named)
	}},
}

// Rules are the names of all rules.
func Rules() (names []string) {
	for _, r := range rules {
		names = append(names, r.name)
	}
	return names
}

// Refuses says whether a sentence must not write, whatever it was taken for: what it speaks of is not wanted now. The rule named leftOut
// does not count.
func Refuses(c *clauses.Clauses, intent meaning.Intent, slots meaning.Slots, leftOut string) bool {
	return intent.Writes() && sentence{c}.unmeant(intent, meaning.NamesIn(slots), leftOut)
}

// unmeant says whether a rule holds.
func (s sentence) unmeant(intent meaning.Intent, named map[string]bool, leftOut string) bool {
	return slices.ContainsFunc(rules, func(r rule) bool {
		return r.name != leftOut && (r.of == nil || slices.Contains(r.of, intent)) && r.holds(s, intent, named)
	})
}

// orders says whether what is wanted most is ordered.
func (s sentence) orders() bool { return s.Main >= 0 && s.Acts[s.Main].Mood == clauses.Ordered }
