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
	thing := s.WordAt(e.To)
	if thing >= len(s.Words) || s.Parted(thing) || s.TimeAt(e.To) != nil || !s.thing(thing) {
		return false
	}
	before := s.WordAt(e.From) - 1
	for i := e.From; i < e.To; i++ {
		if s.Forms.TimePrepositions[s.Tokens[i].Norm] || s.Is(before+1, l.For) && !s.Bare(before) && !s.Is(before, l.Deed, l.ForeignVerb) {
			return false
		}
	}
	if s.Is(before, l.Deed) && s.Is(before, l.Base) && !s.Parted(before+1) && s.Words[before+1].First+1 == e.To && s.Bare(thing) {
		return true
	}
	return slices.ContainsFunc(s.Times, func(o when.Expression) bool {
		return o.From != e.From && !o.Former && !o.Past && (o.Is(when.Offset) || o.Is(when.Day) && !s.thing(s.WordAt(o.To)))
	})
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
