package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/levels"
	"github.com/salaatflow/platform/language/detect/spans"
)

// content is a sentence with its names, and which of its tokens are left to say something else.
type content struct {
	sentence
	names spans.Told
	taken []bool // by token
}

// content finds the names in a sentence that is taken for an intent.
func (s sentence) content(intent meaning.Intent) *content {
	c := &content{sentence: s, names: spans.In(s.Clauses, intent), taken: make([]bool, len(s.Tokens))}
	for _, name := range c.names.Found {
		for _, at := range name {
			c.takeTokens(at)
		}
	}
	return c
}

// levels finds how urgent it is said that something is.
func (s sentence) levels() levels.Sentence { return levels.Sentence{Clauses: s.Clauses} }

func (c *content) takeTokens(at reading.Span) {
	for i := max(0, at.From); i < min(at.To, len(c.taken)); i++ {
		c.taken[i] = true
	}
}

func (c *content) takeWord(i int) {
	if i >= 0 && i < len(c.Words) {
		c.takeTokens(reading.Span{From: c.Words[i].First, To: c.Words[i].Last + 1})
	}
}

func (c *content) takeWords(at reading.Span) {
	for i := at.From; i < at.To; i++ {
		c.takeWord(i)
	}
}

// gone says whether a word is taken.
func (c *content) gone(i int) bool { return i >= 0 && i < len(c.Words) && c.taken[c.Words[i].First] }

// taskNoun finds the word task that the command makes, rather than one in a title; -1 for none.
func (c *content) taskNoun() int {
	best, distance := -1, 1<<30
	for i := range c.Words {
		if !c.Is(i, l.Task) || c.gone(i) {
			continue
		}
		away := 0
		if c.Main >= 0 {
			at := c.Acts[c.Main].At
			away = max(at.From-i, i-at.To+1, 0)
		}
		if away < distance {
			best, distance = i, away
		}
	}
	return best
}
