package edges

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// noThing are words that name no thing before "wala" or "one": they say where it stands, when it is due, or how it is.
var noThing = l.Set{}.With(
	l.Ordinal, l.NumberWord, l.This, l.It, l.All, l.Any, l.Last, l.Other, l.Task, l.High, l.Low, l.Medium, l.Pending, l.Completed, l.AllStatus,
	l.Priority, l.Namaz, l.Prayer, l.CatName, l.Not, l.No, l.Yes, l.Ka, l.Ko, l.Se, l.In, l.On, l.And, l.Or, l.My, l.Me, l.The, l.You, l.Next,
	l.What, l.Who, l.Which, l.Also, l.Before, l.After,
)

// BeforeWala is the one word that names a thing where it stands before "wala", in English between "the" and "one", and would else be a
// filler or a verb: bhai wala hata do; the agenda one. It is empty where there is none.
func (s Sentence) BeforeWala() reading.Span {
	for i := 1; i < len(s.Words); i++ {
		named := s.Is(i, l.Wala) && s.Language != meaning.English || s.Forms.Grammar.One[s.Norm(i)] && i > 1 && s.Is(i-2, l.The, l.My)
		if named && !s.Parted(i) && !s.TimeHolds(i-1) && !s.Words[i-1].Concepts.Meets(noThing) && s.PrayerOf(i-1) == "" {
			return reading.Span{From: i - 1, To: i}
		}
	}
	return reading.Span{}
}
