package gate

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/gate/requests"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// cleft says whether in English a word that could ask begins what is wanted (what I really need is a reminder), or says more of what was
// told before it (moved to Sunday, which is fine).
func (s sentence) cleft(i int) bool {
	if s.Language != meaning.English {
		return false
	}
	if s.Is(i, l.Which) {
		return i > 0 && s.Before(i).Has(text.Comma) && s.Is(i+1, l.Is, l.Me) || requests.Relates(s.Clauses, i)
	}
	const most = 5 // words: what I actually wanted was
	for j := i + 2; s.Is(i, l.What) && s.Is(i+1, l.Me) && j < min(i+most, len(s.Words)-2); j++ {
		if s.Is(j, l.Want) || s.Forms.Unmeant.Wanted[s.Norm(j)] {
			return s.Is(j+1, l.Is) && s.Is(j+2, l.Any, l.The)
		}
	}
	return requests.Relates(s.Clauses, i)
}

// asksForOne says whether one is asked politely to make a task by a verb that could be told.
func (s sentence) asksForOne(intent meaning.Intent) bool {
	return intent == meaning.CreateTask && slices.ContainsFunc(s.Acts, s.asked)
}
