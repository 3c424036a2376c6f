package clauses

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/when"
)

// settleNumbers chooses among several numbers of tasks the one that is meant: not one that is to be left as it is, and
// rather one beside the deed. Where more than one is left, the sentence wants two things.
func (s *Clauses) settleNumbers() {
	s.settleContrasts()
	if s.Main < 0 || len(s.IDs) == 0 {
		return
	}
	s.saidAnew()
	if s.besideDeed(); len(s.IDs) == 1 {
		s.joined()
	}
	slices.SortFunc(s.IDs, func(a, b reading.Numbered) int { return a.At.From - b.At.From })
	if !slices.ContainsFunc(s.IDs, func(id reading.Numbered) bool { return id.Number != s.IDs[0].Number }) {
		return
	}
	corrected := s.Corrected()
	left := slices.DeleteFunc(slices.Clone(s.IDs), func(id reading.Numbered) bool { return id.At.From < corrected || s.Spared(id) })
	if len(left) == 0 {
		return
	}
	chosen := left[0]
	for _, id := range left {
		if s.SameClause(s.WordAt(id.At.From), s.Acts[s.Main].At.From) {
			chosen = id
			break
		}
	}
	s.ID, s.Number = chosen.At, chosen.Number
	for _, id := range left {
		if !slices.Contains(s.Numbers, id.Number) {
			s.Numbers = append(s.Numbers, id.Number)
		}
	}
}

// Corrected is the token from which on a task is named anew: delete 6, sorry, I meant 7. It is 0 where none is.
func (s *Clauses) Corrected() int {
	last := s.IDs[len(s.IDs)-1].At.From
	for i := len(s.Corrections) - 1; i >= 0; i-- {
		if at := s.Corrections[i].At; at.To <= last && at.From > s.IDs[0].At.From {
			return at.From
		}
	}
	for i := s.WordAt(last); i > 0; i-- {
		if s.Is(i, l.Sorry) || s.Is(i, l.No) && s.Parted(i) && s.Parted(i+1) {
			return s.Words[i].First
		}
	}
	return 0
}

// joined adds the numbers that follow one with "and" or a comma: tasks 2, 3 and 4.
func (s *Clauses) joined() {
	for i := s.WordAt(s.IDs[0].At.To); i < len(s.Words); {
		before := i
		for s.Is(i, l.And) || s.Is(i, l.Task, l.NumberWord) && (i > before || s.Before(i).Ends()) {
			i++
		}
		if i >= len(s.Words) || i == before && !s.Before(i).Ends() {
			return
		}
		number, to, ok := s.Num(s.Words[i].First)
		after := s.WordAt(to)
		if e := s.TimeAt(s.Words[i].First); !ok || s.TimeHolds(i) && (e == nil || e.Time()) || s.Counts(after) || !s.Follows(after) {
			return
		}
		s.IDs = append(s.IDs, reading.Numbered{At: reading.Span{From: s.Words[i].First, To: to}, Number: number})
		i = after
	}
}

// saidAnew adds a number by which in English the task is named anew: delete task 12, I mean 13.
func (s *Clauses) saidAnew() {
	if s.Language != meaning.English {
		return
	}
	last := s.IDs[len(s.IDs)-1].At.To
	for token := last; token < len(s.Tokens); token++ {
		length := s.ClauseWords.Corrections.At(s.Tokens, token)
		if length == 0 {
			continue
		}
		i := s.WordAt(token + length)
		for s.Is(i, l.Task, l.NumberWord, l.Sorry, l.Filler) {
			i++
		}
		if i >= len(s.Words) || !s.plainNumber(i) {
			return
		}
		number, to, _ := s.Num(s.Words[i].First)
		if s.EndsHere(s.WordAt(to)) {
			s.IDs = append(s.IDs, reading.Numbered{At: reading.Span{From: s.Words[i].First, To: to}, Number: number})
		}
		return
	}
}

// besideDeed adds a number right after the deed where the only task that is named stands in another clause: leave task 3
// alone, delete 4.
func (s *Clauses) besideDeed() {
	if s.beforeDeed() {
		return
	}
	i := s.Acts[s.Main].At.To
	if len(s.IDs) != 1 || i >= len(s.Words) || s.Parted(i) || s.SameClause(s.WordAt(s.IDs[0].At.From), i) {
		return
	}
	number, to, ok := s.Num(s.Words[i].First)
	if e := s.TimeAt(s.Words[i].First); ok && (e == nil || !e.Time()) && s.EndsHere(s.WordAt(to)) {
		s.IDs = append(s.IDs, reading.Numbered{At: reading.Span{From: s.Words[i].First, To: to}, Number: number})
	}
}

