package detect

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// closesDone says whether in Urdu a task is closed since what it is about was told as done before, and so is finished and not removed: fees
// de di hai, kaam 3 band kar do; parcel bhej diya, parcel wala band karo.
func (s sentence) closesDone() bool {
	if s.Main < 0 {
		return false
	}
	order := s.Acts[s.Main]
	if !order.Urdu && order.Mood == clauses.Ordered && s.Forms.Apart.Plain[s.Norm(order.At.From)] && !order.Negated {
		for i := order.At.To; i < len(s.Words) && !s.Parted(i); i++ {
			if s.Is(i, l.As) && s.Is(i+1, l.Completed) {
				return true // strike item 7 off as completed
			}
		}
	}
	if !order.Urdu || order.Mood != clauses.Ordered || !s.Forms.Unmeant.Closes[s.Norm(order.At.From)] {
		return false
	}
	done := s.toldBefore(order.At.From)
	if done <= 0 || s.Has(l.Not) {
		return false
	}
	if !s.ID.Empty() || s.Has(l.It) {
		return true
	}
	for i := done; i < order.At.From; i++ {
		if s.Bare(i) && s.namedBefore(i, done) {
			return true
		}
	}
	return false
}

// toldBefore is where the words end that tell as done, by the user and before a word, what is no deed on tasks; 0 for none.
func (s sentence) toldBefore(order int) (end int) {
	for i := range order {
		if s.Forms.Ergative[s.Norm(i)] && !s.Forms.Ourselves[s.Norm(i-1)] {
			return 0
		}
		if s.Is(i, l.Cancel, l.Delete) {
			return 0
		}
		if s.Is(i, l.Perf) && s.Is(i, l.Light, l.Ho) || s.Forms.Came[s.Norm(i)] && s.Is(i+1, l.Is) {
			end = i + 1
		}
	}
	return end
}

// namedBefore says whether a word stands before another one, too.
func (s sentence) namedBefore(i, before int) bool {
	for j := range before {
		if s.Norm(j) == s.Norm(i) {
			return true
		}
	}
	return false
}
