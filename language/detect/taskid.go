package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// findID finds the number by which a task is named: task 3, task no. 3, #3, 31 number task, number 11, task teen.
func (s *clauseReading) findID() {
	for i := range s.words {
		first := s.words[i].First
		number, to, ok := s.num(first)
		if !ok && s.is(i, l.De) && s.is(i+1, l.NumberWord) && !s.parted(i+1) {
			number, to, ok = 2, first+1, true // do number task
		}
		if !ok {
			continue
		}
		before, after := i-1, s.wordAt(to)
		for s.is(before, l.NumberWord) && !s.is(before, l.Task) {
			before--
		}
		named := before < i-1 || s.Tokens[first].Before.Has(text.Hash)
		switch {
		case s.isFor(first):
			continue
		case named && (s.is(before, l.Task) || !s.isNumbered(before)),
			s.is(before, l.Task) && !s.is(before-1, l.New, l.Any) && !s.counts(after),
			s.is(after, l.NumberWord) && s.is(after+1, l.Task, l.Wala, l.Ka, l.Ko),
			(!s.bare(i-1) || s.parted(i)) && s.is(after, l.Wala) && s.is(after+1, behindWala...):
			if e := s.timeAt(first); e != nil && e.Time() {
				continue
			}
			if s.ids = append(s.ids, numbered{span{first, to}, number}); len(s.ids) == 1 {
				s.id, s.number = span{first, to}, number
			}
		}
	}
}

// isFor says whether a token is the 4 by which people write "for": my tasks 4 today.
func (s *clauseReading) isFor(token int) bool {
	if s.Tokens[token].Norm != "4" || token == 0 || s.Tokens[token-1].Norm != "tasks" {
		return false
	}
	e := s.timeAt(token + 1)
	return e != nil && e.From == token+1 && e.Is(when.Day)
}

// behindWala are what may follow "3 wala" where that is a task.
var behindWala = []l.Concept{l.Task, l.Delete, l.Finish, l.Ko, l.Ka, l.Change, l.Move, l.Cancel, l.Mark, l.Kar}

// taskDeeds are what is done to tasks.
var taskDeeds = []l.Concept{l.Delete, l.Finish, l.Mark, l.Change, l.Move, l.Reopen, l.Cancel, l.Rename, l.Put}

// findBareID finds the number of a task beside the verb: tick 38, 61 delete kar do.
func (s *clauseReading) findBareID() {
	if !s.id.empty() || s.main < 0 || s.has(l.Task, l.Masjid, l.Namaz, l.Hadith) {
		return
	}
	a := s.acts[s.main]
	if !a.does(taskDeeds...) {
		return
	}
	for i := range s.words {
		number, to, ok := s.num(s.words[i].First)
		after := s.wordAt(to)
		beside := i == 0 || i == a.at.to || i == a.at.from-1 || s.parted(after)
		if ok && beside && !s.bare(i-1) && (after == a.at.from || s.endsNumber(after)) {
			if e := s.timeAt(s.words[i].First); e == nil || !e.Time() {
				s.id, s.number = span{s.words[i].First, to}, number
				s.ids = append(s.ids, numbered{s.id, number})
				return
			}
		}
	}
}

// endsNumber says whether a number may end before a word: delete 3, mark 3 as done.
func (s *clauseReading) endsNumber(after int) bool {
	return s.parted(after) || s.is(after, l.To, l.As, l.Ko, l.Under, l.Is, l.Polite)
}

// isNumbered says whether a word is one whose things have numbers: surah no. 3, block number 5.
func (s *clauseReading) isNumbered(i int) bool { return s.bare(i) || s.is(i, l.Area, l.Detail) }

// counts says whether a number before this word counts things, or tells a time.
func (s *clauseReading) counts(i int) bool { return s.is(i, l.Hour) }

// definite says whether the sentence speaks of a task that there is: by its number, as "it", as "the … task", "… wala".
func (s *clauseReading) definite() bool {
	if !s.id.empty() || s.has(l.It, l.Wala) {
		return true
	}
	for i := range s.words {
		if s.is(i, l.Task) && !s.is(i, l.List) {
			for j := i - 1; j >= 0 && j >= i-6 && !s.parted(j+1); j-- {
				if s.is(j, l.Any, l.New) {
					return false
				}
				if s.is(j, l.The, l.My, l.This) {
					return true
				}
			}
			if s.is(i+1, l.Ko) {
				return true
			}
		}
		if s.is(i, l.One) && s.is(i-1, l.Ordinal) || s.is(i, l.Ordinal) && s.is(i-1, l.The) {
			return true
		}
	}
	return false
}

// timesOf returns the expressions that tell when, without those that hold a task's number.
func (s *clauseReading) timesOf() []when.Expression {
	times := make([]when.Expression, 0, len(s.times))
	for _, e := range s.times {
		if e.Time() && !s.id.touches(span{e.From, e.To}) {
			times = append(times, e)
		}
	}
	return times
}
