package gate

import (
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// clauseOf is the clause in which a word stands, in any language.
func (s sentence) clauseOf(i int) reading.Span {
	if s.Language == meaning.English {
		return s.ClauseAt(i)
	}
	return s.brokenAround(i)
}

// brokenAround is the part of a sentence in which a word stands, between marks and words such as "and".
func (s sentence) brokenAround(i int) reading.Span {
	from, to := i, i+1
	for from > 0 && !s.Breaks(from) {
		from--
	}
	for to < len(s.Words) && !s.Breaks(to) {
		to++
	}
	return reading.Span{From: from, To: to}
}
