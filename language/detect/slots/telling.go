package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
)

// ofTelling takes of a clause of English that tells what was done the thing it was done to.
func (c *content) ofTelling(r reading.Span) reading.Span {
	if from := c.edges().ToldThing(r); from > r.From {
		return c.trim(reading.Span{From: from, To: r.To}, refEdge, l.Set{})
	}
	return r
}
