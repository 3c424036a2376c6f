package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
)

// clauseReading is a reading, and what its clauses do and to what.
type clauseReading struct {
	*reading
	acts    []act
	main    int        // index of the act that says what is wanted; -1 for none
	masjid  span       // tokens of the name of a masjid
	id      span       // tokens that number a task
	number  int        // the number they say
	ids     []numbered // every task named by its number
	numbers []int      // of the tasks that something is wanted of, where they are several
}

// clausesOf finds what is done in a sentence and to what.
func clausesOf(r *reading) *clauseReading {
	s := &clauseReading{reading: r, main: -1}
	s.findID()
	s.findActs()
	s.findBareID()
	s.settleNumbers()
	s.findMasjid()
	return s
}

// beenDone says whether the sentence speaks of what is done: ho chuke, kar liye.
func (s *clauseReading) beenDone() bool {
	for _, a := range s.acts {
		if a.mood == told && !a.negated && a.does(l.Ho, l.Kar, l.Finish) {
			return true
		}
	}
	return false
}

// notDone says whether the sentence speaks of what is not done: nahi hue.
func (s *clauseReading) notDone() bool {
	for _, a := range s.acts {
		if a.mood == told && a.negated && a.does(l.Ho, l.Kar, l.Finish) {
			return true
		}
	}
	return false
}

// writes says whether anything is done that changes tasks.
func (s *clauseReading) writes() bool {
	for _, a := range s.acts {
		if a.does(l.Create, l.Make, l.Delete, l.Finish, l.Change, l.Put, l.Mark, l.Move) {
			return true
		}
	}
	return false
}
