package levels

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Denied says whether a priority is the one that is not wanted: zyada nahi, not high, kam zaroori.
func (s Sentence) Denied(i int) bool {
	if s.Is(i+1, l.Not) && !s.Parted(i+1) || s.Is(i-1, l.Not) && !s.Parted(i) && s.Words[i-1].Languages&l.English != 0 {
		return true
	}
	if from := s.Strengthened(i); s.Language == meaning.English && s.saysNot(from-1) && !s.Parted(from) {
		return true // not that urgent
	}
	if s.Is(i+1, l.Se, l.Instead) && s.Words[i+1].Languages&l.English == 0 && !s.Parted(i+1) {
		return true // high se medium
	}
	if s.Former(i) > i {
		return true
	}
	return s.Is(i, l.High) && s.Is(i-1, l.Low) && !s.Is(i-1, l.Light) && !s.Parted(i) || s.noMore(i)
}

// Former returns where the words end that say in English which level a task had, and begin with that level: from high (priority) to
// medium. It is the word itself where they do not.
func (s Sentence) Former(i int) int {
	if s.Language != meaning.English || !s.Is(i-1, l.Se) || s.Parted(i) || !s.Is(i, l.High, l.Low, l.Medium) {
		return i
	}
	to := i + 1
	if s.Is(to, l.Priority) && !s.Parted(to) {
		to++
	}
	if !s.Is(to, l.To) || !s.Is(to+1, l.High, l.Low, l.Medium) {
		return i
	}
	return to
}

// noMore says whether the words before a priority say in English that a task no longer has it: it is no longer urgent, doesn't need to be
// high.
func (s Sentence) noMore(i int) bool {
	const farthest = 4 // words: doesn't need to be high
	for j := i - 1; j >= max(0, i-farthest) && s.Language == meaning.English && !s.Parted(j+1); j-- {
		if s.Is(j, l.High, l.Low, l.Medium) || s.joinsLevel(j) {
			return false
		}
		if s.Forms.NoLonger.At(s.Tokens, s.Words[j].First) > 0 || s.Is(j, l.Not) && !s.reminds(j) {
			return true
		}
	}
	return false
}

// reminds says whether a word is part of what asks for a reminder: don't forget.
func (s Sentence) reminds(i int) bool {
	for _, a := range s.Acts {
		if a.At.Holds(i) && a.Does(l.Remind) {
			return true
		}
	}
	return false
}

// Unimportant is a clause that only says that something is not so important: itna zaroori nahi, it's not that urgent. It is empty where a
// word is in none.
func (s Sentence) Unimportant(i int) reading.Span {
	if s.Language == meaning.English {
		return s.unimportant(i)
	}
	if !s.Is(i, l.High) || !s.Is(i+1, l.Not) || s.Parted(i+1) {
		return reading.Span{}
	}
	from, to := i, i+2
	for !s.Parted(from) && (s.Is(from-1, l.Filler, l.High, l.This) || s.Forms.Strengtheners[s.Norm(from-1)]) {
		from--
	}
	for !s.Parted(to) && s.Is(to, l.Is, l.Filler) {
		to++
	}
	if !s.Parted(from) || !s.Parted(to) {
		return reading.Span{}
	}
	return reading.Span{From: from, To: to}
}

// unimportant is a clause of English that only says so: not important at all.
func (s Sentence) unimportant(i int) reading.Span {
	from := s.Strengthened(i)
	if !s.Is(i, l.High) || !s.saysNot(from-1) || s.Parted(from) {
		return reading.Span{}
	}
	from--
	for !s.Parted(from) && s.Is(from-1, l.It, l.This, l.Is, l.Filler, l.But) {
		from--
	}
	to := s.pastLevel(i + 1)
	if !s.Parted(from) || !s.Parted(to) {
		return reading.Span{}
	}
	return reading.Span{From: from, To: to}
}

// saysNot says whether a word of English denies what follows: not, not that; but not n, which is short for and.
func (s Sentence) saysNot(i int) bool {
	return s.Is(i, l.Not) || s.Is(i, l.No) && s.Words[i].Last > s.Words[i].First
}
