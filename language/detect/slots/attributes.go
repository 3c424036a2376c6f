package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// takePriority finds a priority and takes the words that state it.
func (c *content) takePriority(needsWord bool) string {
	if i := c.Find(l.Priority); i >= 0 {
		for _, j := range [...]int{i - 1, i + 1, i + 2, i + 3, i - 2, i + 4} {
			if c.Is(j, l.High, l.Low, l.Medium) && !c.gone(j) && !c.denies(j) && c.bridges(min(i, j)+1, max(i, j)) {
				c.takeAround(min(i, j), max(i, j)+1)
				c.takeReason()
				return c.Words[j].Value
			}
		}
		if level := c.takePriorityOf(i); level != "" {
			return level
		}
		if level := c.turnPriority(); level != "" {
			return level
		}
	}
	if needsWord && c.takeUnimportant() {
		return "low"
	}
	if needsWord && c.takeHurry() {
		return "high"
	}
	return c.takeLevel(needsWord)
}

// takeHurry takes what says in English by itself that something is urgent: asap.
func (c *content) takeHurry() bool {
	for i := 0; i < len(c.Words) && c.Language == meaning.English; i++ {
		n := c.Forms.Hurry.At(c.Tokens, c.Words[i].First)
		if to := c.WordAt(c.Words[i].First + n); n > 0 && !c.denies(i) && !c.gone(i) && c.EndsHere(to) {
			c.takeTokens(reading.Span{From: c.Words[i].First, To: c.Words[i].First + n})
			return true
		}
	}
	return false
}

// takeLevel finds a priority that is stated without that word.
func (c *content) takeLevel(needsWord bool) string {
	for _, ordered := range []bool{true, false} { // low kar do, before zaroori hai
		for i := range c.Words {
			if !c.Is(i, l.High, l.Low, l.Medium) || c.gone(i) || c.denies(i) || ordered && !c.setsTo(i) {
				continue
			}
			at := reading.Span{From: i, To: i + 1}
			if ordered && c.Is(i+1, l.On, l.In) {
				at.To++
			}
			if needsWord && !ordered {
				at = c.urgency(i)
			}
			if !at.Empty() {
				c.takeWords(at)
				return c.Words[i].Value
			}
		}
	}
	return ""
}

// takeAround takes a priority and the small words that belong to it: with … in it.
func (c *content) takeAround(from, to int) {
	belongs := func(i int) bool {
		return c.Is(i, l.In, l.With, l.Put, l.Ka, l.Se) && !c.gone(i) || c.Is(i, l.Is) || c.Is(i, l.Kar) && c.Is(i-1, l.Put)
	}
	for to < len(c.Words) && !c.Parted(to) && belongs(to) && !c.Bare(to) {
		to++
	}
	for c.Is(from-1, l.With, l.In, l.As, l.The, l.Any, l.Ka, l.To) && !c.Parted(from) {
		from--
	}
	c.takeWords(reading.Span{From: from, To: to})
}

// urgency is what states a priority without that word: a clause of its own (it's urgent, zaroori kaam hai), or what stands before the
// word task (an urgent task); empty where it may be part of a title.
func (c *content) urgency(i int) reading.Span {
	if from, to := c.clause(i); from >= 0 {
		return reading.Span{From: from, To: to}
	}
	if !c.Is(i+1, l.Task) || c.Parted(i+1) {
		return reading.Span{}
	}
	return reading.Span{From: c.strengthened(i), To: i + 1}
}

// takePriorityOf takes the words of English around the task whose priority they state: the priority of the curtains down to low.
func (c *content) takePriorityOf(i int) string {
	if c.Language != meaning.English || !c.Is(i+1, l.Of, l.For, l.Ka) {
		return ""
	}
	for j := i + 2; j < len(c.Words) && !c.Parted(j); j++ {
		if !c.Is(j, l.High, l.Low, l.Medium) || !c.Is(j-1, l.To, l.As) || c.gone(j) {
			continue
		}
		from := j - 1
		for c.Forms.Directions[c.Norm(from-1)] {
			from--
		}
		c.takeWords(reading.Span{From: from, To: j + 1})
		c.takeWords(reading.Span{From: i, To: i + 2})
		if c.Is(i-1, l.The) {
			c.takeWord(i - 1)
		}
		return c.Words[j].Value
	}
	return ""
}

