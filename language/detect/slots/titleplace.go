package slots

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// substance says whether a run names anything, and is not just "it", "another" or a verb.
func (c *content) substance(r reading.Span) bool {
	for i := r.From; i < r.To; i++ {
		if c.Bare(i) || c.Is(i, l.Deed, l.CatName, l.Prayer, l.Masjid, l.Namaz, l.Hadith, l.Foreign, l.Detail) {
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
	// what is ordered, or must be done, weighs more than why
	weighsOrdered = 10
	// and what a name is said to be, more than all
	weighsCalled = 30
)

// besideCommand is what a run weighs by its place.
func (c *content) besideCommand(r run, noun int) int {
	weight, beside := 0, weighsBeside
	if r.weight < few {
		beside = weighsBeside / 2 // a word that is left over may stand there too
	}
	if r.From > 0 && c.Before(r.From).Has(text.Colon) && (c.gone(r.From-1) || c.Is(r.From-1, l.Other, l.Any, l.Task, l.List)) {
		weight += weighsNamed
	}
	if c.Main >= 0 {
		weight += beside * c.timesBeside(r.Span, c.Acts[c.Main])
		if c.ordered(r.Span, c.Acts[c.Main]) {
			weight += weighsOrdered
		}
	}
	if noun >= 0 && r.To < noun && c.Is(r.To, l.Ka) && c.clear(r.To, noun) {
		weight += weighsBeside
	}
	if c.Language != meaning.English {
		return weight
	}
	if noun >= 0 && noun < r.From && !c.Parted(noun+1) && c.Is(noun+1, l.For, l.To, l.About) && c.clear(noun+1, r.From) {
		weight += weighsNamed // a reminder to X
	}
	if c.obliged(r.From) {
		weight += weighsOrdered
	}
	return weight
}

// timesBeside is how many reasons there are to take a run for what an act is about: that it follows, and that it is told of.
func (c *content) timesBeside(r reading.Span, a clauses.Act) (times int) {
	follows, leads := c.clear(a.At.To, r.From), c.clear(r.To, a.At.From)
	if a.Urdu {
		that := c.Is(c.Past(a.At.To, l.Polite), l.Ke) && a.Mood == clauses.Ordered // likh lo ke …
		if leads && !that || follows && (that || c.Opens(c.Main, a)) && a.Does(l.Create, l.Make, l.Put, l.Remind, l.Tell) {
			times++
		}
		return times
	}
	if leads && a.At.To > a.At.From && c.EndsHere(a.At.To) && a.Mood != clauses.Ordered {
		times++ // the pickup is done
	}
	if c.making().Points(a) || a.Does(l.Create) && a.Mood == clauses.Ordered && c.Is(a.At.To, l.It) && !c.Before(r.From).Has(text.Colon) {
		follows = false // X put that on; X add it
	}
	if follows {
		times++
	}
	return times
}

// obliged says whether the words before one say that I must do what follows: I have to X.
func (c *content) obliged(i int) bool {
	for i--; i >= 0 && !c.gone(i) && !c.Parted(i+1) && c.Words[i].Concepts.Meets(titleEdge.With(l.Me)); i-- {
		if c.Is(i, l.Want) {
			return true
		}
	}
	return false
}

// ordered says whether a run of English follows the order that is wanted, which is about nothing that was told before; in Urdu whether it
// does behind a colon: likh do: X.
func (c *content) ordered(r reading.Span, a clauses.Act) bool {
	if a.Urdu {
		return a.Mood == clauses.Ordered && r.From == a.At.To && c.Before(r.From).Has(text.Colon)
	}
	about := c.making().Points(a) || c.Is(a.At.To, l.It) || c.Is(a.At.To, l.This) && a.At.To < r.From && !c.Bare(a.At.To+1)
	return c.Language == meaning.English && a.Mood == clauses.Ordered && !about && c.clear(a.At.To, r.From)
}

// clear says whether nothing but small words and what is taken stands from one word to another.
func (c *content) clear(from, to int) bool {
	for i := from; i < to; i++ {
		if !c.gone(i) && !c.Words[i].Concepts.Meets(titleEdge) && !c.Words[i].Concepts.Meets(titleLead) && !c.Is(i, l.One, l.My) {
			return false
		}
	}
	return from <= to
}
