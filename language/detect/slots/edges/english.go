package edges

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// PastObligation is where in English a title begins behind the words that say that I must do it, wherever they stand: listen I need to
// ring mum. It is r.From where there are none, or where it is told or asked of another: ask mum if I need to.
func (s Sentence) PastObligation(r reading.Span) int {
	if s.Language != meaning.English {
		return r.From
	}
	from := r.From
	if s.Is(from-1, l.Me) && !s.Parted(from) {
		from-- // I said I would
	}
	for i := from; i < r.To-1; i++ {
		if s.Forms.Obliging[s.Norm(i)] && (i > r.From || !s.Is(i, l.Ke)) { // put on there that I need to
			return r.From
		}
		if s.Is(i, l.Forget) && s.Forms.Grammar.To[s.Norm(i+1)] && i+2 < r.To {
			return i + 2 // I fear I may forget to
		}
		if n := s.Forms.Obligations.At(s.Tokens, s.Words[i].First); n > 0 {
			if to := s.WordAt(s.Words[i].First + n); to < r.To && s.Words[to].First == s.Words[i].First+n {
				return to
			}
			return r.From
		}
	}
	return r.From
}
