package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// contrast is two numbers of tasks of which one is denied: 5 nahi 6, 6 not 5.
type contrast struct{ denied, meant numbered }

// findContrasts finds them, and parts the two as a comma would, which people leave out. What nahi denies stands before it, and what
// "not" denies after it.
func (s *reading) findContrasts() {
	for i := 1; i+1 < len(s.words); i++ {
		english := s.words[i].Languages&l.English != 0
		if !s.is(i, l.Not) || s.is(i, l.Dont) && english {
			continue
		}
		first, ok := s.numberBefore(i)
		second, follows := s.numberAfter(i)
		if !ok || !follows {
			continue
		}
		if english {
			s.part(i)
			s.contrasts = append(s.contrasts, contrast{denied: second, meant: first})
		} else {
			s.part(i + 1)
			s.contrasts = append(s.contrasts, contrast{denied: first, meant: second})
		}
	}
}

// part ends a clause before a word.
func (s *reading) part(i int) { s.Tokens[s.words[i].First].Before |= text.Comma }

// numberBefore returns what may be the number of a task and ends before a word: 5 nahi, task 5 wala nahi, 5 number nahi.
func (s *reading) numberBefore(i int) (numbered, bool) {
	const farthest = 4 // words: twenty one number wala
	for at := i - 1; at >= 0 && at >= i-farthest && !s.parted(at+1); at-- {
		if id, ok := s.taskNumber(at); ok {
			for after := s.wordAt(id.at.to); after < i; after++ {
				ok = ok && s.is(after, l.Wala, l.NumberWord, l.Ko, l.Task)
			}
			return id, ok
		}
	}
	return numbered{}, false
}

// numberAfter returns what may be the number of a task and follows a word.
func (s *reading) numberAfter(i int) (numbered, bool) {
	for i++; i < len(s.words) && !s.parted(i); i++ {
		if id, ok := s.taskNumber(i); ok {
			return id, true
		}
		if !s.is(i, l.NumberWord, l.Task) {
			break
		}
	}
	return numbered{}, false
}

// taskNumber returns the number that begins with a word and is no time.
func (s *reading) taskNumber(i int) (numbered, bool) {
	first := s.words[i].First
	number, to, ok := s.num(first)
	if e := s.timeAt(first); !ok || e != nil && e.Time() {
		return numbered{}, false
	}
	return numbered{span{first, to}, number}, true
}

// numbered is a task named by its number: the tokens that say it.
type numbered struct {
	at     span
	number int
}
