package edges

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Naming finds in Urdu the words by which a new task is given its name, which follows them: naam rakho X, us ka naam ho X, naam dein X.
// It is empty where there are none.
func (s Sentence) Naming() reading.Span {
	name := s.Find(l.Name)
	if name < 0 || s.Language == meaning.English {
		return reading.Span{}
	}
	to := s.pastNamingVerb(name + 1)
	if to <= name+1 || to >= len(s.Words) || s.Parted(name+1) {
		return reading.Span{}
	}
	from := name
	if !s.Parted(from) && s.Is(from-1, l.Ka) && s.Forms.Relatives[s.Norm(from-2)] {
		from -= 2 // jis ka naam
	}
	for from > 0 && !s.Parted(from) && s.Is(from-1, l.It, l.And) {
		from--
	}
	return reading.Span{From: from, To: to}
}

// pastNamingVerb returns where words end that begin at one, and say that a name is given.
func (s Sentence) pastNamingVerb(i int) int {
	for _, a := range s.Acts {
		if a.At.From == i && a.Does(l.Put) {
			return a.At.To
		}
	}
	switch {
	case s.Is(i, l.Ho) && s.Is(i+1, l.Want):
		return i + 2 // naam hona chahiye
	case s.Is(i, l.Ho) && s.Is(i, l.Stem), s.Is(i, l.De) && s.Is(i, l.Imp):
		return i + 1
	}
	return i
}
