package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// titleEdge are the words that join a title to its command.
var titleEdge = l.Set{}.With(
	l.Ka, l.Ko, l.To, l.For, l.And, l.Ke, l.Is, l.As, l.With, l.Of, l.But, l.Then, l.Filler, l.Polite, l.Want, l.Also, l.In, l.Or,
	l.Called, l.The,
)

// titleLead are those that may stand before a title only.
var titleLead = l.Set{}.With(l.Me, l.The, l.This, l.You, l.Can, l.About, l.Let, l.Called, l.New, l.Se, l.From, l.Start, l.What, l.Yes)

// title finds what names a new task: the words that are left beside the command, or else most of what is left. noun is
// the word task that the command speaks of; -1 for none.
func (c *content) title(noun int) string {
	if quoted := c.quoted(); !quoted.Empty() && !c.making().InPhrase(quoted, c.gone) {
		return c.textOf(quoted)
	}
	var best run
	most := 0
	lead := titleLead
	if c.Language != meaning.English {
		lead = lead.With(l.My).Without(l.New) // meri dawa, but naye joote
	}
	for _, r := range c.listed(c.pastTimes(c.runs(titleEdge, lead.With(l.It)))) {
		r.Span = c.trim(c.upToDeed(c.pastLead(r.Span)), titleEdge, lead)
		if r.Empty() || c.anything(r.Span) {
			continue
		}
		points := min(r.weight, enough)
		if c.substance(r.Span) {
			points += c.besideCommand(r, noun) + c.inUrdu(r)
		}
		if points > most || points == most && r.weight > best.weight {
			best, most = r, points
		}
	}
	if best.Empty() {
		return ""
	}
	if !best.verb.Empty() {
		return c.textOf(c.withPostposition(best.Span)) + " " + c.textOf(best.verb)
	}
	return c.textOf(c.trimTitle(best.Span))
}

// anything says whether words name nothing in particular: kuch, something.
func (c *content) anything(r reading.Span) bool {
	if first, last := c.Words[r.From].First, c.Words[r.To-1].Last; c.Forms.GoingOn.At(c.Tokens, first) == last+1-first {
		return true // needs to go
	}
	for i := r.From; i < r.To; i++ {
		small := c.Is(i, l.Any, l.Other, l.It, l.This, l.Also, l.High, l.Low, l.Medium, l.Priority, l.On) || c.Forms.Things[c.Norm(i)] ||
			c.Forms.BehindWala[c.Norm(i)] || c.Forms.Directions[c.Norm(i)] || c.Forms.Noting[c.Norm(i)] || c.Forms.Kinds[c.Norm(i)]
		if !small || c.Is(i, l.Deed) {
			return false
		}
	}
	return true
}

