package gate

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// order is the word by which a sentence says what is wanted: the deed, or else what a task is to have, or that one is to be made.
func (s sentence) order(intent meaning.Intent) int {
	deniesTold := s.Main >= 0 && s.Acts[s.Main].Negated && s.Acts[s.Main].Mood == clauses.Told
	switch {
	case s.Main >= 0 && (intent != meaning.UpdateTask || !deniesTold):
		return s.Acts[s.Main].At.From
	case intent == meaning.CreateTask:
		return s.Find(l.Reminder, l.New, l.Task)
	}
	for i := range s.Words {
		if s.Is(i, l.High, l.Low, l.Medium, l.Recur) || s.TimeHolds(i) && !s.TimeAt(s.Words[i].First).Former {
			return i
		}
	}
	return -1
}
