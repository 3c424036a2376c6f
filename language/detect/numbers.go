package detect

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// settleNumbers chooses among several numbers of tasks the one that is meant: not one that is to be left as it is, and
// rather one beside the deed. Where more than one is left, the sentence wants two things.
func (s *clauseReading) settleNumbers() {
	s.settleContrasts()
	if s.main < 0 || len(s.ids) == 0 {
		return
	}
	if s.besideDeed(); len(s.ids) == 1 {
		s.joined()
	}
	slices.SortFunc(s.ids, func(a, b numbered) int { return a.at.from - b.at.from })
	if !slices.ContainsFunc(s.ids, func(id numbered) bool { return id.number != s.ids[0].number }) {
		return
	}
	corrected := s.corrected()
	left := slices.DeleteFunc(slices.Clone(s.ids), func(id numbered) bool { return id.at.from < corrected || s.spared(id) })
	if len(left) == 0 {
		return
	}
	chosen := left[0]
	for _, id := range left {
		if s.sameClause(s.wordAt(id.at.from), s.acts[s.main].at.from) {
			chosen = id
			break
		}
	}
	s.id, s.number = chosen.at, chosen.number
	for _, id := range left {
		if !slices.Contains(s.numbers, id.number) {
			s.numbers = append(s.numbers, id.number)
		}
	}
}

// corrected is the token from which on a task is named anew: delete 6, sorry, I meant 7. It is 0 where none is.
func (s *clauseReading) corrected() int {
	for i := s.wordAt(s.ids[len(s.ids)-1].at.from); i > 0; i-- {
		if s.is(i, l.Sorry) || s.is(i, l.No) && s.parted(i) && s.parted(i+1) {
			return s.words[i].First
		}
	}
	return 0
}

// joined adds the numbers that follow one with "and" or a comma: tasks 2, 3 and 4.
func (s *clauseReading) joined() {
	for i := s.wordAt(s.ids[0].at.to); i < len(s.words); {
		before := i
		for s.is(i, l.And) || s.is(i, l.Task, l.NumberWord) && (i > before || s.before(i).Ends()) {
			i++
		}
		if i >= len(s.words) || i == before && !s.before(i).Ends() {
			return
		}
		number, to, ok := s.num(s.words[i].First)
		after := s.wordAt(to)
		if e := s.timeAt(s.words[i].First); !ok || s.timeHolds(i) && (e == nil || e.Time()) || s.counts(after) || !s.follows(after) {
			return
		}
		s.ids = append(s.ids, numbered{span{s.words[i].First, to}, number})
		i = after
	}
}

// besideDeed adds a number right after the deed where the only task that is named stands in another clause: leave task 3
// alone, delete 4.
func (s *clauseReading) besideDeed() {
	i := s.acts[s.main].at.to
	if len(s.ids) != 1 || i >= len(s.words) || s.parted(i) || s.sameClause(s.wordAt(s.ids[0].at.from), i) {
		return
	}
	number, to, ok := s.num(s.words[i].First)
	if e := s.timeAt(s.words[i].First); ok && (e == nil || !e.Time()) && s.endsHere(s.wordAt(to)) {
		s.ids = append(s.ids, numbered{span{s.words[i].First, to}, number})
	}
}

// breaks says whether a clause begins with a word.
func (s *clauseReading) breaks(i int) bool {
	return s.parted(i) || s.is(i, l.And, l.But, l.Then) && !s.is(i, l.Instead)
}

// sameClause says whether no clause begins between two words.
func (s *clauseReading) sameClause(i, j int) bool {
	for k := min(i, j) + 1; k <= max(i, j); k++ {
		if s.breaks(k) {
			return false
		}
	}
	return true
}

// spared says whether a task is named as one that is to be left as it is, or in place of which another is meant: not task
// 3, task 3 nahi, don't delete task 3, leave task 3, task 3 ki jagah.
func (s *clauseReading) spared(id numbered) bool {
	first, next := s.wordAt(id.at.from), s.wordAt(id.at.to)
	for s.is(first-1, l.Task, l.NumberWord, l.The, l.My) && !s.parted(first) {
		first--
	}
	for s.is(next, l.Task, l.NumberWord, l.Wala, l.Ko) && !s.parted(next) {
		next++
	}
	if !s.parted(next) && s.is(next, l.Not, l.No, l.Drop, l.Instead) && !s.is(next, l.And) || s.numberDenied(first-1) {
		return true
	}
	if s.sameClause(first, s.acts[s.main].at.from) {
		return false
	}
	for i := first - 1; i >= 0 && s.sameClause(i, first); i-- {
		if s.keeps(i) {
			return true
		}
	}
	for i := next; i < len(s.words) && !s.breaks(i); i++ {
		if s.keeps(i) {
			return true
		}
	}
	return false
}

// keeps says whether a word says that a thing is left as it is.
func (s *clauseReading) keeps(i int) bool {
	return s.is(i, l.Not, l.Drop) || s.forms.Keep[s.norm(i)]
}

// numberDenied says whether a word denies the number behind it: not 5, instead of 5.
func (s *clauseReading) numberDenied(before int) bool {
	return s.is(before, l.Instead) && s.words[before].Languages&l.English != 0 || s.is(before, l.Not) && !s.parted(before+1)
}

// settleContrasts leaves out the numbers that are denied, where something is done to those that are meant.
func (s *clauseReading) settleContrasts() {
	if s.main < 0 || !s.acts[s.main].does(taskDeeds...) {
		return
	}
	for _, c := range s.contrasts {
		s.ids = slices.DeleteFunc(s.ids, func(id numbered) bool { return id.at == c.denied.at })
		if !slices.ContainsFunc(s.ids, func(id numbered) bool { return id.at == c.meant.at }) {
			s.ids = append(s.ids, c.meant)
		}
		s.id, s.number = c.meant.at, c.meant.number
	}
}
