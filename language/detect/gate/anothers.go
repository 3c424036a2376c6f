package gate

import "github.com/salaatflow/platform/language/detect/meaning"

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
