package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// sparesAnother says whether in Urdu a word that says no stands in a clause behind the order that is about another task, which is to be left
// as it is: 5 hata do aur 6 ko haath mat lagana.
func (s sentence) sparesAnother(not int) bool {
	if s.Main < 0 || !s.Acts[s.Main].Urdu || s.Acts[s.Main].Negated || s.Acts[s.Main].Mood != clauses.Ordered || not < s.Acts[s.Main].At.To {
		return false
	}
	for i := not - 1; i >= s.Acts[s.Main].At.To; i-- {
		if number, _, ok := s.Num(s.Words[i].First); ok && !s.ID.Empty() {
			return number != s.Number
		}
		if s.Is(i, l.Wala) && i-1 >= s.Acts[s.Main].At.To {
			first := s.Find(l.Wala)
			return first < s.Acts[s.Main].At.From && s.ID.Empty() && s.Norm(first-1) != s.Norm(i-1)
		}
		if s.Breaks(i) {
			return false
		}
	}
	return false
}

// neverCame says whether in Urdu a clause behind the order only tells that someone or something did not come: hata do, mistri to aya hi
// nahi. What was not done to the task would deny that it is finished.
func (s sentence) neverCame(from, not int) bool {
	before := not - 1
	if s.Forms.Unmeant.Emphatic[s.Norm(before)] {
		before--
	}
	if before <= from || !s.Forms.Unmeant.Came[s.Norm(before)] || !s.Parted(from) || !s.Bare(from) {
		return false
	}
	for i := from; i < before; i++ {
		if s.Is(i, l.Wala, l.Task, l.It, l.This, l.One) || s.namesNumber(i) {
			return false
		}
	}
	return true
}
