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
	if !c.tellsPast(verb) || verb == r.To-1 {
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

// tellsPast says whether a word of English tells what was done.
func (c *content) tellsPast(i int) bool {
	norm, told := c.Norm(i), &c.Forms.Told
	return told.Past[norm] || c.Bare(i) && told.PastEndings.End(norm) && !told.NotPast[norm]
}

// beforeParticle takes off the end of a run of English what only says how it is moved: bump the rent up, move the fitting there.
func (c *content) beforeParticle(r reading.Span) reading.Span {
	for c.Language == meaning.English && r.To-1 > r.From && (c.Forms.Directions[c.Norm(r.To-1)] || c.Is(r.To-1, l.There, l.Under)) {
		r.To--
	}
	return r
}
