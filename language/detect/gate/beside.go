package gate

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// besideOrder says whether a word that says no stands beside the order and never denies it: without fail, isn't that important.
func (s sentence) besideOrder(not int) bool {
	if s.Language != meaning.English {
		return false
	}
	switch {
	case s.Forms.Aside.Lacking[s.Norm(not)]:
		return s.Bare(not + 1)
	case s.Is(not, l.Dont):
		return false
	}
	return s.deniesRank(not)
}

// deniesRank says whether a word only denies how urgent a thing is: isn't that important.
func (s sentence) deniesRank(not int) bool {
	i := not + 1
	for s.Is(i, l.This) || i < len(s.Words) && s.Forms.Strengtheners[s.Norm(i)] {
		i++
	}
	return i > not+1 && s.Is(i, l.High, l.Low, l.Medium) && !s.PartedBetween(not, i)
}

// ofMe says whether a verb behind "don't" is no deed and is done to the one who speaks: don't judge me.
func (s sentence) ofMe(verb int) bool {
	whom := verb + 1
	if !s.Is(whom, l.Me) && s.Is(whom, l.In, l.On, l.With, l.About, l.To) {
		whom++ // laugh at me
	}
	return s.Bare(verb) && s.Is(whom, l.Me) && !s.PartedBetween(verb, whom) && s.EndsHere(whom+1)
}
