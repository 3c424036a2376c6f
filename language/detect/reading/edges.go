package reading

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/script"
)

// Closing says whether only courtesies and additions follow.
func (s *Reading) Closing(i int) bool {
	for ; i < len(s.Words); i++ {
		if s.Parted(i) {
			return true
		}
		if !s.Is(i, l.Filler, l.Polite, l.Is, l.Not) && s.TimeAt(s.Words[i].First) == nil {
			return false
		}
	}
	return true
}

// Last says whether only courtesies and times follow in the whole sentence.
func (s *Reading) Last(i int) bool {
	for ; i < len(s.Words); i++ {
		if !s.Is(i, l.Filler, l.Polite, l.Is, l.List, l.In) && s.TimeAt(s.Words[i].First) == nil {
			return false
		}
	}
	return true
}

// EndsHere says whether a clause ends before a word, but for "hai" and the like.
func (s *Reading) EndsHere(i int) bool {
	for s.Is(i, l.Is, l.Filler) && !s.Parted(i) {
		i++
	}
	return s.Parted(i) || s.Is(i, l.And, l.Then, l.But)
}

// Follows says whether what follows a number lets it be that of a task: the end, another one, the deed.
func (s *Reading) Follows(i int) bool {
	return s.EndsHere(i) ||
		s.Is(i, l.Ko, l.Is, l.Wala, l.Task, l.As, l.To, l.Delete, l.Finish, l.Completed, l.Mark, l.Change, l.Move, l.Cancel, l.Khatam)
}

// PartedBetween says whether a clause ends from one word to another.
func (s *Reading) PartedBetween(from, to int) bool {
	for j := from + 1; j <= to; j++ {
		if s.Parted(j) {
			return true
		}
	}
	return false
}

// OnlyTime says whether nothing but a time stands from a word to the end of the sentence.
func (s *Reading) OnlyTime(i int) bool {
	if i < 0 || i >= len(s.Words) {
		return false
	}
	e := s.TimeAt(s.Words[i].First)
	return e != nil && e.Time() && s.EndsHere(s.WordAt(e.To)) && s.Last(s.WordAt(e.To))
}

// Quoted finds the first words in quotation marks that are all left.
func (s *Reading) Quoted(left func(word int) bool) Span {
	for i := range s.Words {
		if !s.Before(i).Has(text.Quote) || !left(i) || s.bracketed(i) {
			continue
		}
		for j := i; j < len(s.Words) && left(j); j++ {
			if s.After(j).Has(text.Quote) {
				return Span{From: i, To: j + 1}
			}
		}
	}
	return Span{}
}

// bracketed says whether a bracket opens before a word, in which more is said of what stands before it: buy dates (the fruit).
func (s *Reading) bracketed(i int) bool {
	first := s.Words[i].First
	return first > 0 && strings.ContainsAny(s.Original[s.Tokens[first-1].End:s.Tokens[first].Start], "([")
}

// Contracted says whether a token is someone and a verb in one: we're, I'll.
func (s *Reading) Contracted(token int) bool {
	const letters = 2 // behind the apostrophe
	t := s.Tokens[token]
	typed := []rune(s.Original[t.Start:t.End])
	at := len(typed) - letters - 1
	return at > 0 && script.IsApostrophe(typed[at])
}

// Shortened says whether a word of English is a thing and "is" or "has" in one: the part's.
func (s *Reading) Shortened(i int) bool {
	typed := []rune(s.Original[s.Tokens[s.Words[i].Last].Start:s.Tokens[s.Words[i].Last].End])
	last := len(typed) - 1
	return last > 1 && (typed[last] == 's' || typed[last] == 'S') && script.IsApostrophe(typed[last-1])
}

// Past is the first word from one on that stands for none of these.
func (s *Reading) Past(i int, of ...l.Concept) int {
	for s.Is(i, of...) {
		i++
	}
	return i
}
