package making

import (
	"slices"
	"unicode"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
)

// DayOfName says whether in English a weekday only tells which thing is meant that follows it, since it is told besides when the thing is
// due (photocopy Tuesday notes for Wednesday, in 2 hours ring about the Friday booking), or since it stands between a verb and the thing
// (buy Friday magazine).
func (s Sentence) DayOfName(e when.Expression) bool {
	if s.Language != meaning.English || e.Has&^when.DayPart != when.Day || e.Day.Kind != when.WeekdayOf || e.Loose || e.Former {
		return false
	}
	if !s.describes(e) {
		return false
	}
	return s.behindDeed(e) || slices.ContainsFunc(s.Times, func(o when.Expression) bool {
		return o.From != e.From && !o.Former && !o.Past && (o.Is(when.Offset) || o.Is(when.Day) && !s.thing(s.WordAt(o.To)))
	})
}

// describes says whether a thing follows a weekday at once, and no word before it says that something is done on that day.
func (s Sentence) describes(day when.Expression) bool {
	if s.TimeAt(day.To) != nil || !s.thing(s.WordAt(day.To)) {
		return false
	}
	first := s.WordAt(day.From)
	for i := day.From; i < day.To; i++ {
		if s.Forms.TimePrepositions[s.Tokens[i].Norm] {
			return false
		}
	}
	return !s.Is(first, l.For) || s.Bare(first-1) || s.Is(first-1, l.Deed, l.ForeignVerb) // sign up for Tuesday yoga
}

// behindDeed says whether a day alone stands between a verb and what is done with a thing: buy Friday magazine.
func (s Sentence) behindDeed(day when.Expression) bool {
	first := s.WordAt(day.From)
	verb := s.Is(first-1, l.Deed) && s.Is(first-1, l.Base) || s.Forms.TakesObject[s.Norm(first-1)]
	return verb && !s.Parted(first) && s.Words[first].First+1 == day.To && s.Bare(s.WordAt(day.To))
}

// thing says whether a word of English may begin what a day describes: the Friday booking, Tuesday notes, Friday Ad.
func (s Sentence) thing(i int) bool {
	if i >= len(s.Words) || s.Parted(i) {
		return false
	}
	if s.Bare(i) || s.Words[i].Languages == l.Roman || s.Is(i, l.Third, l.CatName, l.Namaz, l.Prayer, l.Foreign, l.Detail) {
		return !s.Is(i, l.About)
	}
	typed := s.Original[s.Tokens[s.Words[i].First].Start:]
	return unicode.IsUpper(rune(typed[0])) && s.Is(i, l.Verb)
}
