package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// saidOfTask reads what English says of a task instead of ordering it: number 8 can go, the one I want gone, it can wait till Friday.
func (s *Clauses) saidOfTask(i int) (Act, bool) {
	if s.Language != meaning.English {
		return Act{}, false
	}
	if n := s.Forms.Said.Removing.At(s.Tokens, s.Words[i].First); n > 0 && s.EndsHere(s.WordAt(s.Words[i].First+n)) {
		at := reading.Span{From: i, To: s.WordAt(s.Words[i].First + n)}
		return Act{Is: l.Set{}.With(l.Delete, l.Verb), At: at, Mood: Wished, Negated: s.negatedBefore(i)}, true
	}
	if a, ok := s.unneeded(i); i == 0 {
		return a, ok
	}
	said, token := &s.Forms.Said, s.Words[i].First
	does := l.Set{}.With(l.Delete, l.Verb)
	var length int
	switch leaves, gone, waits := said.Leaves.At(s.Tokens, token), said.Gone.At(s.Tokens, token), said.Waits.At(s.Tokens, token); {
	case leaves > 0 && s.leaves(i):
		length = leaves
	case gone > 0 && s.Is(i-1, l.Me) && s.Is(i-1, l.One):
		length = gone
	case waits > 0:
		does, length = l.Set{}.With(l.Move, l.Verb), waits
	default:
		return Act{}, false
	}
	at := reading.Span{From: i, To: s.WordAt(token + length)}
	return Act{Is: does, At: at, Mood: Wished, Negated: s.negatedBefore(i)}, true
}

// leaves says whether it is a task that can go, by what stands before that: the gym one, number 8.
func (s *Clauses) leaves(i int) bool {
	if s.plainNumber(i-1) || s.Is(i-1, l.Task, l.One, l.It, l.This) && !s.Is(i-1, l.Me) {
		return true
	}
	for j := i - 1; j >= 0 && !s.Parted(j+1); j-- {
		if s.Is(j, l.All) {
			return true // everything for Friday can go
		}
	}
	return false
}

// unneeded reads what English says before a task that is to be removed: I no longer need task 4, on there any more.
func (s *Clauses) unneeded(i int) (Act, bool) {
	said, token := &s.Forms.Said, s.Words[i].First
	length := said.NoLonger.At(s.Tokens, token)
	if length == 0 {
		return Act{}, false
	}
	from := s.WordAt(token + length)
	for j := from; j < len(s.Words) && !s.Parted(j) && !s.Is(from, l.Any, l.To); j++ {
		numbered := s.ID.Holds(s.Words[j].First) || s.plainNumber(j)
		if behind, _ := s.PastLonger(s.PastTopic(j + 1)); numbered && s.EndsHere(behind) {
			at := reading.Span{From: i, To: from}
			return Act{Is: l.Set{}.With(l.Delete, l.Verb), At: at, Mood: Wished}, true
		}
	}
	return Act{}, false
}

// NoNeedSaid says whether with a word someone else is told to say that a task is not needed, which is why it is to be removed: wife says no
// need.
func (s *Clauses) NoNeedSaid(not int) bool {
	return s.Forms.Unmeant.Says[s.Norm(not-1)] && !s.Is(not-2, l.Me) && s.Main >= 0 && s.Acts[s.Main].Does(l.Delete)
}
