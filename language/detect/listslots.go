package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

func (s slotSentence) listSlots(in Input, slots *Slots) {
	if !s.id.empty() {
		slots.TaskID = &s.number
		return
	}
	m := when.Resolve(in.Options(false), s.timesOf()...)
	set(&slots.Due, m.Due)
	set(&slots.Recurrence, m.Recurrence)
	set(&slots.LinkedPrayer, s.linked(m))
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
func (s slotSentence) askedFor() string {
	for _, a := range s.acts {
		if a.mood != asked && (a.mood != told || !s.asks()) || !a.does(l.Finish, l.Ho, l.Kar, l.Mark, l.Deed) {
			continue
		}
		c := s.content()
		c.takeTimes(s.timesOf())
		for _, a := range c.acts {
			c.takeAct(a)
		}
		c.takePointer()
		for _, r := range c.runs(refEdge, l.Set{}) {
			if c.substance(r.span) && c.is(r.to, l.Task, l.Wala, l.One) && c.form(r.to) != "tasks" && !c.is(r.from, l.Any) {
				return c.textOf(c.trim(c.pastLead(r.span), refEdge, l.Set{}))
			}
		}
	}
	return ""
}

// listCategory finds the category of the tasks asked for: quran tasks, zikr wale kaam.
func (c *content) listCategory() string {
	for i := range c.words {
		if c.is(i, l.Task) {
			if name := c.takeTaskCategory(i); name != "" {
				return name
			}
		}
		if c.is(i, l.Wala) && c.is(i-1, l.CatName) && !c.is(i-1, l.Namaz) {
			return c.words[i-1].Value
		}
	}
	for i := range c.words {
		if c.is(i, l.CatName) && !c.is(i, l.Namaz) {
			return c.words[i].Value
		}
	}
	return ""
}

// status says which tasks are asked for.
func (s slotSentence) status() string {
	pending, completed := s.has(l.Pending) || s.notDone(), false
	for i := range s.words {
		denied := s.is(i-1, l.Not) || s.is(i+1, l.Not) || s.is(i-1, l.Me) && s.is(i-2, l.Not)
		completed = completed || s.is(i, l.Completed) && !denied
		pending = pending || s.is(i, l.Completed) && denied
	}
	if s.beenDone() && (completed || !s.has(l.Pending)) { // bache hue kaam are pending
		completed = true
	}
	switch {
	case s.has(l.AllStatus), pending && completed:
		return "all"
	case pending:
		return "pending"
	case completed:
		return "completed"
	}
	return ""
}

// limit finds how many are asked for: the first 5, 3 masjid, top ten.
func (s slotSentence) limit() (int, bool) {
	for _, e := range s.times {
		at := span{e.From, e.To}
		if !e.Is(when.Number) || e.Number <= 0 || e.Number > 1000 || s.id.touches(at) || s.place.areaAt.touches(at) {
			continue
		}
		next := s.wordAt(e.To)
		for s.is(next, l.CatName, l.High, l.Low, l.Wala, l.Pending, l.Completed, l.Good, l.My, l.Other, l.Near, l.Prayer) {
			next++
		}
		word := s.wordAt(e.From)
		if word > 0 && s.Tokens[s.words[word-1].First].Norm == "limit" {
			return e.Number, true
		}
		begins := s.words[word].First == e.From && (word == 0 || s.is(word-1, l.Masjid, l.In, l.Se))
		if begins && s.is(s.past(next, l.Filler), l.Show, l.Tell) {
			return e.Number, true // masjidein 5 dikhado
		}
		if s.is(next, l.Task, l.Masjid) && !s.is(word, l.Any) || s.is(word-1, l.Ordinal, l.Show, l.High, l.But) {
			return e.Number, true
		}
	}
	return 0, false
}
