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

// ToldForThen says whether it is told when a thing is, and nothing more: salgirah 18 march ko hai, the appointment is on Saturday and ...
func (s Sentence) ToldForThen(r reading.Span) bool {
	if s.Language == meaning.English {
		end := r.To + 1
		for s.Is(r.To, l.Is) && !s.Parted(end) && s.TimeHolds(end) {
			end++
		}
		return end > r.To+1 && (s.EndsHere(end) || s.Is(end, l.And, l.But))
	}
	end := r.To
	for end < len(s.Words) && s.TimeHolds(end) {
		end++
	}
	return end > r.To && s.Is(end, l.Is) && s.EndsHere(end+1)
}
