package understand

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// takesAttribute says whether what is taken away is the date of a task or the like, and not the task: task 4 ki date hata do, remove the
// date from task 4.
func (s sentence) takesAttribute() bool {
	if s.Main < 0 || !s.Acts[s.Main].Does(l.Delete, l.Cancel, l.Khatam) {
		return false
	}
	at := s.Acts[s.Main].At
	if s.Acts[s.Main].Urdu {
		i := at.From - 1
		for i > 0 && s.Is(i, l.Filler, l.Also, l.It, l.Is, l.Ko) && !s.Is(i, attributes...) {
			i--
		}
		return s.isAttribute(i)
	}
	i := at.To
	for s.Is(i, l.The, l.My) && !s.Is(i, attributes...) {
		i++
	}
	return s.isAttribute(i) && s.Language == meaning.English && (s.EndsHere(i+1) || s.Is(i+1, l.From, l.Se, l.Of, l.Ka, l.On, l.In, l.For))
}

// attributes are what a task has, and may be rid of.
var attributes = []l.Concept{l.Date, l.Priority, l.Category}

// isAttribute says whether a word is what a task has. A time is one only where the task is spoken of, too: doctor wale task ka waqt.
func (s sentence) isAttribute(i int) bool {
	if i < 0 || i >= len(s.Words) {
		return false
	}
	if s.Is(i, l.Time) && !s.Is(i, l.Namaz, l.Prayer) {
		return s.Is(i-1, l.Ka, l.The, l.My) && (s.Has(l.Task) || !s.ID.Empty())
	}
	return s.Is(i, attributes...)
}
