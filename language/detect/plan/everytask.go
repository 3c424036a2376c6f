package plan

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// speaksOfAll says whether every task of a kind is meant, or both.
func (p *planner) speaksOfAll() bool {
	if len(p.numbers) > 0 {
		return false
	}
	namesNone := p.slots.TaskRef == nil && p.slots.TaskID == nil && !p.Has(l.It, l.This, l.One, l.Ordinal, l.Wala)
	return p.everyTask() || p.intent == meaning.DeleteTask && namesNone && p.clearsList()
}

// clearsList says whether the list itself is what is done with, and not what stands in it: clear my list, but not one from the list,
// list se nikalo, or show my list.
func (p *planner) clearsList() bool {
	for i := range p.Words {
		if p.Is(i, l.Show, l.See) && !p.Is(i, l.List) {
			return false
		}
	}
	for i := range p.Words {
		if p.Is(i, l.List) && !p.Is(i+1, l.Se) && !p.Is(i-1, l.Se) && !p.Is(i-2, l.Se) {
			return true
		}
	}
	return false
}

// speaksOfBoth says whether two tasks are meant that are not named.
func (p *planner) speaksOfBoth() bool {
	for i := range p.Tokens {
		if p.ClauseWords.Several.Both.At(p.Tokens, i) > 0 {
			return true
		}
	}
	return false
}

// everyTask says whether a word says that every task, or both, are meant.
func (s sentence) everyTask() bool {
	for i, token := range s.Tokens {
		if e := s.TimeAt(i); e != nil && e.Time() || token.Script == text.Number {
			continue
		}
		words := &s.ClauseWords.Several
		marked := s.Is(s.WordAt(i)-1, l.Mark) // mark all done
		if !marked && (words.AllBut.At(s.Tokens, i) > 0 || words.AllBut.At(s.Tokens, i-1) > 0) {
			continue
		}
		if words.All.At(s.Tokens, i) > 0 {
			return true
		}
		if length := words.Both.At(s.Tokens, i); length > 0 && !s.Bare(s.WordAt(i+length)) {
			return true
		}
	}
	return false
}

// WantsAll is the deed that is ordered for all tasks of a kind where that was taken for something else: delete all Fajr tasks.
func WantsAll(c *clauses.Clauses, intent meaning.Intent) meaning.Intent {
	s := sentence{c}
	ofTasks := intent == meaning.ListTasks || s.Has(l.Task)
	other := s.Has(l.Masjid, l.Hadith, l.Pending, l.AllStatus, l.Show, l.See)
	if intent.Writes() || s.Main < 0 || !ofTasks || other || !s.everyTask() {
		return meaning.Unknown
	}
	a := s.Acts[s.Main]
	switch {
	case a.Negated || a.Mood != clauses.Ordered && (a.Urdu || a.Mood != clauses.Wished):
	case a.Does(l.Delete, l.Cancel):
		return meaning.DeleteTask
	case a.Does(l.Finish):
		return meaning.CompleteTask
	}
	return meaning.Unknown
}
