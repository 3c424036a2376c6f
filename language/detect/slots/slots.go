// Package slots finds what a sentence states for an intent: what a task is called and when it is due, which task is meant, a place, a
// prayer, the topic of a hadith.
package slots

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/questions"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// sentence is a sentence of which the slots are found.
type sentence struct{ *clauses.Clauses }

// Of finds what a sentence states for an intent.
func Of(c *clauses.Clauses, intent meaning.Intent, in meaning.Input, cues *meaning.Cues) (slots meaning.Slots) {
	sentence{c}.of(intent, in, &slots, cues)
	return slots
}

func (s sentence) of(intent meaning.Intent, in meaning.Input, slots *meaning.Slots, cues *meaning.Cues) {
	switch intent {
	case meaning.CreateTask:
		s.ofNewTask().createSlots(in, slots, cues)
	case meaning.ListTasks:
		s.listSlots(in, slots)
	case meaning.UpdateTask:
		s.updateSlots(in, slots, cues)
	case meaning.DeleteTask, meaning.CompleteTask:
		s.pointSlots(intent, slots, cues)
	default:
		questions.Of(s.Clauses, intent, in, slots, cues)
	}
}

func set(slot **string, value string) {
	if value != "" {
		*slot = &value
	}
}

// setTime sets the slots that tell when.
func (s sentence) setTime(m due.Moment, slots *meaning.Slots, cues *meaning.Cues) {
	set(&slots.Recurrence, m.Recurrence)
	s.setHijri(slots)
	cues.ClockOnly = m.Due != "" && !m.DayTold
	cues.Part = m.Part.String()
	if m.Prayer == when.Jummah {
		cues.ByJummah, cues.JummahMinutes = m.By(), m.Minutes
	}
	cues.AfterIt = m.Relation != when.NoRelation && m.Prayer == ""
	if m.Minutes != 0 && m.Prayer != when.Jummah {
		r := &meaning.DueRelative{Prayer: m.Prayer, Minutes: m.Minutes}
		if m.DayTold && len(m.Due) >= 10 {
			set(&slots.Due, m.Due[:10])
			r.Date = m.Due[:10]
		}
		slots.DueRelative = r
		return
	}
	set(&slots.Due, m.Due)
}

// setHijri sets the slot of the day of the Islamic calendar on which something is to be done.
func (s sentence) setHijri(slots *meaning.Slots) {
	if !s.Hijri.Due.Empty() {
		day := s.Hijri.HijriDay
		slots.Hijri = &day
	}
}