// listed joins runs that only a comma parts: milk, eggs and bread.
func (c *content) listed(runs []run) []run {
	joined := runs[:0]
	for _, r := range runs {
		if n := len(joined); n > 0 && joined[n-1].To == r.From && c.Before(r.From).Has(text.Comma) &&
			!c.Before(r.From).Has(text.Stop|text.Colon|text.Question) &&
			c.Bare(r.From) && !c.making().TellsMore(r.From) && c.listable(joined[n-1].To-1) && c.listEnds(joined[n-1].Span, r.Span) {
			joined[n-1].To = r.To
			joined[n-1].weight += r.weight
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

// listEnds says whether two runs are parts of one list by how they end: in Urdu the verb comes last.
func (c *content) listEnds(first, second reading.Span) bool {
	if c.Language == meaning.English {
		return true
	}
	carried := func(r reading.Span) bool {
		for i := r.From; i < r.To; i++ {
			if c.Is(i, l.Light, l.Kar) {
				return true
			}
		}
		return false
	}
	return c.Is(second.To-1, l.Inf) && carried(first) == carried(second)
}

// listable says whether a word may end what is listed.
func (c *content) listable(i int) bool { return c.Bare(i) || c.Is(i, l.Deed, l.Inf, l.CatName) }

// enough is the weight from which on more words do not make a better name.
const enough = 10

// few is the weight below which some words may be left over, and name nothing.
const few = 4

// pastLead takes off the beginning the words by which people come to what they name.
func (c *content) pastLead(r reading.Span) reading.Span {
	if from := c.pastApproach(r); from > r.From {
		return reading.Span{From: c.pastOwner(reading.Span{From: from, To: r.To}), To: r.To}
	}
	if c.Forms.Having[c.Norm(r.From)] && r.To-r.From > 1 && c.After(r.From) != text.Dash && c.Language == meaning.English {
		return c.trim(reading.Span{From: r.From + 1, To: r.To}, titleEdge, titleLead)
	}
	if to := c.pastKind(r); to > r.From {
		return c.trim(reading.Span{From: to, To: r.To}, titleEdge, titleLead)
	}
	if c.making().Diarises(r) || c.making().PutsOnList(r) && c.gone(r.To) {
		return c.trim(reading.Span{From: r.From + 1, To: r.To}, titleEdge, titleLead)
	}
	if from := max(c.pastAsker(r), c.pastBeforehand(r)); from > r.From {
		return reading.Span{From: from, To: r.To}
	}
	if c.Forms.Grammar.Reading[c.Norm(r.From)] && c.Forms.Grammar.Finished[c.Norm(r.From-1)] && r.To-r.From > 1 {
		return reading.Span{From: c.pastOwner(reading.Span{From: r.From + 1, To: r.To}), To: r.To} // finished reading X
	}
	return c.pastPromise(r)
}

// pastPromise takes off the beginning the words by which someone was promised what follows: promised ammi I'd X.
func (c *content) pastPromise(r reading.Span) reading.Span {
	if !c.Forms.Promises[c.Norm(r.From)] {
		return r
	}
	for i := r.From + 1; i < min(r.From+4, r.To-1); i++ {
		if c.Forms.Grammar.IWould[c.Norm(i)] {
			r.From = i + 1
		}
	}
	return r
}

// pastKind returns in English where what is named begins behind a word for what is made: a weekly one for X, something up for X; or r.from.
func (c *content) pastKind(r reading.Span) int {
	if !c.Forms.Kinds[c.Norm(r.From)] || c.Language != meaning.English {
		return r.From
	}
	i := r.From + 1
	if c.Forms.Directions[c.Norm(i)] || c.Is(i, l.In, l.On) {
		i++
	}
	if c.Is(i, l.For, l.To) && i+1 < r.To {
		return i + 1
	}
	return r.From
}

// pastApproach returns where what is named begins behind words such as "keep forgetting to", or r.from.
func (c *content) pastApproach(r reading.Span) int {
	first, end := c.Words[r.From].First, c.Words[r.To-1].Last+1
	for _, words := range c.Forms.Approaches {
		if end-first > len(words) && c.reads(first, words) {
			return c.WordAt(first + len(words))
		}
	}
	return r.From
}

// pastAsker returns where what is named begins behind who asked for it, as bhabhi asked me to, or r.from.
func (c *content) pastAsker(r reading.Span) int {
	for i := r.From; i < min(r.From+5, r.To-2); i++ {
		switch {
		case !c.Forms.Askers[c.Tokens[c.Words[i].Last].Norm]:
		case c.Is(i+1, l.Me) && c.Forms.Grammar.To[c.Norm(i+2)] && i+3 < r.To:
			return i + 3
		case c.Is(i+1, l.The) && c.Language == meaning.English:
			return i + 2 // the school wants the fee voucher
		}
	}
	return r.From
}

// pastOwner returns where what is named begins behind "my" or "the".
func (c *content) pastOwner(r reading.Span) int {
	if c.Is(r.From, l.My, l.The) && r.To-r.From > 1 {
		return r.From + 1
	}
	return r.From
}

// reads says whether the words stand from a token on, one after the other.
func (c *content) reads(token int, words []string) bool {
	for i, form := range words {
		if token+i >= len(c.Tokens) || c.Tokens[token+i].Norm != form {
			return false
		}
	}
	return true
}

// trimTitle takes off the end what only says that it must be done: bhejna hota hai, join krna hota hai usay.
func (c *content) trimTitle(r reading.Span) reading.Span {
	r = c.trimBehind(c.trimLead(r))
	to := r.To
	for to > r.From+1 && (c.Is(to-1, l.Ho, l.Is, l.It, l.Want, l.Filler, l.Polite) || c.habit(to-1) || c.Is(to-1, l.Forget)) &&
		!c.Is(to-1, l.Inf, l.Deed, l.CatName) {
		to--
	}
	if to < r.To && (c.Is(to-1, l.Inf) || c.Is(to, l.Forget) || c.Forms.InfinitiveEndings.End(c.Norm(to-1))) {
		r.To = to
	}
	return c.edges().Title(r)
}

// trimBehind takes off the end what only joins a title to its command, and adds what closes its verb: it goes on my list, yaad se, off.
func (c *content) trimBehind(r reading.Span) reading.Span {
	end := r.To
	for end < len(c.Words) && !c.gone(end) && c.Words[end].Concepts.Meets(titleEdge) && !c.Parted(end) {
		end++ // it needs to be on my list
	}
	if n := c.Forms.GoingOn.EndAt(c.Tokens, c.Words[end-1].Last+1); n > 0 && (c.gone(end) || c.Parted(end)) && c.Language == meaning.English {
		if to := c.WordAt(c.Words[end-1].Last + 1 - n); to > r.From && to <= r.To {
			r.To = to // the spelling test goes on my list
		}
	}
	if r.To-r.From > 1 && c.Is(r.To-1, l.Wala) && c.Is(r.To, l.Task) {
		r.To-- // parhne wala task
	}
	for r.To-r.From > 1 && c.Is(r.To-1, l.Yaad) {
		r.To-- // yaad se
	}
	if (c.Forms.Closing[c.Norm(r.To)] || c.saysWhatFor(r)) && !c.gone(r.To) && !c.Parted(r.To) {
		r.To++ // switch the oven off
	}
	return r
}

// trimLead takes off the beginning what leads to a title: called X, remind me 2 X, mere liye X.
func (c *content) trimLead(r reading.Span) reading.Span {
	called := c.gone(r.From-1) && c.Is(r.From, l.Called, l.Name)
	if r.To-r.From > 1 && (called || c.Norm(r.From) == toInDigits && c.Is(r.From-1, l.Me, l.Remind)) {
		r.From++
	}
	for r.To-r.From > 2 && c.Is(r.From, l.My) && c.Is(r.From+1, l.For) {
		r.From += 2
	}
	return r
}

// habit says whether a word only says that a thing is done again and again.
func (c *content) habit(i int) bool {
	return c.Forms.Habits[c.Norm(i)]
}

// quoted finds what stands in quotation marks.
func (c *content) quoted() reading.Span {
	return c.Quoted(func(i int) bool { return !c.gone(i) })
}
