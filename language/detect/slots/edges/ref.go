package edges

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// PastDoer returns what stands behind who did it, and names no task: teacher ne cancel kar diya.
func (s Sentence) PastDoer(r reading.Span) reading.Span {
	if r.To == r.From+1 && s.theirs(r.From) {
		return reading.Span{}
	}
	for i := r.To - 1; i >= r.From && s.Language != meaning.English; i-- {
		if !s.Forms.Ergative[s.Norm(i)] {
			continue
		}
		if i+1 == r.To && !s.Parted(r.To) && s.Is(r.To, l.Verb, l.Light) && i > r.From {
			return s.beforeDoer(reading.Span{From: r.From, To: i}) // fees bhai ne jama kara di
		}
		if i+1 < r.To && s.onlySays(reading.Span{From: i + 1, To: r.To}) {
			return reading.Span{From: r.From, To: i} // dant wale doctor ne kaha hai
		}
		if i+1 == r.To-1 && i > r.From && s.Is(r.To, l.Kar) && s.theirsLater(r.To) {
			return reading.Span{From: r.From, To: i} // qawwal sahab ne mana kar diya, unka kaam
		}
		if i+1 == r.To-1 && s.LightNoun(i+1) && s.Is(r.To, l.Kar) {
			return s.beforeDoer(reading.Span{From: r.From, To: i}) // gas ka bill to bete ne ada kar diya
		}
		return reading.Span{From: i + 1, To: r.To}
	}
	return r
}

// beforeDoer is what was done, before the one who did it.
func (s Sentence) beforeDoer(r reading.Span) reading.Span {
	for r.To--; r.To-1 >= r.From && s.Is(r.To-1, l.Then, l.Filler, l.My); {
		r.To--
	}
	if r.To <= r.From {
		return reading.Span{}
	}
	return r
}

// theirsLater says whether from a word on the task is called theirs: unka kaam.
func (s Sentence) theirsLater(from int) bool {
	for i := from; i+1 < len(s.Words); i++ {
		if s.theirs(i) {
			return true
		}
	}
	return false
}

// theirs says whether a word only says whose the task is that follows.
func (s Sentence) theirs(i int) bool { return s.Forms.Theirs[s.Norm(i)] && s.Is(i+1, l.Task) }

// onlySays says whether words tell nothing but that someone said something.
func (s Sentence) onlySays(r reading.Span) bool {
	for i := r.From; i < r.To; i++ {
		if !s.Forms.Unmeant.Says[s.Norm(i)] && !s.Is(i, l.Is, l.Ke) {
			return false
		}
	}
	return true
}

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

// SaidBehind says whether words only say more behind what is told in their clause: topi mil gayi thi tohfe mein.
func (s Sentence) SaidBehind(r reading.Span) bool {
	told := s.Is(r.From-1, l.Is) || s.Is(r.From-1, l.Light) && s.Is(r.From-1, l.Perf)
	if !told || r.To == r.From+1 && s.Tokens[s.Words[r.From].First].Script == text.Number {
		return false
	}
	return s.Language != meaning.English && !s.Parted(r.From) && s.Words[r.From-1].Languages&l.English == 0 && s.clauseEnds(r.To)
}

// clauseEnds says whether a clause ends before a word, or behind a postposition that it is.
func (s Sentence) clauseEnds(i int) bool {
	return s.Parted(i) || s.Is(i, l.In, l.On, l.Se, l.Ko) && s.Parted(i+1)
}

// Placed says whether a task is named by its place in a list, so that what is left names none unless it is said to: chhatha kaam sahwan
// mukammal ho gaya.
func (s Sentence) Placed() bool {
	for i := range s.Words {
		if s.Is(i, l.Ordinal) && !s.TimeHolds(i) && !s.Is(i+1, l.Before) &&
			(s.Is(i+1, l.Task, l.Wala) && !s.OfSeveral(i+1) || s.Language != meaning.English && s.Words[i].Last > s.Words[i].First) {
			return true
		}
	}
	return false
}

// MoreBehindPronoun says whether in English words stand in a clause behind an order to do something to "it", and begin there with someone
// who does something else: make that low priority, I will oversleep.
func (s Sentence) MoreBehindPronoun(r reading.Span) bool {
	if s.Main < 0 || s.Language != meaning.English {
		return false
	}
	object := s.Acts[s.Main].At.To
	begins := s.ClauseAt(r.From).From
	return s.Is(object, l.It, l.This) && !s.Is(object+1, l.One, l.Task) && begins > object && s.Is(begins, l.Me, l.Someone, l.You) &&
		!s.Is(r.From-1, l.The, l.My)
}

// LastWala returns where the last "wala" stands within a run of Urdu, or -1.
func (s Sentence) LastWala(r reading.Span) int {
	for i := r.To - 1; i > r.From && s.Language != meaning.English; i-- {
		if s.Is(i, l.Wala) && (!s.Is(i+1, l.Task, l.Ka, l.Ko) || s.Is(i+1, l.Ko) && s.onlyState(i+2, r.To)) {
			return i
		}
	}
	return -1
}

// EndsWithWala says whether what names a task ends with a "wala", since what follows up to a word only tells how the task is, or that it is
// done: passport wala zaroori nahi raha, rent wala transfer ho gaya.
func (s Sentence) EndsWithWala(wala, to int) bool {
	return s.Is(to, l.Ho, l.Go) || s.Is(to, l.Light) && wala+2 == to || s.onlyState(wala+1, to)
}

// onlyState says whether words tell nothing but how a task is: passport wala zaroori nahi raha.
func (s Sentence) onlyState(from, to int) bool {
	for i := from; i < to; i++ {
		state := s.Is(i, l.High, l.Low, l.Medium, l.State, l.Not, l.Is, l.Now, l.Drop, l.Ko, l.Until, l.But, l.Filler) ||
			s.Forms.Keep[s.Norm(i)] || s.Forms.Strengtheners[s.Norm(i)]
		if !state && s.Tokens[s.Words[i].First].Script != text.Number {
			return false
		}
	}
	return from < to
}
