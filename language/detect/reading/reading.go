// Package reading reads a text: its tokens and words, what they tell of time, which place and which day of the Islamic calendar they
// name, and the language they are in. It says what stands where, and nothing of what is wanted.
package reading

import (
	"github.com/salaatflow/platform/language/detect/forms"
	"github.com/salaatflow/platform/language/detect/lands"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/gazetteer"
)

// Reading is a text as it is read: its words, what they tell of time, and which place and which day of the Islamic calendar it names.
type Reading struct {
	text.Sentence
	Words       []l.Tagged
	Times       []when.Expression
	All         l.Set // what its words stand for
	Place       Place
	Contrasts   []Contrast // numbers of which another is meant
	Hijri       NamedDay   // the day of the Islamic calendar that it names
	HijriMonth  NamedDay   // the first of a month that it names instead, with no day and no occasion
	Question    Span       // tokens that say which kind of question it is
	Language    meaning.Language
	Keys        l.Keys
	ClauseWords *forms.ClauseWords
	Mentions    *forms.Mentions
	Forms       *forms.Forms
	Atlas       *gazetteer.Gazetteer
	Lands       *lands.Lands
}

// Span is a run of tokens or words, half open.
type Span struct{ From, To int }

// Empty says whether nothing is in the span.
func (s Span) Empty() bool { return s.From >= s.To }

// Holds says whether a token or word is in the span.
func (s Span) Holds(i int) bool { return i >= s.From && i < s.To }

// Touches says whether two spans have something in common.
func (s Span) Touches(o Span) bool { return s.From < o.To && o.From < s.To }

// Is says whether the word stands for any of these; none beyond the sentence does.
func (s *Reading) Is(i int, of ...l.Concept) bool {
	return i >= 0 && i < len(s.Words) && s.Words[i].Concepts.Has(of...)
}

// Has says whether a word of the sentence stands for any of these.
func (s *Reading) Has(of ...l.Concept) bool { return s.All.Has(of...) }

// Bare says whether nothing is known of a word: it is a name, or of what is spoken of.
func (s *Reading) Bare(i int) bool { return i >= 0 && i < len(s.Words) && s.Words[i].Concepts.Empty() }

// Before says what stands between a word and the one before it.
func (s *Reading) Before(i int) text.Gap { return s.Tokens[s.Words[i].First].Before }

// After says what stands between a word and the next.
func (s *Reading) After(i int) text.Gap { return s.Tokens[s.Words[i].Last].After }

// Parted says whether a clause may end between word i-1 and word i.
func (s *Reading) Parted(i int) bool {
	return i <= 0 || i >= len(s.Words) || s.Before(i).Ends() && s.Words[i].First != s.Words[i-1].First // hatado is one token
}

// Find returns the first word that stands for any of these; -1 for none.
func (s *Reading) Find(of ...l.Concept) int {
	for i := range s.Words {
		if s.Is(i, of...) {
			return i
		}
	}
	return -1
}

// TimeAt returns the expression of time which holds a token; nil for none.
func (s *Reading) TimeAt(token int) *when.Expression {
	for i := range s.Times {
		if e := &s.Times[i]; token >= e.From && token < e.To {
			return e
		}
	}
	return nil
}

// Num is the number that a token is, or is the word for.
func (s *Reading) Num(token int) (value, to int, ok bool) {
	if s.InName(token) {
		return 0, 0, false
	}
	if e := s.TimeAt(token); e != nil && e.From == token && e.Is(when.Number) && e.Number > 0 {
		return e.Number, e.To, true
	}
	if token < len(s.Tokens) && s.Tokens[token].Script == text.Number {
		n := 0
		for _, c := range s.Tokens[token].Norm {
			n = n*10 + int(c-'0')
			if n > maxNumber || c < '0' || c > '9' {
				return 0, 0, false
			}
		}
		return n, token + 1, n > 0
	}
	return 0, 0, false
}

// maxNumber is the greatest number of a task.
const maxNumber = 1<<31 - 1

// WordAt returns the index of the word that begins at or after a token.
func (s *Reading) WordAt(token int) int {
	for i, w := range s.Words {
		if w.First >= token {
			return i
		}
	}
	return len(s.Words)
}

// Norm is the form of the first token of a word; empty beyond the sentence.
func (s *Reading) Norm(i int) string {
	if i < 0 || i >= len(s.Words) {
		return ""
	}
	return s.Tokens[s.Words[i].First].Norm
}

// TimeHolds says whether a word is part of a time: after Fajr.
func (s *Reading) TimeHolds(i int) bool {
	e := s.TimeAt(s.Words[i].First)
	return e != nil && e.Time()
}

// Moments says whether a time is told.
func (s *Reading) Moments() bool {
	for _, e := range s.Times {
		if e.Time() && !e.Loose && !e.Past {
			return true
		}
	}
	return false
}

// Denied says whether a word for any of these has a no right before or after it.
func (s *Reading) Denied(of ...l.Concept) bool {
	for i := range s.Words {
		if s.Is(i, of...) && (s.Is(i-1, l.Not) && !s.Parted(i) || s.Is(i+1, l.Not) && !s.Parted(i+1) && !s.Is(i+1, l.Dont)) {
			return true
		}
	}
	return false
}
