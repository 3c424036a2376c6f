// Package categories finds in a sentence the category that it names: that of a task, that under which one is put, and that of which tasks
// are asked for.
package categories

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
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

// Named finds a category that is named as one, or under which something is put: category quran, the charity
// category, under worship. It returns "" for none.
func (s Sentence) Named() string {
	if i := s.Find(l.Category); i >= 0 {
		for _, j := range [...]int{i - 1, i + 1, i - 2, i + 2, i + 3, i + 4, i + 5} {
			if s.Is(i+1, l.Se) && !s.Parted(i+1) {
				continue // charity category se nikal kar
			}
			if s.Is(j, l.CatName) && !s.Gone(j) && (j != i-2 || s.Is(i-1, l.Ka, l.Wala)) {
				return s.Words[j].Value
			}
		}
	}
	if name := s.putUnder(); name != "" || s.Language != meaning.English {
		return name
	}
	return s.sorted()
}

// BeforeTask finds a category before the word task: a monthly charity task, zikr wale tasks.
func (s Sentence) BeforeTask(task int) string {
	i := task - 1
	for s.Is(i, l.Wala, l.Ka) {
		i--
	}
	if s.Is(i, l.CatName) && !s.Gone(i) && !s.Is(i, l.Prayer) {
		return s.Words[i].Value
	}
	return ""
}

// Listed finds the category of the tasks that are asked for: quran tasks, zikr wale kaam.
func (s Sentence) Listed() string {
	for i := range s.Words {
		if s.Is(i, l.CatName) && !s.Is(i, l.Namaz) {
			return s.Words[i].Value
		}
	}
	return ""
}

// putUnder finds a category under which something is put, though none is called so: under worship, zikr ke khane mein.
func (s Sentence) putUnder() (name string) {
	for i := range s.Words {
		if !s.Is(i, l.CatName) || s.Gone(i) {
			continue
		}
		if s.edges().InCompartment(i) {
			return s.Words[i].Value
		}
		if s.isUnder(i) && !s.former(i) {
			name = s.Words[i].Value
		}
	}
	return name // it is under other, it should be under learning
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
