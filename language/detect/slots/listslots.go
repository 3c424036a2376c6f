package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/questions"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// listSlots finds which tasks are asked for, and returns what is left to name one; nil where its number does.
func (s sentence) listSlots(in meaning.Input, slots *meaning.Slots) *content {
	if !s.ID.Empty() {
		slots.TaskID = &s.Number
		return nil
	}
	if n, ok := s.CalledByNumber(); ok && (s.BeenDone() || s.Has(l.Completed, l.Pending, l.Finish)) {
		slots.TaskID = &n
		return nil
	}
	m := due.Resolve(in.Options(false), s.TimesOf()...)
	set(&slots.Due, m.Due)
	questions.SetDueDays(s.Clauses, in, slots)
	set(&slots.Recurrence, m.Recurrence)
	set(&slots.LinkedPrayer, s.Linked(m))
	c := s.content()
	set(&slots.Priority, c.takePriority(false))
	set(&slots.Category, c.takeCategory(false))
	if slots.Category == nil {
		set(&slots.Category, c.categories().Listed())
	}
	number, ref := questions.OneTask(s.Clauses)
	if number > 0 {
		*slots = meaning.Slots{TaskID: &number}
		return nil
	}
	ref = c.asked(ref)
	if set(&slots.TaskRef, ref); ref != "" {
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
	return c
}
