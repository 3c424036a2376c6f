package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// closing says whether only courtesies and additions follow.
func (s *reading) closing(i int) bool {
	for ; i < len(s.words); i++ {
		if s.parted(i) {
			return true
		}
		if !s.is(i, l.Filler, l.Polite, l.Is, l.Not) && s.timeAt(s.words[i].First) == nil {
			return false
		}
	}
	return true
}

// last says whether only courtesies and times follow in the whole sentence.
func (s *reading) last(i int) bool {
	for ; i < len(s.words); i++ {
		if !s.is(i, l.Filler, l.Polite, l.Is, l.List, l.In) && s.timeAt(s.words[i].First) == nil {
			return false
		}
	}
	return true
}

// endsHere says whether a clause ends before a word, but for "hai" and the like.
func (s *reading) endsHere(i int) bool {
	for s.is(i, l.Is, l.Filler) && !s.parted(i) {
		i++
	}
	return s.parted(i) || s.is(i, l.And, l.Then, l.But)
}

// follows says whether what follows a number lets it be that of a task: the end, another one, the deed.
func (s *reading) follows(i int) bool {
	return s.endsHere(i) ||
		s.is(i, l.Ko, l.Is, l.Wala, l.Task, l.As, l.To, l.Delete, l.Finish, l.Completed, l.Mark, l.Change, l.Move, l.Cancel, l.Khatam)
}
