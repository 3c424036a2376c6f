package categories

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
)

// sorted finds in English the category to which it is said that a task belongs, the last of several: belongs in quran, classify it as
// quran, the charity tag; or charity by itself at the end.
func (s Sentence) sorted() (name string, at reading.Span) {
	for i := range s.Words {
		if !s.Is(i, l.CatName) || s.Gone(i) || s.former(i) {
			continue
		}
		tagged := s.pastTag(i + 1)
		if from := s.leadFrom(i); from >= 0 && s.ends(tagged) {
			name, at = s.Words[i].Value, reading.Span{From: from, To: tagged}
		} else if s.alone(i) || s.Forms.Sorting.Labels[s.Norm(i+1)] && tagged > i+1 && s.ends(tagged) {
			name, at = s.Words[i].Value, reading.Span{From: i, To: tagged}
		}
	}
	return name, at
}

// pastTag is the word behind one that stands for a category: the charity tag, the dhikr things.
func (s Sentence) pastTag(i int) int {
	if s.Forms.Sorting.Tags[s.Norm(i)] && !s.Parted(i) {
		return i + 1
	}
	return i
}

// leadFrom is where the words begin that lead to the name of a category, -1 for none: belongs in the, tagged as, or where a task is
// changed, "to" behind what orders it.
func (s Sentence) leadFrom(i int) int {
	sorting := &s.Forms.Sorting
	first := i
	for s.Is(first-1, l.The, l.My) && !s.Parted(first) {
		first--
	}
	if s.Parted(first) {
		return -1
	}
	if n := sorting.Leads.EndAt(s.Tokens, s.Words[first].First); n > 0 {
		if from := s.WordAt(s.Words[first].First - n); s.Changes || !s.isToDo(from) {
			return from
		}
		return -1
	}
	joined := sorting.Joints[s.Norm(first-1)] || s.Changes && sorting.Becoming[s.Norm(first-1)]
	for j := first - 2; j >= 0 && joined && !s.Parted(j+1); j-- {
		if sorting.Verbs[s.Norm(j)] {
			return first - 1
		}
	}
	return -1
}

// isToDo says whether with a word begins what a new task is to do: remind me to put it in charity.
func (s Sentence) isToDo(i int) bool {
	return s.Is(i-1, l.To) || s.Main >= 0 && s.Acts[s.Main].At.To == i && s.Acts[s.Main].Does(l.Create, l.Put, l.Remind)
}

// former says whether a category is the one that a task is not to have: not other, other to learning.
func (s Sentence) former(i int) bool {
	first := i
	for s.Is(first-1, l.The, l.In, l.As, l.Under) && !s.Parted(first) {
		first--
	}
	return s.Is(first-1, l.Not, l.Se, l.Instead) || s.Forms.Sorting.Apart.EndAt(s.Tokens, s.Words[first].First) > 0
}

// ends says whether what is said of a category ends before a word: in quran, not learning; in quran now.
func (s Sentence) ends(i int) bool {
	return s.EndsHere(i) || s.Is(i, l.Not, l.Instead, l.Filler, l.Polite, l.Now, l.And, l.But, l.Can) || s.TimeHolds(i) ||
		s.Forms.Sorting.Apart.At(s.Tokens, s.Words[i].First) > 0
}

// alone says whether the name of a category stands by itself behind the only thing that is told before it: empty the box, charity.
func (s Sentence) alone(i int) bool {
	if i+1 != len(s.Words) || i < 2 || !s.Parted(i) || s.Is(i, l.Namaz, l.Prayer) {
		return false
	}
	for j := i - 1; j > 0; j-- {
		if s.Parted(j) && !s.TimeHolds(j) && !s.TimeHolds(j-1) && !s.Is(j, l.High, l.Low, l.Medium) {
			return false // one of many things
		}
	}
	return true
}
