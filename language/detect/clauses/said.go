package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// saidOfTask reads what English says of a task instead of ordering it: number 8 can go, the one I want gone, it can wait till Friday.
func (s *Clauses) saidOfTask(i int) (Act, bool) {
	if s.Language != meaning.English || i == 0 {
		return Act{}, false
	}
	said, token := &s.Forms.Said, s.Words[i].First
	does := l.Set{}.With(l.Delete, l.Verb)
	var length int
	switch leaves, gone, waits := said.Leaves.At(s.Tokens, token), said.Gone.At(s.Tokens, token), said.Waits.At(s.Tokens, token); {
	case leaves > 0 && s.leaves(i, s.WordAt(token+leaves)):
		length = leaves
	case gone > 0 && s.Is(i-1, l.Me) && s.Is(i-1, l.One):
		length = gone
	case waits > 0 && s.untilWhen(s.WordAt(token+waits)):
		does, length = l.Set{}.With(l.Move, l.Verb), waits
	default:
		return Act{}, false
	}
	at := reading.Span{From: i, To: s.WordAt(token + length)}
	return Act{Is: does, At: at, Mood: Wished, Negated: s.negatedBefore(i)}, true
}

// leaves says whether it is a task that can go, by what stands before that and behind it: the gym one, number 8; off my list.
func (s *Clauses) leaves(i, after int) bool {
	if !s.endsParticle(after) && !s.Is(after, l.List, l.Now, l.Also) && (after >= len(s.Words) || !s.tellsOfSomeone(after)) {
		return false
	}
	for j := i; j <= after; j++ {
		if s.Is(j, l.List) {
			return true
		}
	}
	if s.plainNumber(i-1) || s.Is(i-1, l.Task, l.One, l.It) && !s.Is(i-1, l.Me) {
		return true
	}
	for j := i - 1; j >= 0 && !s.Parted(j+1) && s.TimeHolds(i-1); j-- {
		if s.Is(j, l.All) {
			return true // everything for Friday can go
		}
	}
	return false
}

// untilWhen says whether a time follows, till which something can wait.
func (s *Clauses) untilWhen(i int) bool {
	if !s.Is(i, l.Until, l.To, l.For) {
		return i < len(s.Words) && s.TimeHolds(i)
	}
	return i+1 < len(s.Words) && (s.TimeHolds(i) || s.TimeHolds(i+1) || s.Is(i+1, l.Then, l.This))
}
