package detect

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/questions"
)

// insteadOfDone asks for a task where a sentence that is not to complete it asks whether it is done, and says so for the rule.
func (s sentence) insteadOfDone(intent meaning.Intent, postponed bool, r *meaning.Result) (rule string) {
	if postponed || intent != meaning.CompleteTask || !s.asksWhetherDone(&r.Slots) {
		return ""
	}
	r.Intent = meaning.ListTasks
	return ", but asked"
}

// asksWhetherDone says whether a sentence that was taken for telling that a task is done asks whether it is, and of which: darzi wala kaam
// ho gaya ke nahi, has the boiler been ticked off?
func (s sentence) asksWhetherDone(slots *meaning.Slots) bool {
	if !s.Asks() || s.Has(l.If, l.How, l.Why, l.Who, l.What) && s.Language == meaning.English {
		return false
	}
	if what := s.Find(l.What); s.Is(what-1, l.And) {
		return false // task 2 aur kya, wo bhi nipta diya
	}
	for _, a := range s.Acts {
		if a.Mood != clauses.Told && a.Mood != clauses.Asked && a.Mood != clauses.Spoken && a.Mood != clauses.Mentioned || a.Negated {
			return false
		}
	}
	number, ref := questions.OneTask(s.Clauses)
	switch {
	case !s.ID.Empty():
		slots.TaskID = &s.Number
	case number > 0:
		slots.TaskID = &number
	case ref != "":
		slots.TaskRef = &ref
	default:
		return false
	}
	return true
}
