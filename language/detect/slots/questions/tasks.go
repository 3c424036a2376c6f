package questions

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// SetDueDays sets the slots of the days on which the tasks are due that are asked for, where they are several or of the Islamic
// calendar.
func SetDueDays(c *clauses.Clauses, in meaning.Input, slots *meaning.Slots) {
	s := sentence{c}
	if days := s.overdue(in); days != nil {
		slots.Due, slots.DueDays = nil, days
		return
	}
	if days := s.ahead(in); days != nil {
		slots.Due, slots.DueDays = nil, days
		return
	}
	for _, e := range c.TimesOf() {
		first, last, several := in.Options(false).Days(e)
		if !several || e.Former {
			continue
		}
		slots.DueDays = &meaning.DueDays{From: first, To: last}
		if !e.Latest {
			slots.Due = nil
		}
		break
	}
	if c.Hijri.Day != 0 || !c.Hijri.Due.Empty() || s.withinHijri() {
		day := c.Hijri.HijriDay
		slots.Hijri = &day
	}
}

// withinHijri says whether a day of the Islamic calendar, or several, is told as that within which tasks are due: in Ramadan.
func (s sentence) withinHijri() bool {
	within := &s.Mentions.Islamic.Within
	return !s.Hijri.At.Empty() && (within.Before.Behind(s.Tokens, s.Hijri.At.From) || within.Behind.At(s.Tokens, s.Hijri.At.To) > 0)
}

// Status says which tasks are asked for: pending, completed, all, or "" where that is not said.
func Status(c *clauses.Clauses) string {
	s := sentence{c}
	pending, completed := s.Has(l.Pending) || s.notDone() || s.still(), false
	for i := range s.Words {
		denied := s.deniedAt(i)
		completed = completed || s.Is(i, l.Completed) && !denied
		pending = pending || s.Is(i, l.Completed) && denied
	}
	if s.BeenDone() && (completed || !s.Has(l.Pending)) { // bache hue kaam are pending
		completed = true
	}
	switch {
	case s.still() && !s.Has(l.AllStatus):
		return "pending"
	case s.Has(l.AllStatus), completed && (pending || s.Has(l.Also)):
		return "all"
	case pending:
		return "pending"
	case completed:
		return "completed"
	}
	return ""
}

// deniedAt says whether it is denied of a word: not done, nahi hue.
func (s sentence) deniedAt(i int) bool {
	return s.Is(i-1, l.Not) || s.Is(i+1, l.Not) || s.Is(i-1, l.Me) && s.Is(i-2, l.Not)
}

// still says whether a word of English says that what is asked for is yet to be done.
func (s sentence) still() bool {
	return s.Language == meaning.English && slices.ContainsFunc(s.Tokens, func(t text.Token) bool { return s.Forms.Grammar.Still[t.Norm] })
}

// notDone says whether the sentence speaks of what is not done: nahi hue.
func (s sentence) notDone() bool {
	for _, a := range s.Acts {
		if a.Mood == clauses.Told && a.Negated && a.Does(l.Ho, l.Kar, l.Finish) {
			return true
		}
	}
	return false
}
