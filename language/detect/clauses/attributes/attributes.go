// Package attributes finds which attribute of a task is to be taken away, and not the task itself.
package attributes

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// Taken is where the word stands for what is taken away of a task, as its date: task 4 ki date hata do, remove the date from task 4,
// take the repeat off 16, remove Fajr from task 4. It is -1 where none is.
func Taken(s *clauses.Clauses) int {
	if s.Main < 0 || !s.Acts[s.Main].Does(l.Delete, l.Cancel, l.Khatam) {
		return -1
	}
	at := s.Acts[s.Main].At
	if s.Acts[s.Main].Urdu {
		i := at.From - 1
		for i > 0 && s.Is(i, l.Filler, l.Also, l.It, l.Is, l.Ko) && !s.Is(i, kinds...) {
			i--
		}
		if isAttribute(s, i) || ofTask(s, i) && s.Is(i-1, l.Se, l.Ka) {
			return i
		}
		return -1
	}
	i := at.To
	for s.Is(i, l.The, l.My) && !s.Is(i, kinds...) {
		i++
	}
	from := s.Is(i+1, l.From, l.Se, l.Of, l.Ka, l.On, l.In, l.For)
	if s.Language == meaning.English && (isAttribute(s, i) && (from || s.EndsHere(i+1)) || ofTask(s, i) && from) {
		return i
	}
	return -1
}

// Clear empties the slot of what is taken away of a task, unless something else is said of it: the sentence moves it, or sets another.
func Clear(s *clauses.Clauses, slots *meaning.Slots) {
	i, none := Taken(s), ""
	switch {
	case i < 0:
	case s.Is(i, l.Date, l.Time):
		empty(&slots.Due, &none)
	case s.Is(i, rhythm...):
		slots.Recurrence = &none
	case s.Is(i, l.Prayer):
		slots.LinkedPrayer = &none
	case s.Is(i, l.Category):
		empty(&slots.Category, &none)
	}
}

func empty(slot **string, none *string) {
	if *slot == nil {
		*slot = none
	}
}

// kinds are what a task has, and may be rid of, whatever else the sentence says.
var kinds = []l.Concept{l.Date, l.Priority, l.Category}

// rhythm is how often a task comes again.
var rhythm = []l.Concept{l.Repeat, l.Recur}

// isAttribute says whether a word is what a task has. A time is one only where the task is spoken of, too: doctor wale task ka waqt.
func isAttribute(s *clauses.Clauses, i int) bool {
	if i < 0 || i >= len(s.Words) {
		return false
	}
	if s.Is(i, l.Time) && !s.Is(i, l.Namaz, l.Prayer) {
		return s.Is(i-1, l.Ka, l.The, l.My) && known(s)
	}
	return s.Is(i, kinds...)
}

// ofTask says whether a word is a rhythm or a prayer, which things are called by, too, and is one of a task that is spoken of besides.
func ofTask(s *clauses.Clauses, i int) bool {
	return s.Is(i, append(rhythm, l.Prayer)...) && known(s)
}

func known(s *clauses.Clauses) bool { return s.Has(l.Task) || !s.ID.Empty() }
