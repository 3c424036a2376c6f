package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// speaksOfAll says whether every task of a kind is meant, or both.
func (p *planner) speaksOfAll() bool {
	if len(p.numbers) > 0 {
		return false
	}
	namesNone := p.slots.TaskRef == nil && p.slots.TaskID == nil && !p.has(l.It, l.This, l.One, l.Ordinal, l.Wala)
	return p.everyTask() || p.intent == DeleteTask && namesNone && p.has(l.List) // clear my list
}

// speaksOfBoth says whether two tasks are meant that are not named.
func (p *planner) speaksOfBoth() bool {
	for i := range p.Tokens {
		if p.clauses.Several.Both.at(p.Tokens, i) > 0 {
			return true
		}
	}
	return false
}

// everyTask says whether a word says that every task, or both, are meant.
func (s planSentence) everyTask() bool {
	for i, token := range s.Tokens {
		if e := s.timeAt(i); e != nil && e.Time() || token.Script == text.Number {
			continue
		}
		words := &s.clauses.Several
		if words.AllBut.at(s.Tokens, i) > 0 || words.AllBut.at(s.Tokens, i-1) > 0 {
			continue
		}
		if words.All.at(s.Tokens, i) > 0 {
			return true
		}
		if length := words.Both.at(s.Tokens, i); length > 0 && !s.bare(s.wordAt(i+length)) {
			return true
		}
	}
	return false
}

// wantsAll is the deed that is ordered for all tasks of a kind where that was taken for something else: delete all Fajr tasks.
func wantsAll(c *clauseReading, intent Intent) Intent {
	s := planSentence{c}
	ofTasks := intent == ListTasks || s.has(l.Task)
	other := s.has(l.Masjid, l.Hadith, l.Pending, l.AllStatus, l.Show, l.See)
	if intent.Writes() || s.main < 0 || !ofTasks || other || !s.everyTask() {
		return Unknown
	}
	a := s.acts[s.main]
	switch {
	case a.mood != ordered || a.negated:
	case a.does(l.Delete, l.Cancel):
		return DeleteTask
	case a.does(l.Finish):
		return CompleteTask
	}
	return Unknown
}
