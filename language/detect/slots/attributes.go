package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// takePriority finds a priority and takes the words that state it.
func (c *content) takePriority(needsWord bool) string {
	for i := range c.Words {
		if to := c.levels().Former(i); to > i {
			c.takeWords(reading.Span{From: i - 1, To: to})
		}
	}
	if i := c.Find(l.Priority); i >= 0 {
		if level := c.levels().InOrder(i); level != "" {
			c.takeAround(i-1, i+1)
			return level
		}
		for _, j := range [...]int{i - 1, i + 1, i + 2, i + 3, i - 2, i + 4} {
			if c.Is(j, l.High, l.Low, l.Medium) && !c.gone(j) && !c.levels().Denied(j) && c.bridges(min(i, j)+1, max(i, j)) {
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
		if to := c.WordAt(c.Words[i].First + n); n > 0 && !c.levels().Denied(i) && !c.gone(i) && c.EndsHere(to) {
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
			level := c.levels().Of(i)
			if level == "" || c.gone(i) || c.levels().Denied(i) || ordered && !c.levels().SetsTo(i) {
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
				return level
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
	if from, to := c.levels().Clause(i); from >= 0 {
		return reading.Span{From: from, To: to}
	}
	if !c.Is(i+1, l.Task) || c.Parted(i+1) {
		return reading.Span{}
	}
	return reading.Span{From: c.levels().Strengthened(i), To: i + 1}
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
		if from, to := c.levels().Clause(i); from >= 0 {
			c.takeWords(reading.Span{From: from, To: to})
		}
	}
}

// bridges says whether only small words stand from one word to another.
func (c *content) bridges(from, to int) bool {
	for i := from; i < to; i++ {
		if !c.Is(i, l.Ka, l.Ko, l.To, l.Is, l.As, l.Of, l.In, l.Put, l.Kar, l.Change, l.Now, l.From, l.High, l.Low, l.Medium, l.Not,
			l.Task, l.Se, l.It, l.Also, l.Instead) && !c.number(i) {
			if !c.Forms.Strengtheners[c.Norm(i)] && !c.Forms.Directions[c.Norm(i)] {
				return false
			}
		}
	}
	return true
}

func (c *content) number(i int) bool { return c.ID.Holds(c.Words[i].First) }

// takeUnimportant takes a clause that only says that it is not so important: itna zaroori nahi.
func (c *content) takeUnimportant() bool {
	for i := range c.Words {
		if level := c.levels().Unimportant(i); !level.Empty() {
			c.takeWords(level)
			return true
		}
	}
	return false
}
