package reading

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// Contrast is two numbers of tasks of which one is denied: 5 nahi 6, 6 not 5.
type Contrast struct {
	Denied, Meant Numbered
	Not           int // the word that denies
}

// findContrasts finds them, and parts the two as a comma would, which people leave out. What nahi denies stands before it, and what
// "not" denies after it.
func (s *Reading) findContrasts() {
	for i := 1; i+1 < len(s.Words); i++ {
		english := s.Words[i].Languages&l.English != 0
		if !s.Is(i, l.Not) || s.Is(i, l.Dont) && english || s.deniesDay(i) {
			continue
		}
		first, ok := s.numberBefore(i)
		second, follows := s.numberAfter(i)
		if !ok || !follows {
			continue
		}
		if english {
			s.part(i)
			s.Contrasts = append(s.Contrasts, Contrast{Denied: second, Meant: first, Not: i})
		} else {
			s.part(i + 1)
			s.Contrasts = append(s.Contrasts, Contrast{Denied: first, Meant: second, Not: i})
		}
	}
}

// part ends a clause before a word.
func (s *Reading) part(i int) { s.Tokens[s.Words[i].First].Before |= text.Comma }

// numberBefore returns what may be the number of a task and ends before a word: 5 nahi, task 5 wala nahi, 5 number nahi.
func (s *Reading) numberBefore(i int) (Numbered, bool) {
	const farthest = 4 // words: twenty one number wala
	for at := i - 1; at >= 0 && at >= i-farthest && (!s.Parted(at+1) || at == i-1 && s.turnsBack(i)); at-- {
		if id, ok := s.taskNumber(at); ok {
			for after := s.WordAt(id.At.To); after < i; after++ {
				ok = ok && s.Is(after, l.Wala, l.NumberWord, l.Ko, l.Task)
			}
			return id, ok
		}
	}
	return Numbered{}, false
}

// turnsBack says whether behind a number a no begins a clause anew that at once names another: task 4.. nahi 14.. mita dena.
func (s *Reading) turnsBack(not int) bool {
	_, before := s.taskNumber(not - 1)
	meant, behind := s.taskNumber(not + 1)
	return before && behind && s.Words[not].Languages&l.English == 0 && s.Parted(s.WordAt(meant.At.To))
}

// numberAfter returns what may be the number of a task and follows a word that denies one. In Urdu a comma may stand between them, and
// how someone is called: 5 nahi beta, 6 hata do. Behind a comma the number must end there, or a deed follow.
func (s *Reading) numberAfter(not int) (Numbered, bool) {
	english, comma := s.Words[not].Languages&l.English != 0, false
	for i := not + 1; i < len(s.Words); i++ {
		if s.Parted(i) {
			if english || comma || !s.Before(i).Has(text.Comma) || s.Before(i).Has(text.Stop|text.Question) {
				return Numbered{}, false
			}
			comma = true
		}
		if id, ok := s.taskNumber(i); ok {
			return id, !comma || s.namesTask(s.WordAt(id.At.To))
		}
		if !s.Is(i, l.NumberWord, l.Task) && (english || !s.Is(i, l.Filler, l.Polite, l.Sorry)) {
			break
		}
	}
	return Numbered{}, false
}

// namesTask says whether what follows a number lets it be that of a task.
func (s *Reading) namesTask(after int) bool { return s.Follows(after) || s.Is(after, l.NumberWord) }

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
