package edges

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// TellsPast says whether a word of English tells what was done.
func (s Sentence) TellsPast(i int) bool {
	norm, told := s.Norm(i), &s.Forms.Told
	return told.Past[norm] || s.Bare(i) && told.PastEndings.End(norm) && !told.NotPast[norm]
}

// BeforeParticle takes off the end of a run of English what only says how it is moved: bump the rent up, move the fitting there.
func (s Sentence) BeforeParticle(r reading.Span) reading.Span {
	for s.Language == meaning.English && r.To-1 > r.From && (s.Forms.Directions[s.Norm(r.To-1)] || s.Is(r.To-1, l.There, l.Under)) {
		r.To--
	}
	return r
}
