package slots

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

func (s sentence) listSlots(in meaning.Input, slots *meaning.Slots) {
	if !s.ID.Empty() {
		slots.TaskID = &s.Number
		return
	}
	m := due.Resolve(in.Options(false), s.TimesOf()...)
	set(&slots.Due, m.Due)
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
		slots.Due, slots.Category, slots.LinkedPrayer = nil, nil, nil
	} else {
		set(&slots.Status, s.status())
	}
	if n, ok := s.limit(); ok {
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

// status says which tasks are asked for.
func (s sentence) status() string {
	pending, completed := s.Has(l.Pending) || s.NotDone(), false
	for i := range s.Words {
		denied := s.Is(i-1, l.Not) || s.Is(i+1, l.Not) || s.Is(i-1, l.Me) && s.Is(i-2, l.Not)
		completed = completed || s.Is(i, l.Completed) && !denied
		pending = pending || s.Is(i, l.Completed) && denied
	}
	if s.BeenDone() && (completed || !s.Has(l.Pending)) { // bache hue kaam are pending
		completed = true
	}
	switch {
	case s.Has(l.AllStatus), pending && completed:
		return "all"
	case pending:
		return "pending"
	case completed:
		return "completed"
	}
	return ""
}

// limit finds how many are asked for: the first 5, 3 masjid, top ten.
func (s sentence) limit() (int, bool) {
	for _, e := range s.Times {
		at := reading.Span{From: e.From, To: e.To}
		if !e.Is(when.Number) || e.Number <= 0 || e.Number > 1000 || s.ID.Touches(at) || s.Place.AreaAt.Touches(at) {
			continue
		}
		next := s.WordAt(e.To)
		for s.Is(next, l.CatName, l.High, l.Low, l.Wala, l.Pending, l.Completed, l.Good, l.My, l.Other, l.Near, l.Prayer) {
			next++
		}
		word := s.WordAt(e.From)
		if word > 0 && s.Forms.Grammar.Limit[s.Norm(word-1)] {
			return e.Number, true
		}
		begins := s.Words[word].First == e.From && (word == 0 || s.Is(word-1, l.Masjid, l.In, l.Se))
		if begins && s.Is(s.past(next, l.Filler), l.Show, l.Tell) {
			return e.Number, true // masjidein 5 dikhado
		}
		if s.Is(next, l.Task, l.Masjid) && !s.Is(word, l.Any) || s.Is(word-1, l.Ordinal, l.Show, l.High, l.But) {
			return e.Number, true
		}
	}
	return 0, false
}
