// Package clauses finds what is done in a sentence that was read: its acts, how they are said and which is wanted, the tasks that are
// named by number and the masjid that is named.
package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Clauses is a reading, and what its clauses do and to what.
type Clauses struct {
	*reading.Reading
	Acts    []Act
	Main    int                // index of the act that says what is wanted; -1 for none
	Masjid  reading.Span       // tokens of the name of a masjid
	ID      reading.Span       // tokens that number a task
	Number  int                // the number they say
	IDs     []reading.Numbered // every task named by its number
	Numbers []int              // of the tasks that something is wanted of, where they are several
	// Corrections are where a number or a time is taken back and said anew.
	Corrections []Correction
}

// Of finds what is done in a sentence and to what.
func Of(r *reading.Reading) *Clauses {
	s := &Clauses{Reading: r, Main: -1}
	s.findID()
	s.findActs()
	s.findBareID()
	s.findCorrections()
	s.settleNumbers()
	s.findContrastedID()
	s.findMasjid()
	return s
}

// BeenDone says whether the sentence speaks of what is done: ho chuke, kar liye; but rakhe hue are put there.
func (s *Clauses) BeenDone() bool {
	for _, a := range s.Acts {
		if a.Mood == Told && !a.Negated && a.Does(l.Ho, l.Kar, l.Finish) && !s.Forms.Grammar.Placed[s.Norm(a.At.From-1)] {
			return true
		}
	}
	return false
}

// Writes says whether anything is done that changes tasks.
func (s *Clauses) Writes() bool {
	for _, a := range s.Acts {
		if a.Does(l.Create, l.Make, l.Delete, l.Finish, l.Change, l.Put, l.Mark, l.Move) {
			return true
		}
	}
	return false
}
