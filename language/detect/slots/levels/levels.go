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
	to = s.pastLevel(to)
	begins := ended || s.mayBegin(from) || s.behindTime(from, i) || s.saysOfTask(from, i, to)
	ends := s.mayEnd(to)
	if !begins || !ends {
		return -1, -1
	}
	return from, to
}

// mayBegin says whether a clause that tells a level may begin with a word.
func (s Sentence) mayBegin(from int) bool {
	return s.Parted(from) || s.madeBefore(from) || s.joinsLevel(from-1) || s.Is(from, l.As) && s.Language == meaning.English
}

// mayEnd says whether it may end before a word.
func (s Sentence) mayEnd(to int) bool {
	if s.Parted(to) || s.makesAt(to) || s.Is(to, l.And) || s.beginsAnew(to) {
		return true
	}
	dash := s.Before(to).Has(text.Dash) && s.Before(to).Has(text.Space)
	return dash || edges.Sentence{Clauses: s.Clauses}.EndsInIs(to)
}

// pastLevel passes over what only says more of a level behind it: low one, medium's fine, zaroori hai.
func (s Sentence) pastLevel(to int) int {
	for !s.Parted(to) && !s.makesAt(to) {
		switch n := s.Forms.BehindLevels.At(s.Tokens, s.Words[to].First); {
		case n > 0 && s.Language == meaning.English:
			to = s.WordAt(s.Words[to].First + n)
		case s.Is(to, l.Task, l.Is, l.Filler, l.High, l.Put, l.Kar, l.Polite):
			to++
		default:
			return to
		}
	}
	return to
}

// beginsAnew says whether another clause of English begins with a word: make it low theres no rush.
func (s Sentence) beginsAnew(i int) bool {
	norm, joints := s.Norm(i), &s.Forms.Joints
	return s.Language == meaning.English && (joints.Always[norm] || joints.Told[norm] || joints.Doing[norm] || joints.Doers[norm] ||
		s.Is(i, l.It) && s.Is(i, l.Is))
}

// behindTime says whether in Urdu a level that is strengthened stands right behind a time, and so tells of what is due then: 10 tareekh tak
// nihayat zaroori hai.
func (s Sentence) behindTime(from, i int) bool {
	strong := from < i || s.Words[i].Last > s.Words[i].First
	return s.Language != meaning.English && strong && from > 0 && s.TimeHolds(from-1)
}

// saysOfTask says whether in Urdu words behind a thing say what a task it is: hisab bohat zaroori kaam hai.
func (s Sentence) saysOfTask(from, i, to int) bool {
	strong := from < i || s.Words[i].Last > s.Words[i].First
	return s.Language != meaning.English && strong && s.Is(i+1, l.Task) && s.Is(to-1, l.Is) && s.Parted(to)
}

// Of is the level that a word stands for, also where it is one with "is": low, medium's fine. It is empty for none.
func (s Sentence) Of(i int) string {
	if s.Is(i, l.High, l.Low, l.Medium) {
		return s.Words[i].Value
	}
	if s.Language == meaning.English {
		return s.Forms.ContractedLevels[s.Norm(i)]
	}
	return ""
}

// InOrder is the level that a word for priority has by its place among them: pehli tarjeeh, first priority. It is empty for none.
func (s Sentence) InOrder(i int) string {
	if !s.Is(i, l.Priority) || !s.Is(i-1, l.Ordinal) || s.Parted(i) {
		return ""
	}
	switch s.Words[i-1].Value {
	case "1":
		return "high"
	case "-1":
		return "low"
	}
	return ""
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
	if s.Is(i, l.It, l.This, l.Is, l.Filler, l.High, l.Polite, l.Yes) {
		return true
	}
	if s.Language != meaning.English {
		return false
	}
	return s.Is(i, l.As, l.Put, l.Make, l.Mark, l.Change, l.Create, l.Any) || s.Is(i, l.To) && s.Is(i-1, l.It, l.This) ||
		s.Forms.Noting[s.Norm(i)]
}

// joinsLevel says whether a clause that tells a priority follows a word: so put it low, and mark it urgent.
func (s Sentence) joinsLevel(i int) bool {
	if s.Language != meaning.English {
		return s.Is(i, l.And) // aur ye bohat zaroori hai
	}
	return edges.Sentence{Clauses: s.Clauses}.JoinsClauses(i) || s.Is(i, l.And, l.Then)
}

// Strengthened is where the words begin that strengthen a word: very urgent, bohot zaroori.
func (s Sentence) Strengthened(i int) int {
	for !s.Parted(i) && s.Forms.Strengtheners[s.Norm(i-1)] {
		i--
	}
	return i
}
