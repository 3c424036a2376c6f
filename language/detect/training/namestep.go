package training

import (
	"math"

	"github.com/salaatflow/platform/language/detect/naming"
	"github.com/salaatflow/platform/language/detect/reading"
)

// soften keeps the first steps from being too wide.
const soften = 1e-2

// atNames are numbers for names that begin at each word, for those that end at it, and for those that hold it.
type atNames struct {
	begins, ends, within []float64
	none                 float64 // for there to be none
}

func newAtNames(tokens int) atNames {
	return atNames{begins: make([]float64, tokens), ends: make([]float64, tokens), within: make([]float64, tokens)}
}

// of returns the number that stands at a place of a name to which a word of the sentence belongs; nil beyond the sentence.
func (a *atNames) of(t, place int) *float64 {
	to, i := a.within, t
	switch {
	case place == naming.Absent:
		return &a.none
	case place < naming.Ends-1:
		to, i = a.begins, t+naming.Begins-place
	case place < naming.Within:
		to, i = a.ends, t+naming.Ends-place
	}
	if i < 0 || i >= len(to) {
		return nil
	}
	return &to[i]
}

// step moves the weights of a sentence's features towards the names that are right. Products are rounded before they are added, so that
// every machine finds the same.
func (n *namer) step(e *named) {
	likely := n.likely(e)
	all, right := 0.0, 0.0
	for name, weight := range likely.each() {
		all += weight
		if e.right[name] {
			right += weight
		}
	}
	pull := newAtNames(len(e.rows))
	var lengths [naming.LongestName + 1]float64
	for name, weight := range likely.each() {
		gradient := weight / all
		if e.right[name] && right > 0 {
			gradient -= weight / right
		}
		lengths[name.To-name.From] += gradient
		if name.Empty() {
			pull.none = gradient
			continue
		}
		pull.begins[name.From] += gradient
		pull.ends[name.To-1] += gradient
		for t := name.From; t < name.To; t++ {
			pull.within[t] += gradient
		}
	}
	for t, rows := range e.rows {
		for place := range naming.Places {
			if gradient := pull.of(t, place); gradient != nil {
				for _, row := range rows {
					n.move(&n.rows[row][place], &n.steps[row][place], *gradient)
				}
			}
		}
	}
	for length, gradient := range lengths {
		n.move(&n.lengths[e.sentence.Kind][length], &n.moved[e.sentence.Kind][length], gradient)
	}
}

func (n *namer) move(weight, moved *float64, gradient float64) {
	gradient += float64(n.Decay * *weight)
	*moved += float64(gradient * gradient)
	*weight -= float64(n.Rate * gradient / math.Sqrt(*moved+soften))
}

// names is how likely each run of words is to be the name, but for a constant.
type names struct {
	tokens int
	weight []float64 // by first word, and by length less one
	none   float64   // that there is none; 0 where that cannot be
}

// each goes through the runs of words and their weights, the empty one first.
func (l names) each() func(yield func(reading.Span, float64) bool) {
	return func(yield func(reading.Span, float64) bool) {
		if !yield(reading.Span{}, l.none) {
			return
		}
		for from := range l.tokens {
			for to := from + 1; to <= min(l.tokens, from+naming.LongestName); to++ {
				if !yield(reading.Span{From: from, To: to}, l.weight[from*naming.LongestName+to-from-1]) {
					return
				}
			}
		}
	}
}

// likely weighs all runs of words in a sentence.
func (n *namer) likely(e *named) names {
	tokens := len(e.rows)
	says := newAtNames(tokens)
	for t, rows := range e.rows {
		for place := range naming.Places {
			if sum := says.of(t, place); sum != nil {
				for _, row := range rows {
					*sum += n.rows[row][place]
				}
			}
		}
	}
	l := names{tokens: tokens, weight: make([]float64, tokens*naming.LongestName)}
	none := math.Inf(-1)
	if e.sentence.Kind == naming.Asked {
		none = says.none + n.lengths[naming.Asked][0]
	}
	most := none
	for from := range tokens {
		held := 0.0
		for to := from + 1; to <= min(tokens, from+naming.LongestName); to++ {
			held += says.within[to-1]
			weight := says.begins[from] + says.ends[to-1] + held + n.lengths[e.sentence.Kind][to-from]
			l.weight[from*naming.LongestName+to-from-1] = weight
			most = max(most, weight)
		}
	}
	for i := range l.weight {
		l.weight[i] = math.Exp(l.weight[i] - most)
	}
	l.none = math.Exp(none - most)
	return l
}
