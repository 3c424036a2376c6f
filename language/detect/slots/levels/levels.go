// Package levels finds in a sentence how urgent it says that something is.
package levels

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/slots/edges"
	"github.com/salaatflow/platform/language/detect/text"
)

// Sentence is a sentence in which levels of priority are found.
type Sentence struct{ *clauses.Clauses }

// Clause finds the clause around a word if it says nothing else; from is -1 if it does.
func (s Sentence) Clause(i int) (from, to int) {
	from, to = s.Strengthened(i), i+1
	if s.Before(from).Has(text.Quote) && s.After(i).Has(text.Quote) {
		return from, to // descale kettle (low)
	}
	ended := false
	for !s.Parted(from) && s.leadsToLevel(from-1) {
		if ended = s.Is(from-1, l.Is) && s.Is(from-2, l.Inf); ended {
			break // passport banwana hai, urgent
		}
		from = s.Strengthened(from - 1)
	}
	for !s.Parted(to) && !s.makesAt(to) && s.Is(to, l.Task, l.Is, l.Filler, l.High, l.Put, l.Kar, l.Polite) {
		to++
	}
	begins := ended || s.Parted(from) || s.madeBefore(from) || s.joinsLevel(from-1) || s.Is(from, l.As) && s.Language == meaning.English
	ends := s.Parted(to) || s.makesAt(to) || s.Is(to, l.And) || edges.Sentence{Clauses: s.Clauses}.EndsInIs(to)
	if !begins || !ends {
		return -1, -1
	}
	return from, to
}

// SetsTo says whether an order to set something follows a priority: low kar do, high pe rakho.
func (s Sentence) SetsTo(i int) bool {
	next := i + 1
	if s.Is(next, l.On, l.In) && s.Words[next].Languages&l.English == 0 && !s.Parted(next) {
		next++
	}
	return s.Is(next, l.Kar, l.Put) && !s.Parted(next)
}

// makesAt says whether the order begins with a word by which in Urdu a task is made: urgent hai likh lo.
func (s Sentence) makesAt(i int) bool { return s.noting() && s.Acts[s.Main].At.From == i }

// madeBefore says whether that order ends before a word: likh lo zaroori hai.
func (s Sentence) madeBefore(i int) bool { return s.noting() && s.Acts[s.Main].At.To == i }

// noting says whether in Urdu it is ordered that something be noted or made.
func (s Sentence) noting() bool {
	return s.Main >= 0 && s.Acts[s.Main].Urdu && s.Acts[s.Main].Does(l.Create, l.Note, l.Remind, l.Make)
}

// leadsToLevel says whether a word may stand before a priority in a clause of its own: it's urgent, put it down as high.
func (s Sentence) leadsToLevel(i int) bool {
	if s.Is(i, l.It, l.This, l.Is, l.Filler, l.High, l.Polite) {
		return true
	}
	if s.Language != meaning.English {
		return false
	}
	return s.Is(i, l.As, l.Put, l.Make, l.Mark, l.Change, l.Create) || s.Is(i, l.To) && s.Is(i-1, l.It, l.This) || s.Forms.Noting[s.Norm(i)]
}

// joinsLevel says whether a clause that tells a priority follows a word: so put it low, and mark it urgent.
func (s Sentence) joinsLevel(i int) bool {
	return s.Language == meaning.English && (edges.Sentence{Clauses: s.Clauses}.JoinsClauses(i) || s.Is(i, l.And, l.Then))
}

// Strengthened is where the words begin that strengthen a word: very urgent, bohot zaroori.
func (s Sentence) Strengthened(i int) int {
	for !s.Parted(i) && s.Forms.Strengtheners[s.Norm(i-1)] {
		i--
	}
	return i
}
