package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// denies says whether a priority is the one that is not wanted: zyada nahi, not high, kam zaroori.
func (c *content) denies(i int) bool {
	if c.Is(i+1, l.Not) && !c.Parted(i+1) || c.Is(i-1, l.Not) && !c.Parted(i) && c.Words[i-1].Languages&l.English != 0 {
		return true
	}
	if c.Is(i+1, l.Se) && c.Words[i+1].Languages&l.English == 0 && !c.Parted(i+1) {
		return true // high se medium
	}
	return c.Is(i, l.High) && c.Is(i-1, l.Low) && !c.Is(i-1, l.Light) && !c.Parted(i) || c.noMore(i)
}

// noMore says whether the words before a priority say in English that a task no longer has it: it is no longer urgent, doesn't need to be
// high.
func (c *content) noMore(i int) bool {
	const farthest = 4 // words: doesn't need to be high
	for j := i - 1; j >= max(0, i-farthest) && c.Language == meaning.English && !c.Parted(j+1); j-- {
		if c.Is(j, l.High, l.Low, l.Medium) || c.joinsLevel(j) {
			return false
		}
		if c.Forms.NoLonger.At(c.Tokens, c.Words[j].First) > 0 || c.Is(j, l.Not) && !c.reminds(j) {
			return true
		}
	}
	return false
}

// reminds says whether a word is part of what asks for a reminder: don't forget.
func (c *content) reminds(i int) bool {
	for _, a := range c.Acts {
		if a.At.Holds(i) && a.Does(l.Remind) {
			return true
		}
	}
	return false
}

// takeUnimportant takes a clause that only says that it is not so important: itna zaroori nahi.
func (c *content) takeUnimportant() bool {
	for i := range c.Words {
		if level := c.edges().Unimportant(i); !level.Empty() {
			c.takeWords(level)
			return true
		}
	}
	return false
}
