package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// TakenAttribute is where the word stands for what is taken away of a task, and not the task itself, as its date: task 4 ki date hata do,
// remove the date from task 4. It is -1 where none is.
func (s *Clauses) TakenAttribute() int {
	if s.Main < 0 || !s.Acts[s.Main].Does(l.Delete, l.Cancel, l.Khatam) {
		return -1
	}
	at := s.Acts[s.Main].At
	if s.Acts[s.Main].Urdu {
		i := at.From - 1
		for i > 0 && s.Is(i, l.Filler, l.Also, l.It, l.Is, l.Ko) && !s.Is(i, attributes...) {
			i--
		}
		if s.isAttribute(i) {
			return i
		}
		return -1
	}
	i := at.To
	for s.Is(i, l.The, l.My) && !s.Is(i, attributes...) {
		i++
	}
	behind := s.EndsHere(i+1) || s.Is(i+1, l.From, l.Se, l.Of, l.Ka, l.On, l.In, l.For)
	if s.isAttribute(i) && s.Language == meaning.English && behind {
		return i
	}
	return -1
}

// TakesDate says whether it is the date of a task that is taken away, or its time.
func (s *Clauses) TakesDate() bool {
	i := s.TakenAttribute()
	return i >= 0 && s.Is(i, l.Date, l.Time)
}

// attributes are what a task has, and may be rid of.
var attributes = []l.Concept{l.Date, l.Priority, l.Category}

// isAttribute says whether a word is what a task has. A time is one only where the task is spoken of, too: doctor wale task ka waqt.
func (s *Clauses) isAttribute(i int) bool {
	if i < 0 || i >= len(s.Words) {
		return false
	}
	if s.Is(i, l.Time) && !s.Is(i, l.Namaz, l.Prayer) {
		return s.Is(i-1, l.Ka, l.The, l.My) && (s.Has(l.Task) || !s.ID.Empty())
	}
	return s.Is(i, attributes...)
}
