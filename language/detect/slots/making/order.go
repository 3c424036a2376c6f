package making

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// Ordered returns the acts of a sentence and the one that makes the task.
func (s Sentence) Ordered() (acts []clauses.Act, main int) {
	main = s.First()
	if s.Language != meaning.English {
		return s.inUrdu(main)
	}
	if main >= 0 {
		acts = slices.Clone(s.Acts)
		acts[main].Is = s.Words[acts[main].At.From].Concepts // put down bring the kettle back
		return acts, main
	}
	return s.Acts, main
}
