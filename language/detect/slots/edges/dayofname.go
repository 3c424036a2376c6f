package edges

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// DayOfName says whether in Urdu a day only tells which thing is meant, and another one follows on which something is to be done with it:
// jumay ka khutba tayyar karna budh ko, monday report bhejna friday tak. In English it says so of the prayer for which something is done
// on a day that is told besides: every Friday at 1, leave for jummah.
func (s Sentence) DayOfName(e when.Expression) bool {
	if e.Has&^when.DayPart != when.Day {
		return false
	}
	i := s.WordAt(e.To)
	if i+1 >= len(s.Words) || !s.ofThing(i) && !s.besideThing(e, i) {
		return false
	}
	thing := s.Is(i, l.Ka, l.Wala)
	return slices.ContainsFunc(s.Times, func(o when.Expression) bool {
		after := s.WordAt(o.To)
		if o.From < e.To {
			return false
		}
		postposed := []l.Concept{l.Ko, l.Until, l.For, l.On}
		return thing || s.Is(after-1, postposed...)
	})
}

// ofThing says whether a word that follows a day joins it to a thing: peer ki meeting, kal wala test.
func (s Sentence) ofThing(i int) bool {
	return s.Is(i, l.Ka, l.Wala) && !s.Parted(i+1) && s.Bare(i+1)
}

// besideThing says whether the name of a day stands right before a thing: sunday brunch.
func (s Sentence) besideThing(e when.Expression, i int) bool {
	return e.To == e.From+1 && s.Bare(i)
}
