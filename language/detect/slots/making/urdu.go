package making

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// inUrdu returns the acts of a sentence of Urdu with all their words, and which of them makes the task: kahin bhool na jaun likh lena.
func (s Sentence) inUrdu(main int) (acts []clauses.Act, order int) {
	acts = s.Acts
	for i, a := range acts {
		if s.Is(a.At.From, l.Forget) && s.Forms.Lest[s.Norm(a.At.To)] && !s.Parted(a.At.To) {
			acts = slices.Clone(acts)
			acts[i].At.To++
		}
	}
	if main > 0 && acts[main].Does(l.Kar) && s.Is(acts[main].At.From, l.Inf) && s.EndsHere(acts[main].At.To) {
		return acts, 0
	}
	return acts, main
}
