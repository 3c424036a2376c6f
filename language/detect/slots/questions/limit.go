package questions

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// Limit finds how many are asked for: the first 5, 3 masjid, top ten.
func Limit(c *clauses.Clauses) (int, bool) {
	s := sentence{c}
	for _, e := range s.Times {
		at := reading.Span{From: e.From, To: e.To}
		if !e.Is(when.Number) || e.Number <= 0 || e.Number > 1000 || s.ID.Touches(at) || s.Place.AreaAt.Touches(at) {
			continue
		}
		word, next := s.WordAt(e.From), s.counted(s.WordAt(e.To))
		if word > 0 && s.Forms.Grammar.Limit[s.Norm(word-1)] || s.Capped(e) {
			return e.Number, true
		}
		begins := word < len(s.Words) && s.Words[word].First == e.From && (word == 0 || s.Is(word-1, l.Masjid, l.In, l.Se))
		if begins && s.Is(s.Past(next, l.Filler), l.Show, l.Tell) {
			return e.Number, true // masjidein 5 dikhado
		}
		if s.Is(s.WordAt(e.To), l.Completed, l.Pending, l.State) && s.ClauseWords.Several.Counts.Behind(s.Tokens, e.From) {
			return e.Number, true // pehle paanch mukammal kaam
		}
		if s.Is(next, l.Task, l.Masjid) && !s.Is(word, l.Any) || s.Is(word-1, l.Ordinal, l.Show, l.High, l.But) {
			return e.Number, true
		}
	}
	return 0, false
}

// counted is the word for what is counted, from the one behind its number on.
func (s sentence) counted(next int) int {
	next = s.Past(next, l.CatName, l.High, l.Low, l.Wala, l.Pending, l.Completed, l.Good, l.My, l.Other, l.Near, l.Prayer, l.Ordinal)
	if s.Is(next, l.Ka) && s.Is(next+1, l.My, l.The) && s.Language == meaning.English {
		next++ // four of my tasks
	}
	return s.Past(next, l.My, l.The)
}
