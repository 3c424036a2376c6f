package requests

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// Relates says whether in English a word that could ask only says more of what is named before it, or names a task by what was written of
// it: the thing where I ring the water people, my neighbour who lost her keys, scrap what I said about the hamster.
func Relates(c *clauses.Clauses, i int) bool {
	s := sentence{Clauses: c}
	if s.Language != meaning.English || !s.Is(i, l.What, l.Where, l.Who, l.When, l.Which) || s.After(len(s.Words)-1).Has(text.Question) {
		return false
	}
	first := s.Words[i].First
	if s.Is(i, l.What) {
		return s.Forms.Requests.Written.At(s.Tokens, first) > 0 || s.Forms.Requests.ToDo.At(s.Tokens, first) > 0 && s.Is(i-1, l.To, l.On)
	}
	if i == 0 || s.Parted(i) {
		return false
	}
	subject := s.Is(i+1, l.Me) || s.Forms.Joints.Doers[s.Norm(i+1)]
	if s.Is(i-1, l.One) && !s.Is(i-1, l.Which, l.Me) || s.Forms.Things[s.Norm(i-1)] {
		return s.Is(i, l.Where, l.When, l.Which) && subject && !s.BeginsToAsk(0)
	}
	return (s.Is(i, l.Who) && !s.Is(i+1, l.Is, l.Can) || s.Is(i, l.Which) && subject) && s.describes(i)
}

// describes says whether what is named before a word is told, and nobody is asked or told something: my neighbour Shakila who.
func (s sentence) describes(i int) bool {
	const most = 4 // words of the name, and what stands before it
	named := false
	for j := i - 1; j >= 0 && !s.Parted(j+1); j-- {
		norm := s.Norm(j)
		asks := s.Forms.Embeds[norm] && !s.Is(j, l.Is) || s.Forms.Askers[norm]
		if asks || s.Is(j, l.Tell, l.Question, l.Show, l.Find, l.Who, l.Not) || s.Forms.Unmeant.Says[norm] {
			return false
		}
		named = named || i-j <= most && j < i-1 && s.Is(j, l.The, l.My, l.Any, l.This)
	}
	return named && s.Bare(i-1)
}
