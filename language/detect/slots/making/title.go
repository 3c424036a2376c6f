package making

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Titled are in English the words by which a new task is given its name in a clause of its own, which follows them: title it X, and call it
// X.
func (s Sentence) Titled() reading.Span {
	for i := 1; i < len(s.Words) && s.Language == meaning.English; i++ {
		token := s.Words[i].First
		if s.Is(i, l.Name) && s.Is(i+1, l.Is) && s.Is(i-1, l.The) && s.Parted(i-1) && !s.Parted(i+1) && i+2 < len(s.Words) {
			return reading.Span{From: i - 1, To: i + 2} // the title is X
		}
		if !s.Forms.Calling[s.Tokens[token].Norm] || token+2 >= len(s.Tokens) || !s.Forms.Grammar.It[s.Tokens[token+1].Norm] {
			continue
		}
		begins := s.Parted(i) || s.Is(i-1, l.And, l.Then, l.Polite)
		if to := s.WordAt(token + 2); begins && to < len(s.Words) && !s.Parted(to) {
			return reading.Span{From: i, To: to}
		}
	}
	return reading.Span{}
}

// Retitled is in English where the new name of a task begins behind an order that only points at the task, for what is said before it only
// tells what is wrong: 5 should say Nana not Nani, so change it to X; it has the wrong name, make it X. It is -1 where there is none.
func (s Sentence) Retitled() int {
	from := -1
	for i, a := range s.Acts {
		if i == 0 && a.At.From == 0 || a.Urdu || a.Mood != clauses.Ordered || !a.Does(l.Change, l.Rename, l.Make) {
			continue
		}
		it := s.Words[a.At.To-1].Last + 1
		if s.Words[a.At.From].Last > s.Words[a.At.From].First {
			it = s.Words[a.At.From].Last // call it X is one word
		}
		if it+1 >= len(s.Tokens) || !s.Forms.Grammar.It[s.Tokens[it].Norm] {
			continue
		}
		to := s.WordAt(it + 1)
		for s.Is(to, l.To, l.As) || s.Forms.Grammar.Read[s.Norm(to)] && s.Is(to-1, l.To) {
			to++
		}
		if to < len(s.Words) && !s.Parted(to) && !s.TimeHolds(to) && !s.states(to) {
			from = to
		}
	}
	return from
}

// states says whether a word tells what else a task is to have than a name: high priority, done, weekly, a task for work.
func (s Sentence) states(i int) bool {
	for s.Is(i, l.Any, l.The) || s.Forms.Strengtheners[s.Norm(i)] {
		i++
	}
	return s.Is(i, l.High, l.Low, l.Medium, l.Priority, l.Category, l.Completed, l.Pending, l.Recur, l.Task, l.Link)
}

// UpToOrder takes off the end of a new name in English another order that is given for the task: rename it to swimming, and move it to
// Friday.
func (s Sentence) UpToOrder(name reading.Span) reading.Span {
	for _, a := range s.Acts {
		from := a.At.From
		if a.Mood != clauses.Ordered || from <= name.From || from >= name.To || name.From < 0 || !s.pointsAtIt(from) {
			continue
		}
		if s.Is(from-1, l.And, l.Then, l.Also) && from-1 > name.From {
			from--
		} else if !s.Parted(from) {
			continue
		}
		return reading.Span{From: name.From, To: from}
	}
	return name
}

// pointsAtIt says whether "it" stands behind a verb of English, or in one word with it.
func (s Sentence) pointsAtIt(verb int) bool {
	token := s.Words[verb].First + 1
	return token < len(s.Tokens) && s.Forms.Grammar.It[s.Tokens[token].Norm]
}

// OnlyTime says whether words tell nothing but a time: the blood test task needs to say 11th March.
func (s Sentence) OnlyTime(r reading.Span) bool {
	for i := r.From; i < r.To; i++ {
		if !s.TimeHolds(i) {
			return false
		}
	}
	return true
}
