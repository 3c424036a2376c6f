package edges

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Untold takes off the end the verb that tells what was done: fees de di, bill bhar diya, hisab lag gaya.
func (s Sentence) Untold(r reading.Span) reading.Span {
	if s.Language == meaning.English {
		return r
	}
	r = s.beforeGoing(s.beforePast(r))
	if r.To-r.From > 2 && s.Is(r.To-1, l.Time, l.Date) && s.Is(r.To-2, l.Ka) && !s.Is(r.To, l.Wala, l.Task) {
		r.To -= 2 // gym ka time
	}
	if s.Is(r.To, l.Wala) && s.LightNoun(r.To-1) {
		return r // kitab wapas wala
	}
	for r.To-1 > r.From && (s.endsDeed(r.To-1) || s.Is(r.To-1, l.Then, l.Filler)) {
		r.To--
	}
	for r.To-2 > r.From && s.Forms.Came[s.Norm(r.To-1)] && (s.Is(r.To-2, l.Light, l.Stem, l.De, l.Le) || s.LightNoun(r.To-2)) {
		r.To -= 2 // de aya, le aya
	}
	for r.To-1 > r.From && (s.LightNoun(r.To-1) || s.Is(r.To-1, l.Yaad) && s.Is(r.To, l.Kar)) && !s.Is(r.To, l.Wala, l.Task) {
		r.To--
	}
	return r
}

// beforeGoing is what stands before words that say that one does not go there: dawat mein jana hi nahi.
func (s Sentence) beforeGoing(r reading.Span) reading.Span {
	if r.To-2 <= r.From || !s.Is(r.To-1, l.Go) || !s.Is(r.To-1, l.Inf) || !s.Is(r.To-2, l.In, l.On) {
		return r
	}
	not := r.To
	for s.Is(not, l.Filler, l.Also, l.Now) && !s.Parted(not) && !s.Is(not, l.Not) {
		not++
	}
	if s.Is(not, l.Not) && !s.Parted(not) {
		r.To -= 2
	}
	return r
}

// beforePast is what stands before a verb that tells what was done: kar diya, bhar diya.
func (s Sentence) beforePast(r reading.Span) reading.Span {
	for told := r.From + 1; told < r.To; told++ {
		if !s.Is(told, l.Light) || !s.Is(told, l.Perf) {
			continue
		}
		r.To = told
		for r.To-1 > r.From && s.Is(r.To-1, l.Light, l.Stem) {
			r.To--
		}
		if r.To == told && told-1 > r.From && s.Bare(told-1) {
			r.To-- // bhar diya
		}
		return r
	}
	return r
}

// LightNoun says whether a noun only makes a verb together with karna: ada, jama.
func (s Sentence) LightNoun(i int) bool {
	return s.Forms.LightNouns[s.Norm(i)]
}

// endsDeed says whether a word ends what is told as done, and so no name: kitab wapas le li.
func (s Sentence) endsDeed(i int) bool {
	if s.Words[i].Concepts.Has(l.Inf) {
		return false
	}
	return s.Is(i, l.Light) && s.Is(i, l.De, l.Le) || s.Is(i, l.Verb) && s.Is(i, l.Loan, l.Perf, l.Stem) && !s.Is(i, l.Deed)
}
