package making

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// Reminding are the tokens of a clause of English by which one asks to be reminded of what is told outside of it: do see that I remember
// it, I'd be lost without a reminder. It is empty where there is none.
func (s Sentence) Reminding() reading.Span {
	if s.Language != meaning.English {
		return reading.Span{}
	}
	for i := range s.Tokens {
		n := s.Forms.Reminding.At(s.Tokens, i)
		without := n == 0
		if without {
			n = s.Forms.Unreminded.At(s.Tokens, i)
		}
		if n == 0 || i+n < len(s.Tokens) && s.takesObject(i+n) {
			continue
		}
		from := i
		for from > 0 && !s.Tokens[from].Before.Ends() {
			from--
		}
		if i-from > mostBefore {
			from = i // told with no mark between
		}
		if without && !s.ofMine(from, i) {
			continue
		}
		return reading.Span{From: from, To: i + n}
	}
	return reading.Span{}
}

// ofMine says whether from one token to another it is me of whom something is told.
func (s Sentence) ofMine(from, to int) bool {
	for i := s.WordAt(from); i < s.WordAt(to); i++ {
		if s.Is(i, l.Me) {
			return true
		}
	}
	return false
}

// AsksOutright says whether it is asked in so many words that something be not forgotten, or how urgent a thing is to be stands before it.
func (s Sentence) AsksOutright() bool {
	asked := s.Reminding()
	if !asked.Empty() && s.Forms.Unreminded.EndAt(s.Tokens, asked.To) == 0 {
		return !s.Has(l.If)
	}
	at := s.Levelled()
	return at > 0 && !s.Asks() && (s.Bare(at) || s.Is(at, l.Deed, l.ForeignVerb)) && (s.Has(l.Priority) || at == 1)
}

// mostBefore is how many tokens may stand in a clause before what asks for a reminder: I would be completely and utterly lost.
const mostBefore = 7

// takesObject says whether what is not to be forgotten follows at a token: don't let me forget the milk.
func (s Sentence) takesObject(token int) bool {
	t := s.Tokens[token]
	w := s.WordAt(token)
	told := w < len(s.Words) && (s.TimeAt(token) != nil || s.Is(w, l.Polite, l.This, l.Filler, l.Again))
	return !t.Before.Ends() && !told
}

// Levelled is where in a sentence of which the beginning only says how urgent something is the thing begins, behind a colon: low priority,
// whenever: descale the shower head. It is 0 where it does not.
func (s Sentence) Levelled() int {
	level := false
	for i := 0; i+1 < len(s.Words); i++ {
		small := s.Is(i, l.High, l.Low, l.Medium, l.Priority, l.Polite, l.Filler, l.And, l.But) || s.TimeHolds(i) || s.Forms.Vaguely[s.Norm(i)] ||
			s.Forms.Strengtheners[s.Norm(i)]
		if !small {
			return 0
		}
		level = level || s.Is(i, l.High, l.Low, l.Medium)
		if s.Before(i+1).Has(text.Colon) && level {
			return i + 1
		}
	}
	return 0
}
