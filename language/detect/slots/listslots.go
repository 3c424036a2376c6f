package slots

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/questions"
	"github.com/salaatflow/platform/language/detect/when/due"
)

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
	c := s.content()
	set(&slots.Priority, c.takePriority(false))
	set(&slots.Category, c.takeCategory())
	if slots.Category == nil {
		set(&slots.Category, c.listCategory())
	}
	if ref := s.askedFor(); ref != "" {
		set(&slots.TaskRef, ref)
		slots.Due, slots.DueDays, slots.Hijri, slots.Category, slots.LinkedPrayer = nil, nil, nil, nil, nil
	} else {
		set(&slots.Status, questions.Status(s.Clauses))
	}
	if s.Has(l.Completed) && !s.Has(l.Mark) { // the ones I finished this week: that is not when they were due
		slots.DueDays = nil
	}
	if n, ok := s.Limit(); ok {
		slots.Limit = &n
	}
}

// askedFor finds the words that name the one task of which the sentence asks whether it is done.
func (s sentence) askedFor() string {
	for _, a := range s.Acts {
		if a.Mood != clauses.Asked && (a.Mood != clauses.Told || !s.Asks()) || !a.Does(l.Finish, l.Ho, l.Kar, l.Mark, l.Deed) {
			continue
		}
		c := s.content()
		c.takeTimes(s.TimesOf())
		for _, a := range c.Acts {
			c.takeAct(a)
		}
		c.takePointer()
		for _, r := range c.runs(refEdge, l.Set{}) {
			if c.substance(r.Span) && c.Is(r.To, l.Task, l.Wala, l.One) && !c.Forms.Grammar.Tasks[c.Norm(r.To)] && !c.Is(r.From, l.Any) {
				return c.textOf(c.trim(c.pastLead(r.Span), refEdge, l.Set{}))
			}
		}
	}
	return ""
}

// listCategory finds the category of the tasks asked for: quran tasks, zikr wale kaam.
func (c *content) listCategory() string {
	for i := range c.Words {
		if c.Is(i, l.Task) {
			if name := c.takeTaskCategory(i); name != "" {
				return name
			}
		}
		if c.Is(i, l.Wala) && c.Is(i-1, l.CatName) && !c.Is(i-1, l.Namaz) {
			return c.Words[i-1].Value
		}
	}
	for i := range c.Words {
		if c.Is(i, l.CatName) && !c.Is(i, l.Namaz) {
			return c.Words[i].Value
		}
	}
	return ""
}
