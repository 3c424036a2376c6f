package reading

import l "github.com/salaatflow/platform/language/detect/lexicon"

// ToldErrand says whether in Urdu a word is what was or is to be done, and "wo" points at it: dikhana tha wo, milna hai na wo.
func (s *Reading) ToldErrand(i int) bool {
	if !s.Is(i, l.Inf) && (!s.Bare(i) || !s.Forms.InfinitiveEndings.End(s.Norm(i)) && !s.Forms.ObliqueEndings.End(s.Norm(i))) {
		return false
	}
	to := i + 1
	for s.Is(to, l.Is, l.Filler, l.No) && (to > i+1 || s.Is(to, l.Is)) {
		to++
	}
	return to > i+1 && s.Is(to, l.It, l.This)
}
