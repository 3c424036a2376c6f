package gate

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// besideOrder says whether a word of English stands beside the order and never denies it: without fail.
func (s sentence) besideOrder(not int) bool {
	return s.Language == meaning.English && s.Forms.Aside.Lacking[s.Norm(not)] && s.Bare(not+1)
}

// ofMe says whether a verb behind "don't" is no deed and is done to the one who speaks: don't judge me.
func (s sentence) ofMe(verb int) bool {
	whom := verb + 1
	if !s.Is(whom, l.Me) && s.Is(whom, l.In, l.On, l.With, l.About, l.To) {
		whom++ // laugh at me
	}
	return s.Bare(verb) && s.Is(whom, l.Me) && !s.PartedBetween(verb, whom) && s.EndsHere(whom+1)
}
