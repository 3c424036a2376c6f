package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// reading is a text as it is read: its words, what they tell of time, and which place and which day of the Islamic calendar it names.
type reading struct {
	text.Sentence
	words     []l.Tagged
	times     []when.Expression
	all       l.Set // what its words stand for
	place     place
	contrasts []contrast // numbers of which another is meant
	hijri     hijriDay   // the day of the Islamic calendar that it names
	question  span       // tokens that say which kind of question it is
	language  Language
	keys      l.Keys
	clauses   *clauses
	mentions  *mentions
	forms     *wordForms
}

// span is a run of tokens or words, half open.
type span struct{ from, to int }

// empty says whether nothing is in the span.
func (s span) empty() bool { return s.from >= s.to }

// holds says whether a token or word is in the span.
func (s span) holds(i int) bool { return i >= s.from && i < s.to }

// touches says whether two spans have something in common.
func (s span) touches(o span) bool { return s.from < o.to && o.from < s.to }

// is says whether the word stands for any of these; none beyond the sentence does.
func (s *reading) is(i int, of ...l.Concept) bool {
	return i >= 0 && i < len(s.words) && s.words[i].Concepts.Has(of...)
}

// has says whether a word of the sentence stands for any of these.
func (s *reading) has(of ...l.Concept) bool { return s.all.Has(of...) }

// bare says whether nothing is known of a word: it is a name, or of what is spoken of.
func (s *reading) bare(i int) bool { return i >= 0 && i < len(s.words) && s.words[i].Concepts.Empty() }

// before says what stands between a word and the one before it.
func (s *reading) before(i int) text.Gap { return s.Tokens[s.words[i].First].Before }

// after says what stands between a word and the next.
func (s *reading) after(i int) text.Gap { return s.Tokens[s.words[i].Last].After }

// parted says whether a clause may end between word i-1 and word i.
func (s *reading) parted(i int) bool { return i <= 0 || i >= len(s.words) || s.before(i).Ends() }

// find returns the first word that stands for any of these; -1 for none.
func (s *reading) find(of ...l.Concept) int {
	for i := range s.words {
		if s.is(i, of...) {
			return i
		}
	}
	return -1
}

// timeAt returns the expression of time which holds a token; nil for none.
func (s *reading) timeAt(token int) *when.Expression {
	for i := range s.times {
		if e := &s.times[i]; token >= e.From && token < e.To {
			return e
		}
	}
	return nil
}

// num is the number that a token is, or is the word for.
func (s *reading) num(token int) (value, to int, ok bool) {
	if e := s.timeAt(token); e != nil && e.From == token && e.Is(when.Number) && e.Number > 0 {
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

// wordAt returns the index of the word that begins at or after a token.
func (s *reading) wordAt(token int) int {
	for i, w := range s.words {
		if w.First >= token {
			return i
		}
	}
	return len(s.words)
}

// norm is the form of the first token of a word; empty beyond the sentence.
func (s *reading) norm(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.Tokens[s.words[i].First].Norm
}

// timeHolds says whether a word is part of a time: after Fajr.
func (s *reading) timeHolds(i int) bool {
	e := s.timeAt(s.words[i].First)
	return e != nil && e.Time()
}

// moments says whether a time is told.
func (s *reading) moments() bool {
	for _, e := range s.times {
		if e.Time() && !e.Loose {
			return true
		}
	}
	return false
}

// denied says whether a word for any of these has a no right before or after it.
func (s *reading) denied(of ...l.Concept) bool {
	for i := range s.words {
		if s.is(i, of...) && (s.is(i-1, l.Not) && !s.parted(i) || s.is(i+1, l.Not) && !s.parted(i+1) && !s.is(i+1, l.Dont)) {
			return true
		}
	}
	return false
}
