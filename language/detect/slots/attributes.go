package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// takePriority finds a priority and takes the words that state it.
func (c *content) takePriority(needsWord bool) string {
	if i := c.Find(l.Priority); i >= 0 {
		if level := c.levels().InOrder(i); level != "" {
			return level
		}
		for _, j := range [...]int{i - 1, i + 1, i + 2, i + 3, i - 2, i + 4} {
			if c.Is(j, l.High, l.Low, l.Medium) && !c.gone(j) && !c.levels().Denied(j) {
				return c.Words[j].Value
			}
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
			if needsWord && !ordered {
				at = c.urgency(i)
			}
			if !at.Empty() {
				return level
			}
		}
	}
	return ""
}

// urgency is what states a priority without that word: a clause of its own (it's urgent, zaroori kaam hai), or what stands before the
// word task (an urgent task); empty where it may be part of a title.
func (c *content) urgency(i int) reading.Span {
	if from, to := c.levels().Clause(i); from >= 0 {
		return reading.Span{From: from, To: to}
	}
	if !c.Is(i+1, l.Task) {
		return reading.Span{}
	}
	return reading.Span{From: c.levels().Strengthened(i), To: i + 1}
}

// turnPriority reads a priority of the verb that turns it: raise its priority, priority barha do.
func (c *content) turnPriority() string {
	if c.Main < 0 {
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

// takeUnimportant takes a clause that only says that it is not so important: itna zaroori nahi.
func (c *content) takeUnimportant() bool {
	for i := range c.Words {
		if level := c.levels().Unimportant(i); !level.Empty() {
			return true
		}
	}
	return false
}
