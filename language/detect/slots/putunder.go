package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/edges"
)

// takePutUnder finds a category under which something is put, though none is called so: under worship, zikr ke khane mein.
func (c *content) takePutUnder() string {
	for i := range c.Words {
		if c.Is(i, l.CatName) && !c.gone(i) && c.edges().InCompartment(i) {
			c.takeWords(reading.Span{From: i, To: i + edges.OfCompartment})
			return c.Words[i].Value
		}
		if c.Is(i, l.CatName) && !c.gone(i) && c.underCategory(i) {
			c.takeWords(reading.Span{From: i - 1, To: i + 1})
			if c.Is(i+1, l.In, l.Under) {
				c.takeWord(i + 1)
			}
			return c.Words[i].Value
		}
	}
	return ""
}
