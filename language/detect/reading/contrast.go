package reading

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// Contrast is two numbers of tasks of which one is denied: 5 nahi 6, 6 not 5.
type Contrast struct{ Denied, Meant Numbered }

// findContrasts finds them, and parts the two as a comma would, which people leave out. What nahi denies stands before it, and what
// "not" denies after it.
func (s *Reading) findContrasts() {
	for i := 1; i+1 < len(s.Words); i++ {
		english := s.Words[i].Languages&l.English != 0
		if !s.Is(i, l.Not) || s.Is(i, l.Dont) && english {
			continue
		}
		first, ok := s.numberBefore(i)
		second, follows := s.numberAfter(i)
		if !ok || !follows {
			continue
		}
		if english {
			s.part(i)
			s.Contrasts = append(s.Contrasts, Contrast{Denied: second, Meant: first})
		} else {
			s.part(i + 1)
			s.Contrasts = append(s.Contrasts, Contrast{Denied: first, Meant: second})
		}
	}
}

// part ends a clause before a word.
func (s *Reading) part(i int) { s.Tokens[s.Words[i].First].Before |= text.Comma }

// numberBefore returns what may be the number of a task and ends before a word: 5 nahi, task 5 wala nahi, 5 number nahi.
func (s *Reading) numberBefore(i int) (Numbered, bool) {
	const farthest = 4 // words: twenty one number wala
	for at := i - 1; at >= 0 && at >= i-farthest && !s.Parted(at+1); at-- {
		if id, ok := s.taskNumber(at); ok {
			for after := s.WordAt(id.At.To); after < i; after++ {
				ok = ok && s.Is(after, l.Wala, l.NumberWord, l.Ko, l.Task)
			}
			return id, ok
		}
	}
	return Numbered{}, false
}

// numberAfter returns what may be the number of a task and follows a word.
func (s *Reading) numberAfter(i int) (Numbered, bool) {
	for i++; i < len(s.Words) && !s.Parted(i); i++ {
		if id, ok := s.taskNumber(i); ok {
			return id, true
		}
		if !s.Is(i, l.NumberWord, l.Task) {
			break
		}
	}
	return Numbered{}, false
}

// taskNumber returns the number that begins with a word and is no time.
func (s *Reading) taskNumber(i int) (Numbered, bool) {
	first := s.Words[i].First
	number, to, ok := s.Num(first)
	if e := s.TimeAt(first); !ok || e != nil && e.Time() {
		return Numbered{}, false
	}
	return Numbered{Span{first, to}, number}, true
}

// Numbered is a task named by its number: the tokens that say it.
type Numbered struct {
	At     Span
	Number int
}
