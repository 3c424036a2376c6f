package gate

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

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

// keepsNumbered says whether in English the task that is named by its number is to be left as it is: I'd say delete it, but keep task 17.
func (s sentence) keepsNumbered() bool {
	if s.Language != meaning.English || s.ID.Empty() {
		return false
	}
	i := s.WordAt(s.ID.From) - 1
	for s.Is(i, l.Task, l.NumberWord, l.The, l.My) {
		i--
	}
	return i >= 0 && s.Forms.Keep[s.Norm(i)] && (s.Main < 0 || s.Acts[s.Main].At.To <= i)
}
