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
	if a, ok := s.unneeded(i); ok || i == 0 {
		return a, ok
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

// cannotThen says whether a word only says with a no before it that one is not free at a time, which is not meant: I can't make the 11th.
func (s *Clauses) cannotThen(i int) bool {
	if s.Language != meaning.English || !s.Is(i-1, l.Not) || !s.Forms.Said.Attending[s.Norm(i)] {
		return false
	}
	for j := i + 1; j < min(i+4, len(s.Words)); j++ {
		if e := s.TimeAt(s.Words[j].First); e != nil && e.Time() {
			return e.Former
		}
	}
	return false
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
	if s.plainNumber(i-1) || s.Is(i-1, l.Task, l.One, l.It, l.This) && !s.Is(i-1, l.Me) {
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

// unneeded reads what English says before a task that is to be removed: I no longer need the gym task, there is no need for task 4, we
// don't need the plumber reminder any more.
func (s *Clauses) unneeded(i int) (Act, bool) {
	said, token := &s.Forms.Said, s.Words[i].First
	length := said.NoLonger.At(s.Tokens, token)
	anew := length > 0
	if !anew {
		length = said.Unneeded.At(s.Tokens, token)
	}
	if length == 0 || s.BeginsToAsk(0) {
		return Act{}, false
	}
	from := s.WordAt(token + length)
	for j := from; j < len(s.Words) && (j == from || !s.Parted(j)); j++ {
		numbered := s.ID.Holds(s.Words[j].First) || j == from && s.plainNumber(j)
		task := numbered || s.Is(j, l.Task) && !s.OfMany() || s.Is(j, l.One) && s.Is(from, l.The, l.My, l.This)
		behind, longer := s.PastLonger(s.PastTopic(j + 1))
		if task && !s.Is(from, l.Any, l.To) && (anew || longer) && s.endsUnneeded(behind, longer) {
			at := reading.Span{From: i, To: from}
			return Act{Is: l.Set{}.With(l.Delete, l.Verb), At: at, Mood: Wished}, true
		}
	}
	return Act{}, false
}

// NoNeedSaid says whether with a word someone else is told to say that a task is not needed, which is why it is to be removed: wife says no
// need.
func (s *Clauses) NoNeedSaid(not int) bool {
	said := not > 0 && s.Is(not, l.Dont) && s.Words[not].Last > s.Words[not].First && !s.Parted(not)
	return said && s.Forms.Unmeant.Says[s.Norm(not-1)] && !s.Is(not-2, l.Me) && s.Main >= 0 && s.Acts[s.Main].Does(l.Delete)
}

// endsUnneeded says whether with a word ends what is told to be needed no more: any more, they come on Thursdays.
func (s *Clauses) endsUnneeded(i int, longer bool) bool {
	return s.EndsHere(i) || s.tellsOfSomeone(i) || longer && s.Forms.Joints.Doers[s.Norm(i)]
}
