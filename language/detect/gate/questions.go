package gate

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// polite says whether the one spoken to is asked to do something: can you, sakte ho, kar doge.
func (s sentence) polite() bool {
	if s.Has(l.You) && s.Has(l.Fut) && s.Language != meaning.English {
		return true // kya aap … lagaenge
	}
	if s.AsksToBeMade() {
		return true
	}
	for i := range s.Words {
		if s.Is(i-1, l.Imp) && s.Forms.Future[s.Tokens[s.Words[i].First].Norm] && s.AsksYou(i-1) {
			return true // hatao ge
		}
		if !s.Is(i, l.Can) {
			continue
		}
		if s.Is(i, l.You) || s.Is(i+1, l.You) || s.Is(i, l.Light) && !s.Is(i+1, l.Is) {
			return true
		}
		if s.Is(i+1, l.Is) && !s.Forms.FirstPerson[s.Norm(i+1)] {
			return true
		}
	}
	return false
}
