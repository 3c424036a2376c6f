package edges

import (
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// PastObligation is where in English a title begins behind the words that say that I must do it, wherever they stand: listen I need to
// ring mum. It is r.From where there are none, or where it is told or asked of another: ask mum if I need to.
func (s Sentence) PastObligation(r reading.Span) int {
	if s.Language != meaning.English {
		return r.From
	}
	for i := r.From; i < r.To-1; i++ {
		if s.Forms.Obliging[s.Norm(i)] {
			return r.From
		}
		if n := s.Forms.Obligations.At(s.Tokens, s.Words[i].First); n > 0 {
			if to := s.WordAt(s.Words[i].First + n); to < r.To {
				return to
			}
			return r.From
		}
	}
	return r.From
}

// Opening are the words at the beginning of a sentence of English that only say that a task follows, before a mark: new one - buy milk.
func (s Sentence) Opening() reading.Span {
	for i := 0; i < min(3, len(s.Words)) && s.Language == meaning.English; i++ {
		n := s.Forms.Openings.At(s.Tokens, s.Words[i].First)
		if n == 0 {
			continue
		}
		to := s.WordAt(s.Words[i].First + n)
		if to >= len(s.Words) {
			break
		}
		const marks = text.Comma | text.Colon | text.Dash | text.Stop
		if gap := s.Before(to); gap.Has(marks) && gap.Has(text.Space) && s.Words[to-1].Last+1 == s.Words[to].First {
			return reading.Span{From: i, To: to}
		}
		break
	}
	return reading.Span{}
}
