// Package renamed finds the old and the new name of a task where a sentence writes out both.
package renamed

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// longest is how many words the old name has at most that is not in quotation marks.
const longest = 6

// Slots are the old name and the new one, where both are said and the task is not named by its number: change "ring Saima" to "ring Saima
// and Nadia"; have it say 'B' rather than 'A'; buy milk should say buy milk and nappies.
func Slots(s *clauses.Clauses, slots *meaning.Slots) {
	if !s.ID.Empty() || slots.TaskID != nil {
		return
	}
	before, after := quoted(s)
	if before.Empty() {
		before, after = rewritten(s)
	}
	if before.Empty() || after.Empty() || timed(s, before, after) {
		return
	}
	old, title := words(s, before), words(s, after)
	slots.TaskRef, slots.Title = &old, &title
	slots.Due, slots.DueRelative, slots.Priority, slots.Status, slots.Recurrence, slots.LinkedPrayer = nil, nil, nil, nil, nil, nil
}

// timed says whether a time is told besides the names, or nothing else as the new one: move 'gym' to Friday and 'swim' to Monday; it should
// say 4 April.
func timed(s *clauses.Clauses, before, after reading.Span) bool {
	for _, e := range s.TimesOf() {
		first, behind := s.WordAt(e.From), s.WordAt(e.To)
		if !e.Time() || before.Holds(first) {
			continue
		}
		if !after.Holds(first) || first == after.From && behind >= after.To {
			return true
		}
	}
	return false
}

func words(s *clauses.Clauses, at reading.Span) string {
	return text.Tidy(s.Piece(s.Words[at.From].First, s.Words[at.To-1].Last))
}

// quoted are two names in quotation marks. The old one comes first, unless the new one is told to stand instead of it.
func quoted(s *clauses.Clauses) (before, after reading.Span) {
	all := func(int) bool { return true }
	before = s.Quoted(all)
	if before.Empty() {
		return before, after
	}
	after = s.Quoted(func(i int) bool { return i > before.To })
	if after.Empty() || s.Forms.InsteadOf.EndAt(s.Tokens, s.Words[after.From].First) > 0 {
		return after, before
	}
	return before, after
}

// rewritten are the names in English before and behind what says how a task should read.
func rewritten(s *clauses.Clauses) (before, after reading.Span) {
	if s.Language != meaning.English {
		return before, after
	}
	first := 0
	if s.WhatIWrote(0) {
		const told = 3 // where it says
		first = told
	}
	for s.Is(first, l.The, l.My, l.Filler) {
		first++
	}
	for i := first + 1; i < len(s.Words) && !s.Parted(i) && i-first <= longest; i++ {
		if n := s.Forms.Rewriting.At(s.Tokens, s.Words[i].First); n > 0 {
			from, to := s.WordAt(s.Words[i].First+n), len(s.Words)
			for to > from && s.Is(to-1, l.Polite, l.Filler, l.Instead) {
				to--
			}
			return one(s, reading.Span{From: first, To: i}), reading.Span{From: from, To: to}
		}
	}
	return reading.Span{}, reading.Span{}
}

// one is a name without what only points at a task: the milk one.
func one(s *clauses.Clauses, name reading.Span) reading.Span {
	for name.To-name.From > 1 && (s.Is(name.To-1, l.Task) || s.Forms.Grammar.One[s.Norm(name.To-1)]) {
		name.To--
	}
	return name
}
