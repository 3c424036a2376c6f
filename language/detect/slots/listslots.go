package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/questions"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// listSlots finds which tasks are asked for.
func (s sentence) listSlots(in meaning.Input, slots *meaning.Slots) {
	if !s.ID.Empty() {
		slots.TaskID = &s.Number
		return
	}
	if n, ok := s.CalledByNumber(); ok && (s.BeenDone() || s.Has(l.Completed, l.Pending, l.Finish)) {
		slots.TaskID = &n
		return
	}
	m := due.Resolve(in.Options(false), s.TimesOf()...)
	set(&slots.Due, m.Due)
	questions.SetDueDays(s.Clauses, in, slots)
	set(&slots.Recurrence, m.Recurrence)
	set(&slots.LinkedPrayer, s.Linked(m))
	c := s.content(meaning.ListTasks)
	set(&slots.Priority, c.takePriority(false))
	set(&slots.Category, c.takeCategory(false))
	if slots.Category == nil {
		set(&slots.Category, c.categories().Listed())
	}
	number, _ := questions.OneTask(s.Clauses)
	if number > 0 {
		*slots = meaning.Slots{TaskID: &number}
		return
	}
	if set(&slots.TaskRef, c.names.Name(spans.Ref)); slots.TaskRef != nil {
		slots.Due, slots.DueDays, slots.Hijri, slots.Category, slots.LinkedPrayer = nil, nil, nil, nil, nil
	} else {
		set(&slots.Status, questions.Status(s.Clauses))
	}
	if s.Has(l.Completed) && !s.Has(l.Mark) { // the ones I finished this week: that is not when they were due
		slots.DueDays = nil
	}
	if n, ok := questions.Limit(s.Clauses); ok {
		slots.Limit = &n
	}
}
