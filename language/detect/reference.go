package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// point sets the words that name a task, or its number where they are nothing else: 12 wala, item 3.
func (c *content) point(slots *Slots) {
	if n, ok := c.calledByNumber(); ok {
		slots.TaskID = &n
		return
	}
	ref := c.ref()
	if n, ok := c.onlyNumber(ref); ok {
		slots.TaskID = &n
		return
	}
	set(&slots.TaskRef, ref)
}

// calledByNumber finds a number that names a task though no word says task: 27 wala, 22 number, number 4.
func (c *content) calledByNumber() (int, bool) {
	for _, e := range c.times {
		if !e.Is(when.Number) || e.Number <= 0 {
			continue
		}
		before, after := c.wordAt(e.From)-1, c.wordAt(e.To)
		if c.namesBefore(after) || c.namesBehind(before, after) || c.standsAlone(before, after, e.From) {
			return e.Number, true
		}
	}
	return 0, false
}

func (c *content) onlyNumber(ref string) (number int, ok bool) {
	for _, token := range text.Parse(ref).Tokens {
		switch {
		case token.Script == text.Number && number == 0 && len(token.Norm) < 10:
			for _, digit := range token.Norm {
				number = number*10 + int(digit-'0')
			}
		case c.forms.BesideNumbers[token.Norm]:
		default:
			return 0, false
		}
	}
	return number, number > 0
}

// ref finds the words that name a task: those before "task" or "wala", those beside the command, or else most of what is
// left.
func (c *content) ref() string {
	if quoted := c.quoted(); !quoted.empty() {
		return c.textOf(quoted)
	}
	var best span
	most, weight := 0, 0
	for _, r := range c.runs(refEdge, l.Set{}) {
		span, named := c.beforeThing(c.trim(c.pastLead(r.span), refEdge, l.Set{}))
		if r.span = span; r.empty() {
			continue
		}
		points := min(r.weight, enough)
		if named {
			points += weighsNamed + weighsBeside/2
		}
		if c.substance(r.span) {
			points += c.besideCommand(r, -1)
		}
		if points > most || points == most && r.weight > weight {
			best, most, weight = r.span, points, r.weight
		}
	}
	if best.empty() {
		return ""
	}
	if best = c.untold(c.pastVerb(best)); best.empty() {
		return ""
	}
	return c.textOf(best)
}

// beforeThing says whether a run stands before "task", "wala" or the like, and takes of it what names that: in English
// what follows the last "the" or "my".
func (c *content) beforeThing(r span) (span, bool) {
	named := c.is(r.to, l.Task, l.Wala) || c.form(r.to) == "one" && c.language == English || c.is(r.to, l.Ka) && c.is(r.to+1, l.Task)
	for i := r.from + 1; i < r.to; i++ {
		switch form := c.form(i); {
		case form == "one":
			if c.language == English && i+1 < r.to && c.is(i+1, l.On, l.There, l.In) {
				r.to, named = i, true // the keto diet one on there
			}
		case c.forms.BehindWala[form]:
			if c.is(i-1, l.Wala) && i-1 > r.from {
				r.to, named = i-1, true
			}
		case c.forms.Things[form]:
			r.to, named = i, true
		case form == "long":
			if i+1 == r.to || c.is(i+1, l.Ago) {
				r.to = i
			}
		}
	}
	if !named && c.language == English {
		r = c.subject(r)
	}
	r = c.trim(r, refEdge, l.Set{})
	if !named || c.language != English {
		return r, named
	}
	for i := r.to - 2; i > r.from; i-- {
		if form := c.form(i); form == "the" || form == "my" {
			r.from = i + 1
			break
		}
	}
	return r, true
}

// subject is what stands before the verb of a sentence that tells something: the grocery run got shifted.
func (c *content) subject(r span) span {
	for i := r.from + 1; i < r.to; i++ {
		if c.forms.TellingVerbs[c.form(i)] {
			r.to = i
			return r
		}
	}
	return r
}

// pastVerb takes a verb off that takes things from a list: take X off, get X off.
func (c *content) pastVerb(r span) span {
	if c.forms.TakingVerbs[c.form(r.from)] && r.to-r.from > 1 {
		r.from++
		return c.trim(r, refEdge, l.Set{})
	}
	return r
}

// untold takes off the end the verb that tells what was done: fees de di, bill bhar diya, hisab lag gaya.
func (c *content) untold(r span) span {
	if c.language == English {
		return r
	}
	for i := r.from + 1; i < r.to; i++ {
		if !c.is(i, l.Light) || !c.is(i, l.Perf) {
			continue
		}
		told := i
		for i-1 > r.from && c.is(i-1, l.Light, l.Stem) {
			i--
		}
		if i == told && i-1 > r.from && c.bare(i-1) {
			i-- // bhar diya
		}
		r.to = i
		break
	}
	if c.is(r.to, l.Wala) && c.lightNoun(r.to-1) {
		return r // kitab wapas wala
	}
	for r.to-1 > r.from && (c.endsDeed(r.to-1) || c.is(r.to-1, l.Then, l.Filler)) {
		r.to--
	}
	for r.to-2 > r.from && c.forms.Came[c.form(r.to-1)] && c.is(r.to-2, l.Light, l.Stem, l.De, l.Le) {
		r.to -= 2 // de aya, le aya
	}
	for r.to-1 > r.from && c.lightNoun(r.to-1) && !c.is(r.to, l.Wala, l.Task) {
		r.to--
	}
	return r
}

// lightNoun says whether a noun only makes a verb together with karna: ada, jama.
func (c *content) lightNoun(i int) bool {
	return c.forms.LightNouns[c.form(i)]
}

// standsAlone says whether a number in digits counts nothing and is part of no name: 7 par nishan, 19 ko, bring 21 back.
func (c *content) standsAlone(before, after, token int) bool {
	if c.Tokens[token].Script != text.Number || c.has(l.Task) || c.is(before, l.NumberWord) {
		return false
	}
	if !c.parted(before+1) && !c.is(before, l.On, l.Of, l.Filler, l.Delete, l.Finish, l.Change, l.Reopen, l.Move) {
		return false
	}
	switch {
	case c.is(after, l.Ko, l.Also), c.is(after, l.On) && c.words[after].Languages&l.English == 0, c.is(after, l.Ka) &&
		c.is(after+1, l.Name):
		return true
	case c.form(after) == "back":
		return true
	}
	return c.is(before, l.On, l.Of) && c.is(after, l.Is)
}

// namesBefore says whether what stands behind a number makes it that of a task: 3 wala, 3 number.
func (c *content) namesBefore(after int) bool {
	return c.is(after, l.Wala, l.NumberWord) && !c.parted(after)
}

// namesBehind says whether what stands before a number makes it that of a task: number 3, task 3.
func (c *content) namesBehind(before, after int) bool {
	if c.is(before, l.NumberWord) && (!c.isNumbered(before-1) || before == 1 && c.language == English) {
		return true
	}
	return c.is(before, l.Task) && !c.is(after, l.Task) && !c.is(before-1, l.New, l.Any)
}

// endsDeed says whether a word ends what is told as done, and so no name: kitab wapas le li.
func (c *content) endsDeed(i int) bool {
	if c.words[i].Concepts.Has(l.Inf) {
		return false
	}
	return c.is(i, l.Light) && c.is(i, l.De, l.Le) || c.is(i, l.Verb) && c.is(i, l.Loan, l.Perf, l.Stem) && !c.is(i, l.Deed)
}
