package reading

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// findSpared finds a number of a task that is to be left as it is, and the one of the order behind it: 6 ko chhor do, 9 mukammal kar do;
// leave 4, bin 5. They are a contrast, though no word need deny.
func (s *Reading) findSpared() {
	if !s.Forms.Spared.Behind.Within(s.Tokens) && !s.Forms.Spared.Ahead.Within(s.Tokens) {
		return
	}
	for i := range s.Words {
		denied, ok := s.taskNumber(i)
		if !ok || slices.ContainsFunc(s.Contrasts, func(c Contrast) bool { return c.Meant == denied }) {
			continue
		}
		no, end := s.sparedBy(i, s.WordAt(denied.At.To))
		if end == 0 {
			continue
		}
		begin, meant := s.orderedBehind(end)
		if begin > 0 && meant.Number != denied.Number {
			s.part(begin)
			s.Contrasts = append(s.Contrasts, Contrast{Denied: denied, Meant: meant, Not: no})
		}
	}
}

// sparedBy returns the word by which a number from one word to another is left as it is, and the word behind all that; 0 for none.
func (s *Reading) sparedBy(i, after int) (no, end int) {
	for !s.Parted(after) && s.Is(after, l.Wala, l.NumberWord, l.Ko, l.Task, l.Also) {
		after++
	}
	if after < len(s.Words) && !s.Parted(after) {
		first := s.Words[after].First
		if n := s.Forms.Spared.Behind.At(s.Tokens, first); n > 0 {
			return after, s.WordAt(first + n)
		}
	}
	for s.Is(i-1, l.Task, l.NumberWord, l.The) && !s.Parted(i) {
		i--
	}
	first := s.Words[i].First
	if n := s.Forms.Spared.Ahead.EndAt(s.Tokens, first); n > 0 && !s.Parted(i) {
		return s.WordAt(first - n), after
	}
	return 0, 0
}

// orderedBehind returns the number of the order behind a word, and the word that begins it; 0 for none.
func (s *Reading) orderedBehind(from int) (begin int, meant Numbered) {
	i := s.Past(from, l.And, l.But, l.Filler, l.Polite, l.Then, l.Instead, l.Only)
	if begin = i; i >= len(s.Words) {
		return 0, meant
	}
	deed := s.Is(i, l.Delete, l.Finish, l.Mark, l.Change, l.Move, l.Cancel, l.Reopen)
	if deed {
		i++
	}
	for s.Is(i, l.Task, l.NumberWord, l.The) {
		i++
	}
	if i >= len(s.Words) || s.PartedBetween(begin, i) {
		return 0, meant
	}
	meant, ok := s.taskNumber(i)
	after := s.WordAt(meant.At.To)
	if !ok || deed && !s.Follows(after) || !deed && (s.Parted(after) || !s.namesTask(after)) {
		return 0, meant
	}
	return begin, meant
}

// partThingsApart ends a clause in English between the thing that is not meant and the one that is, where no mark does: not the eye drops
// the tablets.
func (s *Reading) partThingsApart() {
	for i := range s.Words {
		if !s.Is(i, l.Not) || s.Is(i, l.Dont) || !s.Is(i+1, l.The, l.My) || s.Words[i+1].Languages&l.English == 0 {
			continue
		}
		if i > 0 && !s.Parted(i) && !s.Is(i-1, l.No, l.Filler, l.But, l.Sorry) {
			continue
		}
		const farthest = 5 // words: not the blood pressure tablets
		for j := i + 3; j < min(len(s.Words), i+2+farthest) && !s.Parted(j); j++ {
			if s.Norm(j) == s.Norm(i+1) {
				if s.Bare(j-1) || s.Is(j-1, l.Foreign, l.Someone, l.CatName, l.Detail, l.Task, l.Delete) || s.Forms.Grammar.One[s.Norm(j-1)] {
					s.part(j)
					s.partTold(j + 2)
				}
				break
			}
		}
	}
}

// partTold ends a clause before who tells, in English, what was done to the thing before: the tablets I have taken those.
func (s *Reading) partTold(from int) {
	for i := from; i < len(s.Words) && !s.Parted(i); i++ {
		if s.Forms.Told.Mine[s.Norm(i)] {
			s.part(i)
			return
		}
	}
}
