package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// takeFormerNumber takes in Urdu the number of the day that is changed: picnic pandrah se satrah march ho gai,
// rota wala task 4 nahi 6 march ko.
func (c *content) takeFormerNumber() {
	for _, e := range c.Times {
		after := c.WordAt(e.To)
		left := c.Is(after, l.Se, l.Instead, l.Not) && after+1 < len(c.Words) && c.TimeHolds(after+1)
		if e.Is(when.Number) && left && c.Language != meaning.English {
			c.takeTokens(reading.Span{From: e.From, To: e.To})
			if before := c.TimeAt(e.From - 1); before != nil && before.Loose {
				c.takeTokens(reading.Span{From: before.From, To: before.To})
			}
		}
	}
}
