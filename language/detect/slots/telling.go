package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// ofTelling takes of a clause of English that tells what was done the thing it was done to: picked up the dry cleaning, got my flu jab,
// changed my mind about the battery.
func (c *content) ofTelling(r reading.Span) reading.Span {
	if c.Language != meaning.English {
		return r
	}
	verb := r.From
	for verb < r.To-1 && (c.Forms.Told.Between[c.Norm(verb)] || c.Is(verb, l.Someone, l.Filler, l.Yet)) {
		verb++
	}
	if !c.edges().TellsPast(verb) || verb == r.To-1 {
		return r
	}
	for i := verb + 1; i < min(verb+farthestThing, r.To-1); i++ {
		if c.Is(i, l.The, l.My) {
			return c.trim(reading.Span{From: i + 1, To: r.To}, refEdge, l.Set{})
		}
	}
	return r
}

// farthestThing is how many words behind the verb of what is told its thing begins at most: picked it up from the.
const farthestThing = 4
