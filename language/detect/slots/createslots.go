package slots

import (
	"github.com/salaatflow/platform/language/detect/clauses/moments"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/making"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/when/due"
)

func (s sentence) createSlots(in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) {
	times := moments.OfDeed(s.Clauses)
	m := due.Resolve(moments.Options(s.Clauses, in), times...)
	s.setTime(m, slots, cues)
	set(&slots.LinkedPrayer, s.Linked(m))
	c := s.content(meaning.CreateTask)
	set(&slots.Priority, c.takePriority(true))
	set(&slots.Category, c.takeCategory(false))
	if noun := c.taskNoun(); noun >= 0 && slots.Category == nil {
		set(&slots.Category, c.takeTaskCategory(noun))
	}
	set(&slots.Title, making.Sentence{Clauses: s.Clauses}.Nominative(c.names.Name(spans.Title)))
}