// turnPriority reads a priority of the verb that turns it: raise its priority, priority barha do.
func (c *content) turnPriority() string {
	if c.Main < 0 || !c.Acts[c.Main].Does(l.Change) {
		return ""
	}
	verb := c.Tokens[c.Words[c.Acts[c.Main].At.From].First].Norm
	switch {
	case c.Forms.Raise.Begin(verb):
		return "high"
	case c.Forms.Lower.Begin(verb):
		return "low"
	}
	return ""
}

// takeReason takes a clause that says why the priority is what it is: zaroori hai, priority high rakho.
func (c *content) takeReason() {
	for i := range c.Words {
		if !c.Is(i, l.High, l.Low, l.Medium) || c.gone(i) {
			continue
		}
		if from, to := c.clause(i); from >= 0 {
			c.takeWords(reading.Span{From: from, To: to})
		}
	}
}

// clause finds the clause around a word if it says nothing else; from is -1 if it does.
func (c *content) clause(i int) (from, to int) {
	from, to = c.strengthened(i), i+1
	if c.Before(from).Has(text.Quote) && c.After(i).Has(text.Quote) {
		return from, to // descale kettle (low)
	}
	ended := false
	for !c.Parted(from) && c.leadsToLevel(from-1) {
		if ended = c.Is(from-1, l.Is) && c.Is(from-2, l.Inf); ended {
			break // passport banwana hai, urgent
		}
		from = c.strengthened(from - 1)
	}
	for !c.Parted(to) && !c.makesAt(to) && c.Is(to, l.Task, l.Is, l.Filler, l.High, l.Put, l.Kar, l.Polite) {
		to++
	}
	begins := ended || c.Parted(from) || c.madeBefore(from) || c.joinsLevel(from-1) || c.Is(from, l.As) && c.Language == meaning.English
	ends := c.Parted(to) || c.makesAt(to) || c.Is(to, l.And) || c.edges().EndsInIs(to)
	if !begins || !ends {
		return -1, -1
	}
	return from, to
}

// setsTo says whether an order to set something follows a priority: low kar do, high pe rakho.
func (c *content) setsTo(i int) bool {
	next := i + 1
	if c.Is(next, l.On, l.In) && c.Words[next].Languages&l.English == 0 && !c.Parted(next) {
		next++
	}
	return c.Is(next, l.Kar, l.Put) && !c.Parted(next)
}

// makesAt says whether the order begins with a word by which in Urdu a task is made: urgent hai likh lo.
func (c *content) makesAt(i int) bool { return c.noting() && c.Acts[c.Main].At.From == i }

// madeBefore says whether that order ends before a word: likh lo zaroori hai.
func (c *content) madeBefore(i int) bool { return c.noting() && c.Acts[c.Main].At.To == i }

// noting says whether in Urdu it is ordered that something be noted or made.
func (c *content) noting() bool {
	return c.Main >= 0 && c.Acts[c.Main].Urdu && c.Acts[c.Main].Does(l.Create, l.Note, l.Remind, l.Make)
}

// leadsToLevel says whether a word may stand before a priority in a clause of its own: it's urgent, put it down as high.
func (c *content) leadsToLevel(i int) bool {
	if c.Is(i, l.It, l.This, l.Is, l.Filler, l.High, l.Polite) {
		return true
	}
	if c.Language != meaning.English {
		return false
	}
	return c.Is(i, l.As, l.Put, l.Make, l.Mark, l.Change, l.Create) || c.Is(i, l.To) && c.Is(i-1, l.It, l.This) || c.Forms.Noting[c.Norm(i)]
}

// joinsLevel says whether a clause that tells a priority follows a word: so put it low, and mark it urgent.
func (c *content) joinsLevel(i int) bool {
	return c.Language == meaning.English && (c.joinsClauses(i) || c.Is(i, l.And, l.Then))
}

// strengthened is where the words begin that strengthen a word: very urgent, bohot zaroori.
func (c *content) strengthened(i int) int {
	for !c.Parted(i) && c.Forms.Strengtheners[c.Norm(i-1)] {
		i--
	}
	return i
}

// bridges says whether only small words stand from one word to another.
func (c *content) bridges(from, to int) bool {
	for i := from; i < to; i++ {
		if !c.Is(i, l.Ka, l.Ko, l.To, l.Is, l.As, l.Of, l.In, l.Put, l.Kar, l.Change, l.Now, l.From, l.High, l.Low, l.Medium, l.Not,
			l.Task, l.Se, l.It, l.Also) && !c.number(i) {
			if !c.Forms.Strengtheners[c.Norm(i)] && !c.Forms.Directions[c.Norm(i)] {
				return false
			}
		}
	}
	return true
}

func (c *content) number(i int) bool { return c.ID.Holds(c.Words[i].First) }
