package detect

// byAnother says whether the deed is what someone else will do: secretary file delete kar de ga.
func (s gateSentence) byAnother() bool {
	if s.main < 0 || s.language == English {
		return false
	}
	at := s.acts[s.main].at
	first, last := s.words[at.from].First, min(s.words[at.to-1].Last+1, len(s.Tokens)-1)
	for i := first; i <= last; i++ {
		norm := s.Tokens[i].Norm
		if s.forms.ThirdFuture[norm] || i > first && s.forms.FutureSingular[norm] && s.forms.ThirdPerson[s.Tokens[i-1].Norm] {
			return true
		}
	}
	return false
}
