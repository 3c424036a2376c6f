package slots

import (
	"slices"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// point sets the words that name a task, or its number where they are nothing else: 12 wala, item 3.
func (c *content) point(slots *meaning.Slots) {
	if n, ok := c.CalledByNumber(); ok {
		slots.TaskID = &n
		return
	}
	ref := c.ref()
	if n, ok := c.numberInWords(ref); ok {
		slots.TaskID = &n
		return
	}
	if n, ok := c.onlyNumber(ref); ok {
		slots.TaskID = &n
		return
	}
	set(&slots.TaskRef, ref)
}

// numberInWords returns the number that the words which name a task are, and nothing else: twenty two.
func (c *content) numberInWords(ref string) (number int, ok bool) {
	for _, e := range c.Times {
		if e.Is(when.Number) && e.Number > leastInWords && ref != "" && c.besideNumber(text.Tidy(c.Between(e.From, e.To-1)), ref) {
			return e.Number, true
		}
	}
	return 0, false
}

// besideNumber says whether nothing but a number is a name of a task, and words that name nothing of it: consider twenty-five.
func (c *content) besideNumber(number, ref string) bool {
	before, after, found := strings.Cut(ref, number)
	if !found {
		return false
	}
	for _, token := range slices.Concat(text.Parse(before).Tokens, text.Parse(after).Tokens) {
		if !c.Forms.BesideNumbers[token.Norm] {
			return false
		}
	}
	return true
}

// leastInWords is the number up to which words for numbers are too often something else: do, one.
const leastInWords = 2

func (c *content) onlyNumber(ref string) (number int, ok bool) {
	for _, token := range text.Parse(ref).Tokens {
		switch {
		case token.Script == text.Number && number == 0 && len(token.Norm) < 10:
			for _, digit := range token.Norm {
				number = number*10 + int(digit-'0')
			}
		case c.Forms.BesideNumbers[token.Norm]:
		default:
			return 0, false
		}
	}
	return number, number > 0
}

// ref finds the words that name a task: those before "task" or "wala", those beside the command, or else most of what is
// left.
func (c *content) ref() string {
	if quoted := c.quoted(); !quoted.Empty() {
		return c.textOf(quoted)
	}
	var best reading.Span
	most, weight := 0, 0
	for _, r := range c.runs(refEdge, l.Set{}) {
		span, named := c.beforeThing(c.trim(c.pastLead(r.Span), refEdge, l.Set{}))
		if r.Span = c.pastDoer(span); !named {
			r.Span = c.ofTelling(r.Span)
		}
		if r.Empty() || r.To == r.From+1 && c.Language == meaning.English && !named && c.Forms.Unmeant.Says[c.Norm(r.From)] {
			continue // I said
		}
		points := min(r.weight, enough)
		if named {
			points += weighsNamed + weighsBeside
		}
		if c.substance(r.Span) {
			points += c.besideCommand(r, -1)
		}
		if points > most || points == most && r.weight > weight {
			best, most, weight = r.Span, points, r.weight
		}
	}
	if best.Empty() {
		return ""
	}
	if best = c.untold(c.pastVerb(best)); best.Empty() || best.To == best.From+1 && c.lightNoun(best.From) {
		return ""
	}
	return c.textOf(best)
}

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

// beforeThing says whether a run stands before "task", "wala" or the like, and takes of it what names that: in English
// what follows the last "the" or "my".
func (c *content) beforeThing(r reading.Span) (reading.Span, bool) {
	one := c.Forms.Grammar.One[c.Norm(r.To)] && c.Language == meaning.English
	if !one {
		r = c.beforeParticle(r)
	}
	named := one || c.Is(r.To, l.Task, l.Wala) || c.Is(r.To, l.Ka) && c.Is(r.To+1, l.Task)
	for i := r.From + 1; i < r.To; i++ {
		switch to := c.thingAt(i, r); {
		case to > r.From:
			r.To, named = to, true
		case c.Forms.Grammar.Long[c.Norm(i)] && (i+1 == r.To || c.Is(i+1, l.Ago)):
			r.To = i
		}
	}
	if wala := c.lastWala(r); !named && wala > r.From && c.Is(r.To, l.Ho, l.Go) {
		r.To, named = wala, true // rent wala transfer ho gaya
	}
	if !named && c.Language == meaning.English {
		r = c.subject(r)
	}
	r = c.trim(r, refEdge, l.Set{})
	if !named {
		return r, named
	}
	for i := r.To - 2; i > r.From; i-- {
		if c.determines(i) {
			r.From = i + 1
			break
		}
	}
	return r, true
}

// determines says whether behind a word stands the name of a thing that there is: the milk task; in Urdu, sone se pehle wo revision wala.
func (c *content) determines(i int) bool {
	if c.Language == meaning.English {
		return c.Forms.Grammar.Determiners[c.Norm(i)]
	}
	return c.Is(i, l.This) && c.Words[i].Languages&l.English == 0
}

// thingAt is where the name of a thing ends that a word closes: the keto diet one on there, gym wala scene; 0 where it closes none.
func (c *content) thingAt(i int, r reading.Span) int {
	switch form := c.Norm(i); {
	case c.Forms.Grammar.One[form]:
		behind := c.Is(i+1, l.On, l.There, l.In, l.Can, l.Is) || c.Forms.Directions[c.Norm(i+1)]
		if c.Language == meaning.English && i+1 < r.To && behind {
			return i
		}
	case c.Forms.BehindWala[form]:
		if c.Is(i-1, l.Wala) {
			return i - 1
		}
	case c.Forms.Things[form]:
		return i
	}
	return 0
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

// subject is what stands before the verb of a sentence that tells something: the grocery run got shifted.
func (c *content) subject(r reading.Span) reading.Span {
	for i := r.From + 1; i < r.To; i++ {
		if c.Forms.TellingVerbs[c.Norm(i)] {
			r.To = i
			return r
		}
	}
	return r
}

// pastVerb takes a verb off that takes things from a list: take X off, get X off.
func (c *content) pastVerb(r reading.Span) reading.Span {
	if c.Forms.TakingVerbs[c.Norm(r.From)] && r.To-r.From > 1 {
		r.From++
		return c.trim(r, refEdge, l.Set{})
	}
	return r
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
