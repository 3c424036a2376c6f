// Package categories finds in a sentence the category that it names: that of a task, that under which one is put, and that of which tasks
// are asked for.
package categories

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/edges"
)

// Sentence is a sentence in which a category is found.
type Sentence struct {
	*clauses.Clauses
	// Gone says whether a word says something else.
	Gone func(i int) bool
	// Changes says that it changes a task that there is: set it to charity, where "set a reminder to study" names a new one.
	Changes bool
}

func (s Sentence) edges() edges.Sentence { return edges.Sentence{Clauses: s.Clauses} }

// Named finds a category that is named as one, or under which something is put, and the words that do: category quran, the charity
// category, under worship. It returns "" for none.
func (s Sentence) Named() (name string, at reading.Span) {
	if i := s.Find(l.Category); i >= 0 {
		for _, j := range [...]int{i - 1, i + 1, i - 2, i + 2, i + 3, i + 4, i + 5} {
			if (j == i-1 || j == i-2) && s.Is(i+1, l.Se) && !s.Parted(i+1) {
				continue // charity category se nikal kar
			}
			if s.Is(j, l.CatName) && !s.Gone(j) && (j != i-2 || s.Is(i-1, l.Ka, l.Wala)) {
				return s.Words[j].Value, s.around(min(i, j), max(i, j)+1)
			}
		}
	}
	if name, at = s.putUnder(); name == "" && s.Language == meaning.English {
		return s.sorted()
	}
	return name, at
}

// around is a run of words with the small ones that belong to it.
func (s Sentence) around(from, to int) reading.Span {
	for s.Is(from-1, l.In, l.The, l.As, l.With) && !s.Parted(from) {
		from--
	}
	for s.Is(to, l.In, l.Ka) && !s.Parted(to) {
		to++
	}
	return reading.Span{From: from, To: to}
}

// BeforeTask finds a category before the word task, and its word: a monthly charity task, zikr wale tasks.
func (s Sentence) BeforeTask(task int) (name string, at int) {
	i := task - 1
	for s.Is(i, l.Wala, l.Ka) {
		i--
	}
	if s.Is(i, l.CatName) && !s.Gone(i) && !s.Is(i, l.Prayer) && !s.edges().OfDayPart(i) && !s.edges().Annexed(i) {
		return s.Words[i].Value, i
	}
	return "", -1
}

// Listed finds the category of the tasks that are asked for: quran tasks, zikr wale kaam.
func (s Sentence) Listed() string {
	for i := range s.Words {
		if s.Is(i, l.Task) {
			if name, _ := s.BeforeTask(i); name != "" {
				return name
			}
		}
		if s.Is(i, l.Wala) && s.Is(i-1, l.CatName) && !s.Is(i-1, l.Namaz) {
			return s.Words[i-1].Value
		}
	}
	for i := range s.Words {
		if s.Is(i, l.CatName) && !s.Is(i, l.Namaz) {
			return s.Words[i].Value
		}
	}
	return ""
}

// putUnder finds a category under which something is put, though none is called so: under worship, zikr ke khane mein.
func (s Sentence) putUnder() (name string, at reading.Span) {
	for i := range s.Words {
		if !s.Is(i, l.CatName) || s.Gone(i) {
			continue
		}
		if s.edges().InCompartment(i) {
			return s.Words[i].Value, reading.Span{From: i, To: i + edges.OfCompartment}
		}
		if s.isUnder(i) && !s.former(i) {
			name, at = s.Words[i].Value, reading.Span{From: i - 1, To: i + 1}
			if s.Is(i+1, l.In, l.Under) {
				at.To++
			}
			if s.Language != meaning.English {
				return name, at
			}
		}
	}
	return name, at // it is under other, it should be under learning
}

// isUnder says whether the name of a category tells under which one something is put: under worship, ibadat mein daal do.
func (s Sentence) isUnder(i int) bool {
	if s.Is(i-1, l.Under) || s.Is(i+1, l.Under) {
		return true
	}
	leads := s.Is(i-1, l.As) || s.Is(i-1, l.To) && s.Has(l.Category)
	if leads && s.Language == meaning.English && s.EndsHere(i+1) && s.Main >= 0 && s.Acts[s.Main].Does(l.Mark, l.Change) {
		return true // tag 8 as quran, change the category of 8 to quran
	}
	behind := s.Is(i+1, l.In) && s.Language != meaning.English // remind me to study at 5
	return !s.Is(i, l.Namaz) && behind && (s.Closing(i+2) || s.Is(i+2, l.Put, l.Move, l.Change, l.Kar))
}
