package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// titleEdge are the words that join a title to its command.
var titleEdge = l.Set{}.With(
	l.Ka, l.Ko, l.To, l.For, l.And, l.Ke, l.Is, l.As, l.With, l.Of, l.But, l.Then, l.Filler, l.Polite, l.Want, l.Also, l.In, l.Or,
	l.Called, l.The,
)

// titleLead are those that may stand before a title only.
var titleLead = l.Set{}.With(l.Me, l.The, l.This, l.You, l.Can, l.About, l.Let, l.Called, l.New, l.Se, l.From, l.Start, l.What)

// title finds what names a new task: the words that are left beside the command, or else most of what is left. noun is
// the word task that the command speaks of; -1 for none.
func (c *content) title(noun int) string {
	if quoted := c.quoted(); !quoted.empty() {
		return c.textOf(quoted)
	}
	var best run
	most := 0
	for _, r := range c.listed(c.runs(titleEdge, titleLead.With(l.It))) {
		r.span = c.trim(c.pastLead(r.span), titleEdge, titleLead)
		if r.empty() || c.anything(r.span) {
			continue
		}
		points := min(r.weight, enough)
		if c.substance(r.span) {
			points += c.besideCommand(r, noun)
		}
		if points > most || points == most && r.weight > best.weight {
			best, most = r, points
		}
	}
	if best.empty() {
		return ""
	}
	return c.textOf(c.trimTitle(best.span))
}

// anything says whether words name nothing in particular: kuch, something.
func (c *content) anything(r span) bool {
	for i := r.from; i < r.to; i++ {
		if !c.is(i, l.Any, l.Other, l.It, l.This, l.Also) || c.is(i, l.Deed) {
			return false
		}
	}
	return true
}

