package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// byAnother says whether the deed is what someone else will do: secretary file delete kar de ga.
func (s sentence) byAnother() bool {
	if s.Main < 0 || s.Language == meaning.English {
		return false
	}
	at := s.Acts[s.Main].At
	first, last := s.Words[at.From].First, min(s.Words[at.To-1].Last+1, len(s.Tokens)-1)
	for i := first; i <= last; i++ {
		norm := s.Tokens[i].Norm
		if s.Forms.ThirdFuture[norm] || i > first && s.Forms.FutureSingular[norm] && s.Forms.ThirdPerson[s.Tokens[i-1].Norm] {
			return true
		}
	}
	return false
}

// wantedByThem says whether in English it is told what someone else wanted done: the manager wanted all the tasks finished.
func (s sentence) wantedByThem(a clauses.Act) bool {
	if a.Urdu || s.Language != meaning.English {
		return false
	}
	for i := a.At.From - 1; i > 0 && !s.Parted(i+1); i-- {
		if s.Forms.Unmeant.Wanted[s.Norm(i)] {
			return !s.Is(i-1, l.Me, l.You, l.To) && !s.Parted(i)
		}
	}
	return false
}