// beforeDeed adds a number of which the deed is told, where the only task that is named stands in another clause: not three, thirteen is
// done.
func (s *Clauses) beforeDeed() bool {
	a := s.Acts[s.Main]
	if len(s.IDs) != 1 || !a.Does(taskDeeds...) || s.SameClause(s.WordAt(s.IDs[0].At.From), a.At.From) {
		return false
	}
	for i := max(0, a.At.From-4); i < a.At.From; i++ {
		number, to, ok := s.Num(s.Words[i].First)
		if ok && !s.IDs[0].At.Holds(s.Words[i].First) && s.subjectOf(i, s.WordAt(to), a) {
			s.IDs = append(s.IDs, reading.Numbered{At: reading.Span{From: s.Words[i].First, To: to}, Number: number})
			return true
		}
	}
	return false
}

// Breaks says whether a clause begins with a word.
func (s *Clauses) Breaks(i int) bool {
	return s.Parted(i) || s.Is(i, l.And, l.But, l.Then) && !s.Is(i, l.Instead)
}

// SameClause says whether no clause begins between two words.
func (s *Clauses) SameClause(i, j int) bool {
	for k := min(i, j) + 1; k <= max(i, j); k++ {
		if s.Breaks(k) {
			return false
		}
	}
	return true
}

// Spared says whether a task is named as one that is to be left as it is, or in place of which another is meant: not task
// 3, task 3 nahi, don't delete task 3, leave task 3, task 3 ki jagah.
func (s *Clauses) Spared(id reading.Numbered) bool {
	first, next := s.WordAt(id.At.From), s.WordAt(id.At.To)
	for s.Is(first-1, l.Task, l.NumberWord, l.The, l.My) && !s.Parted(first) {
		first--
	}
	for s.Is(next, l.Task, l.NumberWord, l.Wala, l.Ko) && !s.Parted(next) {
		next++
	}
	if !s.Parted(next) && s.Is(next, l.Not, l.No, l.Drop, l.Instead) && !s.Is(next, l.And) || s.numberDenied(first-1) {
		return true
	}
	if s.SameClause(first, s.Acts[s.Main].At.From) {
		return false
	}
	for i := first - 1; i >= 0 && s.SameClause(i, first); i-- {
		if (s.Keeps(i) || s.undone(i)) && !s.Corrects(i) { // 3 mita do.. nahi sorry 4 wala
			return true
		}
	}
	for i := next; i < len(s.Words) && !s.Breaks(i); i++ {
		if s.Keeps(i) || s.undone(i) {
			return true
		}
	}
	return false
}

// undone says whether a word says that a thing is yet to be done, where another is marked as done: I haven't done 3, 15 abhi baqi hai.
func (s *Clauses) undone(i int) bool {
	return s.Is(i, l.Pending) && s.Is(i, l.State) && s.Acts[s.Main].Does(l.Finish, l.Mark, l.Ho, l.Kar) && !s.Acts[s.Main].At.Holds(i-1)
}

// Keeps says whether a word says that a thing is left as it is.
func (s *Clauses) Keeps(i int) bool {
	return s.Is(i, l.Not, l.Drop) || s.Forms.Keep[s.Norm(i)]
}

// numberDenied says whether a word denies the number behind it: not 5, instead of 5.
func (s *Clauses) numberDenied(before int) bool {
	return s.Is(before, l.Instead) && s.Words[before].Languages&l.English != 0 || s.Is(before, l.Not) && !s.Parted(before+1)
}

// settleContrasts leaves out the numbers that are denied, where something is done to those that are meant.
func (s *Clauses) settleContrasts() {
	if s.Main < 0 || !s.Acts[s.Main].Does(taskDeeds...) && !s.Acts[s.Main].Does(l.Kar) {
		return
	}
	for _, c := range s.Contrasts {
		s.IDs = slices.DeleteFunc(s.IDs, func(id reading.Numbered) bool {
			return id.At.From <= c.Denied.At.From && id.Number == c.Denied.Number
		})
		if !slices.ContainsFunc(s.IDs, func(id reading.Numbered) bool { return id.At == c.Meant.At }) {
			s.IDs = append(s.IDs, c.Meant)
		}
		s.ID, s.Number = c.Meant.At, c.Meant.Number
	}
}

// Capped says whether English says of a number that there are to be no more: max 5, three at most.
func (s *Clauses) Capped(e when.Expression) bool {
	return s.Forms.Capping.Behind.At(s.Tokens, e.To) > 0 || s.Forms.Capping.Before.EndAt(s.Tokens, e.From) > 0
}
