package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// byAnother says whether the deed is what someone else will do: secretary file delete kar de ga.
func (s sentence) byAnother() bool {
	if s.Main < 0 || s.Language == meaning.English {
		return false
	}
	at := s.Acts[s.Main].At
	first, last := s.Words[at.From].First, min(s.Words[at.To-1].Last+1, len(s.Tokens)-1)
	for i := first; i <= last; i++ {
		norm := s.Tokens[i].Norm
		if s.Forms.ThirdFuture[norm] || i > first && s.Forms.FutureSingular[norm] && s.Forms.ThirdPerson[s.Tokens[i-1].Norm] {
			return true
		}
	}
	return false
}

// wantedByThem says whether in English it is told what someone else wanted done: the manager wanted all the tasks finished.
func (s sentence) wantedByThem(a clauses.Act) bool {
	if a.Urdu || s.Language != meaning.English {
		return false
	}
	for i := a.At.From - 1; i > 0 && !s.Parted(i+1); i-- {
		if s.Forms.Unmeant.Wanted[s.Norm(i)] {
			return !s.Is(i-1, l.Me, l.You, l.To) && !s.Parted(i)
		}
	}
	return false
}

// movedByThem says whether in English it is told what someone else moved: the clinic moved my appointment to the 9th.
func (s sentence) movedByThem(intent meaning.Intent) bool {
	if intent != meaning.UpdateTask || s.Main >= 0 || s.Language != meaning.English || len(s.Acts) != 1 {
		return false
	}
	a := s.Acts[0]
	doer := a.At.From - 1
	return a.Mood == clauses.Told && doer >= 0 && !s.Parted(a.At.From) && s.Is(a.At.To, l.The, l.My, l.This) && s.namesDoer(doer)
}

// namesDoer says whether a word stands at the end of who does something, and not of oneself or the one who is told: the airline, they.
func (s sentence) namesDoer(i int) bool {
	return !s.Is(i, l.Me, l.You, l.To, l.Have, l.Is, l.And, l.Filler, l.Polite, l.Can)
}

// ofAnotherTask says whether in Urdu a word that says no stands in a clause of its own, in which another task is named by its number: 11
// mukammal hai, 12 abhi nahi.
func (s sentence) ofAnotherTask(not int) bool {
	if s.Language == meaning.English || s.Main < 0 || s.Acts[s.Main].Negated {
		return false
	}
	clause := s.clauseOf(not)
	if clause.Holds(s.Acts[s.Main].At.From) || !s.Parted(clause.From) {
		return false
	}
	meant, ok := s.Number, !s.ID.Empty()
	if !ok && s.Acts[s.Main].At.From < not {
		meant, ok = s.numberBefore(s.Acts[s.Main].At.From)
	}
	first := clause.From
	for s.Is(first, l.And, l.But, l.Filler, l.Task, l.NumberWord) {
		first++
	}
	if !ok || first >= not || s.TimeHolds(first) {
		return false
	}
	number, _, named := s.Num(s.Words[first].First)
	return named && number != meant
}

// numberBefore is the number of which a deed is told in its clause: 14 ho gaya.
func (s sentence) numberBefore(deed int) (number int, ok bool) {
	for i := s.clauseOf(deed).From; i < deed; i++ {
		if number, _, ok := s.Num(s.Words[i].First); ok && !s.TimeHolds(i) {
			return number, true
		}
	}
	return 0, false
}
