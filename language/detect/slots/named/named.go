// Package named finds what a question names besides words of its own: a method and a school of prayer times, a place that is not known, a
// position, the topic of a hadith.
package named

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

type sentence struct{ *clauses.Clauses }

// Method finds the method by which times are to be reckoned, and the tokens that name it; empty where none is named.
func Method(c *clauses.Clauses) (name string, at reading.Span) { return sentence{c}.method() }

// School finds the school by which asr is to be reckoned, and the tokens that name it; empty where none is, or both.
func School(c *clauses.Clauses) (name string, at reading.Span) { return sentence{c}.school() }

// UnknownMethod finds what stands where a method is named, and is none that is known: by the foo method, foo ke mutabiq.
func UnknownMethod(c *clauses.Clauses) (name string, at reading.Span) {
	return sentence{c}.unknownMethod()
}

// AskOfTime sets what is asked of a prayer's time besides when it begins.
func AskOfTime(c *clauses.Clauses, cues *meaning.Cues) { sentence{c}.askOfTime(cues) }

// City finds what a question calls the city it is about, as fully as it does: Birmingham, Alabama; Salt Lake City; one that nobody knows
// (in Bradfurt, Sylhet mein); empty where it names none. taken are tokens that say something else.
func City(c *clauses.Clauses, taken ...reading.Span) string { return sentence{c}.city(taken) }

// Topic finds what a hadith is to be about. Plainly it is told where words say so: about patience, sabr par, کے بارے میں.
func Topic(c *clauses.Clauses) (topic string, at reading.Span, plainly bool) {
	return sentence{c}.topic()
}
