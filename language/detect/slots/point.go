package slots

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses/attributes"
	"github.com/salaatflow/platform/language/detect/clauses/moments"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// point sets the words that name a task, or its number where they are nothing else: 12 wala, item 3.
func (c *content) point(slots *meaning.Slots) {
	if !c.ID.Empty() {
		slots.TaskID = &c.Number
		return
	}
	if n, ok := c.CalledByNumber(); ok {
		slots.TaskID = &n
		return
	}
	n, ok := c.onlyNumber()
	if !ok {
		set(&slots.TaskRef, c.names.Name(spans.Ref))
		return
	}
	left, denied, one := c.OnlyLeft()
	if denied {
		n, ok = left, one // I didn't do 6 but I did do 7
	}
	if ok {
		slots.TaskID = &n
	}
}

// onlyNumber is the number that the words which name a task are, and nothing else.
func (c *content) onlyNumber() (number int, ok bool) {
	for _, at := range c.names.Found[spans.Ref] {
		for t := at.From; t < at.To; {
			if n, to, is := c.Num(t); is && number == 0 {
				number, t = n, to
				continue
			}
			if !c.Forms.BesideNumbers[c.Tokens[t].Norm] {
				return 0, false
			}
			t++
		}
	}
	return number, number > 0
}

// pointSlots finds which task is meant: its number, or the words that name it.
func (s sentence) pointSlots(intent meaning.Intent, slots *meaning.Slots, cues *meaning.Cues) {
	s.content(intent).point(slots)
	if slots.TaskID == nil || s.ID.Empty() {
		cues.Loose = slots.TaskRef != nil && !s.Has(l.Task, l.Wala) || s.Has(l.Khatam)
	}
}

func (s sentence) updateSlots(in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) {
	m := due.Resolve(in.Options(false), moments.OfChange(s.Clauses)...)
	c := s.content(meaning.UpdateTask)
	set(&slots.Title, c.names.Name(spans.Title))
	if title := slots.Title != nil; title {
		c.besideTitle(in, slots, cues)
	} else {
		s.setTime(m, slots, cues)
		set(&slots.Priority, c.takePriority(false))
		set(&slots.Category, c.takeCategory(true))
		if s.Has(l.Pending) || s.Has(l.Undo) && s.Has(l.Completed, l.Finish) || s.Main >= 0 && s.Acts[s.Main].Does(l.Reopen) ||
			s.Denied(l.Completed) {
			set(&slots.Status, "pending")
		}
	}
	c.point(slots)
	if slots.Title == nil {
		set(&slots.LinkedPrayer, c.linkedOutside(m))
	}
	cues.Loose = slots.TaskRef != nil && !s.Has(l.Task, l.Wala)
	if s.Has(l.Reopen, l.Undo, l.Mistake) && slots.Title == nil && slots.Due == nil && slots.DueRelative == nil && slots.Priority == nil &&
		slots.Category == nil && slots.Recurrence == nil && slots.LinkedPrayer == nil {
		set(&slots.Status, "pending") // wapas mor do: nothing else is to be changed
	}
	attributes.Clear(s.Clauses, slots)
}

// besideTitle finds what else than its new name a task is to have, in clauses of their own: due 5 April, priority high, naam badal do X.
func (c *content) besideTitle(in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) {
	title := c.names.Found[spans.Title]
	from, to := c.WordAt(title[0].From), c.WordAt(title[len(title)-1].To)
	apart := func(i int) bool {
		behind := c.Language == meaning.English && i >= to
		return !c.gone(i) && (behind || c.PartedBetween(min(i, from), max(i, from)))
	}
	times := slices.DeleteFunc(c.TimesOf(), func(e when.Expression) bool { return !apart(c.WordAt(e.From)) })
	if len(times) > 0 {
		c.setTime(due.Resolve(in.Options(false), times...), slots, cues)
	}
	for i := range c.Words {
		if c.levels().Of(i) != "" && apart(i) {
			set(&slots.Priority, c.takePriority(true))
			return
		}
	}
}

// linkedOutside is the prayer that a change names, outside of the words that name the task.
func (c *content) linkedOutside(m due.Moment) string {
	prayer := c.Linked(m)
	if prayer == "" || m.Prayer != "" {
		return prayer
	}
	for i := range c.Words {
		if c.PrayerOf(i) == prayer && !c.gone(i) {
			return prayer
		}
	}
	return ""
}
