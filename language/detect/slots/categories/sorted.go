package categories

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// sorted finds in English the category to which it is said that a task belongs, the last of several: belongs in quran, classify it as
// quran, the charity tag; or charity by itself at the end.
func (s Sentence) sorted() (name string) {
	for i := range s.Words {
		if !s.Is(i, l.CatName) || s.Gone(i) {
			continue
		}
		tagged := s.pastTag(i + 1)
		if s.alone(i) || (tagged > i+1 || s.led(i)) && s.ends(tagged) {
			name = s.Words[i].Value
		}
	}
	return name
}

// pastTag is the word behind one that stands for a category: the charity tag, the dhikr things.
func (s Sentence) pastTag(i int) int {
	if s.Forms.Sorting.Tags[s.Norm(i)] && !s.Parted(i) {
		return i + 1
	}
	return i
}

// led says whether words lead to the name of a category: belongs in the, tagged as, or where a task is changed, "to" behind what orders it.
func (s Sentence) led(i int) bool {
	sorting := &s.Forms.Sorting
	first := i
	for s.Is(first-1, l.The, l.My) && !s.Parted(first) {
		first--
	}
	if sorting.Leads.EndAt(s.Tokens, s.Words[first].First) > 0 {
		return true
	}
	joined := sorting.Joints[s.Norm(first-1)] || s.Changes && sorting.Becoming[s.Norm(first-1)]
	for j := first - 2; j >= 0 && joined && !s.Parted(j+1); j-- {
		if sorting.Verbs[s.Norm(j)] {
			return true
		}
	}
	return false
}

// former says whether a category is the one that a task is not to have: not other, other to learning.
func (s Sentence) former(i int) bool {
	first := i
	for s.Is(first-1, l.The, l.In, l.As, l.Under) && !s.Parted(first) {
		first--
	}
	return s.Is(first-1, l.Not, l.Se, l.Instead)
}

// ends says whether what is said of a category ends before a word: in quran, not learning; in quran now.
func (s Sentence) ends(i int) bool {
	return s.EndsHere(i) || s.Is(i, l.Not, l.Instead, l.Filler, l.Polite, l.Now, l.And, l.But, l.Can) ||
		s.Forms.Sorting.Apart.At(s.Tokens, s.Words[i].First) > 0
}

// alone says whether the name of a category stands by itself behind the only thing that is told before it: empty the box, charity.
func (s Sentence) alone(i int) bool {
	if i+1 != len(s.Words) || i < 2 || !s.Parted(i) {
		return false
	}
	for j := i - 1; j > 0; j-- {
		if s.Parted(j) && !s.TimeHolds(j) && !s.TimeHolds(j-1) && !s.Is(j, l.High, l.Low, l.Medium) {
			return false // one of many things
		}
	}
	return true
}