// listed joins runs that only a comma parts: milk, eggs and bread.
func (c *content) listed(runs []run) []run {
	joined := runs[:0]
	for _, r := range runs {
		if n := len(joined); n > 0 && joined[n-1].to == r.from && c.before(r.from).Has(text.Comma) &&
			!c.before(r.from).Has(text.Stop|text.Colon|text.Question) &&
			c.bare(r.from) && c.listable(joined[n-1].to-1) && c.listEnds(joined[n-1].span, r.span) {
			joined[n-1].to = r.to
			joined[n-1].weight += r.weight
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

// listEnds says whether two runs are parts of one list by how they end: in Urdu the verb comes last.
func (c *content) listEnds(first, second span) bool {
	if c.language == English {
		return true
	}
	carried := func(r span) bool {
		for i := r.from; i < r.to; i++ {
			if c.is(i, l.Light, l.Kar) {
				return true
			}
		}
		return false
	}
	return c.is(second.to-1, l.Inf) && carried(first) == carried(second)
}

// listable says whether a word may end what is listed.
func (c *content) listable(i int) bool { return c.bare(i) || c.is(i, l.Deed, l.Inf, l.CatName) }

// enough is the weight from which on more words do not make a better name.
const enough = 10

// few is the weight below which some words may be left over, and name nothing.
const few = 4

// substance says whether a run names anything, and is not just "it", "another" or a verb.
func (c *content) substance(r span) bool {
	for i := r.from; i < r.to; i++ {
		if c.bare(i) || c.is(i, l.Deed, l.CatName, l.Prayer, l.Masjid, l.Namaz, l.Hadith, l.Foreign, l.Detail) {
			return true
		}
	}
	return false
}

// The weights of what tells that some words are what a command is about: in English they follow it, in Urdu they stand
// before it; what follows a colon is named by what stands before.
const (
	weighsBeside = 5
	weighsNamed  = 7
)

// besideCommand is what a run weighs by its place.
func (c *content) besideCommand(r run, noun int) int {
	weight, beside := 0, weighsBeside
	if r.weight < few {
		beside = weighsBeside / 2 // a word that is left over may stand there too
	}
	if r.from > 0 && c.before(r.from).Has(text.Colon) && (c.gone(r.from-1) || c.is(r.from-1, l.Other, l.Any, l.Task, l.List)) {
		weight += weighsNamed
	}
	if c.main >= 0 {
		a := c.acts[c.main]
		follows, leads := c.clear(a.at.to, r.from), c.clear(r.to, a.at.from)
		if !a.urdu && leads && a.at.to > a.at.from && c.endsHere(a.at.to) && a.mood != ordered {
			weight += beside // the pickup is done
		}
		if !a.urdu && follows || a.urdu && (leads || follows && c.opens(c.main, a)) {
			weight += beside
		}
	}
	if noun >= 0 && r.to < noun && c.is(r.to, l.Ka) && c.clear(r.to, noun) {
		weight += weighsBeside
	}
	return weight
}

// clear says whether nothing but small words and what is taken stands from one word to another.
func (c *content) clear(from, to int) bool {
	for i := from; i < to; i++ {
		if !c.gone(i) && !c.words[i].Concepts.Meets(titleEdge) && !c.words[i].Concepts.Meets(titleLead) {
			return false
		}
	}
	return from <= to
}

// pastLead takes off the beginning the words by which people come to what they name.
func (c *content) pastLead(r span) span {
	if from := c.pastApproach(r); from > r.from {
		return span{c.pastOwner(span{from, r.to}), r.to}
	}
	if from := c.pastAsker(r); from > r.from {
		return span{from, r.to}
	}
	if c.form(r.from) == "reading" && c.form(r.from-1) == "finished" && r.to-r.from > 1 {
		return span{c.pastOwner(span{r.from + 1, r.to}), r.to} // finished reading X
	}
	if c.forms.Promises[c.form(r.from)] {
		for i := r.from + 1; i < min(r.from+4, r.to-1); i++ {
			if c.form(i) == "id" { // promised ammi I'd …
				r.from = i + 1
			}
		}
	}
	return r
}

// pastApproach returns where what is named begins behind words such as "keep forgetting to", or r.from.
func (c *content) pastApproach(r span) int {
	for _, words := range c.forms.Approaches {
		if r.to-r.from > len(words) && c.reads(r.from, words) {
			return r.from + len(words)
		}
	}
	return r.from
}

// pastAsker returns where what is named begins behind who asked for it, as bhabhi asked me to, or r.from.
func (c *content) pastAsker(r span) int {
	for i := r.from + 1; i < min(r.from+5, r.to-2); i++ {
		if c.forms.Askers[c.form(i)] && c.is(i+1, l.Me) && c.form(i+2) == "to" && i+3 < r.to {
			return i + 3
		}
	}
	return r.from
}

// pastOwner returns where what is named begins behind "my" or "the".
func (c *content) pastOwner(r span) int {
	if c.is(r.from, l.My, l.The) && r.to-r.from > 1 {
		return r.from + 1
	}
	return r.from
}

// reads says whether the words stand there, one after the other.
func (c *content) reads(at int, words []string) bool {
	for i, form := range words {
		if c.form(at+i) != form {
			return false
		}
	}
	return true
}

// trimTitle takes off the end what only says that it must be done: bhejna hota hai, join krna hota hai usay.
func (c *content) trimTitle(r span) span {
	if r.to-r.from > 1 && (c.gone(r.from-1) && c.is(r.from, l.Called, l.Name) || c.form(r.from) == "2" && c.is(r.from-1, l.Me, l.Remind)) {
		r.from++ // called X, remind me 2 X
	}
	for r.to-r.from > 2 && c.is(r.from, l.My) && c.is(r.from+1, l.For) {
		r.from += 2 // mere liye
	}
	if r.to-r.from > 1 && c.is(r.to-1, l.Wala) && c.is(r.to, l.Task) {
		r.to-- // parhne wala task
	}
	to := r.to
	for to > r.from+1 && (c.is(to-1, l.Ho, l.Is, l.It, l.Want, l.Filler, l.Polite) || c.habit(to-1) || c.is(to-1, l.Forget)) &&
		!c.is(to-1, l.Inf, l.Deed, l.CatName) {
		to--
	}
	if to < r.to && (c.is(to-1, l.Inf) || c.is(to, l.Forget) || c.forms.InfinitiveEndings.end(c.form(to-1))) {
		r.to = to
	}
	return r
}

// habit says whether a word only says that a thing is done again and again.
func (c *content) habit(i int) bool {
	return c.forms.Habits[c.form(i)]
}

// form is the form of the first token of a word.
func (c *content) form(i int) string {
	if i < 0 || i >= len(c.words) {
		return ""
	}
	return c.Tokens[c.words[i].First].Norm
}

// quoted finds what stands in quotation marks.
func (c *content) quoted() span {
	for i := range c.words {
		if !c.before(i).Has(text.Quote) || c.gone(i) {
			continue
		}
		for j := i; j < len(c.words) && !c.gone(j); j++ {
			if c.after(j).Has(text.Quote) && (j > i || c.before(i).Has(text.Quote)) {
				return span{i, j + 1}
			}
		}
	}
	return span{}
}
