package when

import (
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// Length is an amount of time; only one of its fields is not zero.
type Length struct{ Minutes, Days, Months int }

// Length is the amount of time that a sentence is, and nothing else.
func (g *Grammar) Length(s text.Sentence) (Length, bool) {
	const daysOfWeek, monthsOfYear = 7, 12
	p := parser{g.words.Read(s.Tokens)}
	l, next, ok := p.Length(0)
	if !ok || next != len(p.Items) {
		return Length{}, false
	}
	switch l.Unit {
	case words.Days:
		return Length{Days: l.Amount}, true
	case words.Weeks:
		return Length{Days: daysOfWeek * l.Amount}, true
	case words.Months:
		return Length{Months: l.Amount}, true
	case words.Years:
		return Length{Months: monthsOfYear * l.Amount}, true
	default:
		return Length{Minutes: l.Amount}, true
	}
}
