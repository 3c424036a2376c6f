package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// wantedByOthers says whether in English it is told that someone else wants a thing done: the manager wanted all tasks finished.
func (s sentence) wantedByOthers() bool {
	if s.Main < 0 || s.Language != meaning.English || s.Acts[s.Main].Mood != clauses.Told {
		return false
	}
	for i := s.Acts[s.Main].At.From - 1; i > 0 && !s.Parted(i+1); i-- {
		if s.Forms.Askers[s.Norm(i)] && !s.Is(i-1, l.Me) {
			return !s.Parted(i)
		}
	}
	return false
}
