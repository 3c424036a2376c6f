package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// pastDoer returns what stands behind who did it, and names no task: teacher ne cancel kar diya.
func (c *content) pastDoer(r reading.Span) reading.Span {
	for i := r.To - 1; i >= r.From && c.Language != meaning.English; i-- {
		if !c.Forms.Ergative[c.Norm(i)] {
			continue
		}
		if i+1 < r.To && c.onlySays(reading.Span{From: i + 1, To: r.To}) {
			return reading.Span{From: r.From, To: i} // dant wale doctor ne kaha hai
		}
		return reading.Span{From: i + 1, To: r.To}
	}
	return r
}

// onlySays says whether words tell nothing but that someone said something.
func (c *content) onlySays(r reading.Span) bool {
	for i := r.From; i < r.To; i++ {
		if !c.Forms.Unmeant.Says[c.Norm(i)] && !c.Is(i, l.Is, l.Ke) {
			return false
		}
	}
	return true
}

// lastWala returns where the last "wala" stands within a run of Urdu, or -1.
func (c *content) lastWala(r reading.Span) int {
	for i := r.To - 1; i > r.From && c.Language != meaning.English; i-- {
		if c.Is(i, l.Wala) && !c.Is(i+1, l.Task, l.Ka, l.Ko) {
			return i
		}
	}
	return -1
}

// untold takes off the end the verb that tells what was done: fees de di, bill bhar diya, hisab lag gaya.
func (c *content) untold(r reading.Span) reading.Span {
	if c.Language == meaning.English {
		return r
	}
	r = c.beforePast(r)
	if r.To-r.From > 2 && c.Is(r.To-1, l.Time, l.Date) && c.Is(r.To-2, l.Ka) && !c.Is(r.To, l.Wala, l.Task) {
		r.To -= 2 // gym ka time
	}
	if c.Is(r.To, l.Wala) && c.lightNoun(r.To-1) {
		return r // kitab wapas wala
	}
	for r.To-1 > r.From && (c.endsDeed(r.To-1) || c.Is(r.To-1, l.Then, l.Filler)) {
		r.To--
	}
	for r.To-2 > r.From && c.Forms.Came[c.Norm(r.To-1)] && c.Is(r.To-2, l.Light, l.Stem, l.De, l.Le) {
		r.To -= 2 // de aya, le aya
	}
	for r.To-1 > r.From && c.lightNoun(r.To-1) && !c.Is(r.To, l.Wala, l.Task) {
		r.To--
	}
	return r
}

// beforePast is what stands before a verb that tells what was done: kar diya, bhar diya.
func (c *content) beforePast(r reading.Span) reading.Span {
	for told := r.From + 1; told < r.To; told++ {
		if !c.Is(told, l.Light) || !c.Is(told, l.Perf) {
			continue
		}
		r.To = told
		for r.To-1 > r.From && c.Is(r.To-1, l.Light, l.Stem) {
			r.To--
		}
		if r.To == told && told-1 > r.From && c.Bare(told-1) {
			r.To-- // bhar diya
		}
		return r
	}
	return r
}

// lightNoun says whether a noun only makes a verb together with karna: ada, jama.
func (c *content) lightNoun(i int) bool {
	return c.Forms.LightNouns[c.Norm(i)]
}

// endsDeed says whether a word ends what is told as done, and so no name: kitab wapas le li.
func (c *content) endsDeed(i int) bool {
	if c.Words[i].Concepts.Has(l.Inf) {
		return false
	}
	return c.Is(i, l.Light) && c.Is(i, l.De, l.Le) || c.Is(i, l.Verb) && c.Is(i, l.Loan, l.Perf, l.Stem) && !c.Is(i, l.Deed)
}

// onlyState says whether words tell nothing but how a task is: passport wala zaroori nahi raha.
func (c *content) onlyState(from, to int) bool {
	for i := from; i < to; i++ {
		if !c.Is(i, l.High, l.Low, l.Medium, l.State, l.Not, l.Is, l.Now) {
			return false
		}
	}
	return from < to
}

// takeFormerNumber takes in Urdu the number of the day that is changed: picnic pandrah se satrah march ho gai.
func (c *content) takeFormerNumber() {
	for _, e := range c.Times {
		after := c.WordAt(e.To)
		if e.Is(when.Number) && c.Language != meaning.English && c.Is(after, l.Se) && after+1 < len(c.Words) && c.TimeHolds(after+1) {
			c.takeTokens(reading.Span{From: e.From, To: e.To})
		}
	}
}
