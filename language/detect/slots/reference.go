package slots

import (
	"slices"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/naming"
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
	n, ok := c.numberInWords(ref)
	if !ok {
		n, ok = c.onlyNumber(ref)
	}
	if !ok {
		set(&slots.TaskRef, c.edges().WithoutIs(c.better(ref, naming.Ref)))
		return
	}
	left, denied, one := c.OnlyLeft()
	if denied {
		n, ok = left, one // I didn't do 6 but I did do 7
	}
	if ok {
		slots.TaskID = &n
	}
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
	if about := c.aboutOne(); !about.Empty() {
		return c.edges().WithoutIs(c.textOf(about))
	}
	var best reading.Span
	most, weight := 0, 0
	placed := c.edges().Placed()
	for _, r := range c.runs(refEdge, l.Set{}) {
		span, named := c.beforeThing(c.trim(c.pastLead(r.Span), refEdge, l.Set{}))
		if r.Span = c.edges().PastDoer(span); !named {
			r.Span = c.onlyThing(c.ofTelling(r.Span))
		}
		if r.Empty() || !named && (placed || c.saysOnly(r.Span)) {
			continue
		}
		points := c.refPoints(r, named)
		if points > most || points == most && r.weight > weight {
			best, most, weight = r.Span, points, r.weight
		}
	}
	if best.Empty() {
		if best = c.edges().BeforeWala(); best.Empty() {
			return ""
		}
		return c.textOf(best)
	}
	best = c.edges().Untold(c.pastVerb(best))
	if verb := c.Forms.Apart.Off.Verbs[c.Norm(best.From)]; best.Empty() || best.To == best.From+1 && (verb || c.edges().LightNoun(best.From)) {
		return "" // take one off
	}
	if best = c.trim(best, l.Set{}.With(l.Also, l.Filler), l.Set{}); best.Empty() {
		return ""
	}
	return c.edges().WithoutIs(c.textOf(c.withParticle(best)))
}

// beforeThing says whether a run stands before "task", "wala" or the like, and takes of it what names that: in English
// what follows the last "the" or "my".
func (c *content) beforeThing(r reading.Span) (reading.Span, bool) {
	one := c.Forms.Grammar.One[c.Norm(r.To)] && c.Language == meaning.English
	named := one || c.Is(r.To, l.Task, l.Wala) || c.Is(r.To, l.Ka) && c.Is(r.To+1, l.Task)
	for i := r.From + 1; i < r.To; i++ {
		switch to := c.thingAt(i, r); {
		case to > r.From:
			r.To, named = to, true
		case c.Forms.Grammar.Long[c.Norm(i)] && (i+1 == r.To || c.Is(i+1, l.Ago)):
			r.To = i
		}
	}
	if wala := c.edges().LastWala(r); !named && wala > r.From && c.edges().EndsWithWala(wala, r.To) {
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
		behind := c.Is(i+1, l.On, l.There, l.In, l.Can, l.Is, l.Finish, l.Completed) || c.Forms.Directions[c.Norm(i+1)]
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

// subject is what stands before the verb of a sentence that tells something: the grocery run got shifted.
func (c *content) subject(r reading.Span) reading.Span {
	for i := r.From; i < r.To; i++ {
		joined := c.edges().TellsPast(i) && c.Is(i+1, l.And) && i+1 < r.To
		if i > r.From && (c.Forms.TellingVerbs[c.Norm(i)] || joined) {
			r.To = i
			return r
		}
	}
	return r
}

// pastVerb takes a verb off that takes things from a list: take X off, get X off.
func (c *content) pastVerb(r reading.Span) reading.Span {
	unmanaged := c.Is(r.From-1, l.Not) && c.Forms.ManagingVerbs[c.Norm(r.From)]
	if (c.Forms.TakingVerbs[c.Norm(r.From)] || unmanaged) && r.To-r.From > 1 {
		r.From++
		return c.trim(r, refEdge, l.Set{})
	}
	return r
}

// refPoints is what speaks for a run to be what names the task. named says that it stands before "task", "wala" or the like.
func (c *content) refPoints(r run, named bool) int {
	points := min(r.weight, enough)
	if named {
		points += weighsNamed + weighsBeside
	}
	if c.substance(r.Span) {
		points += c.besideCommand(r, -1)
	}
	english := c.Language == meaning.English
	if english && c.denied(r.From) {
		points = max(1, points-weighsOrdered) // not the eye test, the dentist
		if named && c.setApart(r.From) {
			points = 1 // not the milk one, it's the bread
		}
	}
	if english && c.Forms.Keep[c.Norm(r.From)] && !named {
		points -= weighsNamed + weighsOrdered // leave everything else alone
	}
	if !named && c.edges().SaidBehind(r.Span) {
		points -= weighsOrdered
	}
	if !english && c.isToDo(r.Span) {
		points += weighsNamed // electrician ko bulana tha
	}
	return points
}
