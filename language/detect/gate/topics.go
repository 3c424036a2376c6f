package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// asksOfPrayer says whether a word that asks does so in a clause beside the order which is about prayers and no task: tick 7 and what's
// isha time; maghrib kab hogi aur dahi wala kaam complete kar do.
func (s sentence) asksOfPrayer(i int, order clauses.Act) bool {
	asked := s.After(len(s.Words)-1).Has(text.Question) && i < order.At.From // the whole may be asked
	dated := !order.Does(l.Delete, l.Finish, l.Mark, l.Cancel, l.Khatam)     // the prayer may be when it is to be done
	if order.Mood != clauses.Ordered || order.Negated || asked || dated {
		return false
	}
	clause := s.brokenAround(i)
	if clause.Touches(order.At) {
		return false
	}
	prayers := false
	for j := clause.From; j < clause.To; j++ {
		if s.Is(j, l.Task, l.Wala, l.It, l.If, l.Ke) || s.ID.Holds(s.Words[j].First) {
			return false
		}
		prayers = prayers || s.Is(j, l.Prayer, l.Namaz, l.Jamaat)
	}
	return prayers
}

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
