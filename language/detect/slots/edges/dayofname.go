package edges

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// DayOfName says whether in Urdu a day only tells which thing is meant, and another one follows on which something is to be done with it:
// jumay ka khutba tayyar karna budh ko, monday report bhejna friday tak. In English it says so of the prayer for which something is done
// on a day that is told besides: every Friday at 1, leave for jummah.
func (s Sentence) DayOfName(e when.Expression) bool {
	if s.ForJummah(e) {
		return slices.ContainsFunc(s.Times, func(o when.Expression) bool { return o.From != e.From && (o.Is(when.Day) || o.Weekday()) })
	}
	if s.Language == meaning.English || e.Has&^when.DayPart != when.Day {
		return false
	}
	i := s.WordAt(e.To)
	if i+1 >= len(s.Words) || s.Parted(i) || !s.ofThing(i) && !s.besideThing(e, i) {
		return false
	}
	thing := s.Is(i, l.Ka, l.Wala)
	return slices.ContainsFunc(s.Times, func(o when.Expression) bool {
		after := s.WordAt(o.To)
		if o.From < e.To || !o.Is(when.Day) || o.Past || s.ofThing(after) {
			return false
		}
		postposed := []l.Concept{l.Ko, l.Until, l.For, l.On}
		return thing || s.Is(after, postposed...) || s.Is(after-1, postposed...)
	})
}

// ForJummah says whether in English a day is named by its prayer, for which something is done: iron the shalwar for jummah.
func (s Sentence) ForJummah(e when.Expression) bool {
	if s.Language != meaning.English || e.Has != when.Day {
		return false
	}
	i := s.WordAt(e.To) - 1
	return i > 1 && s.Is(i, l.Friday) && s.Words[i].Languages != l.English && s.Is(i-1, l.For) && !s.Parted(i) && !s.Parted(i-1)
}

// ofThing says whether a word that follows a day joins it to a thing: peer ki meeting, kal wala test.
func (s Sentence) ofThing(i int) bool {
	return s.Is(i, l.Ka, l.Wala) && !s.Parted(i+1) && (s.Bare(i+1) || s.Is(i+1, l.Foreign) && !s.Is(i+1, l.Verb))
}

// besideThing says whether the name of a day stands right before a thing: sunday brunch.
func (s Sentence) besideThing(e when.Expression, i int) bool {
	return (e.To == e.From+1 && e.Day.Kind == when.WeekdayOf || e.Has == when.Day|when.DayPart) && s.Bare(i)
}
