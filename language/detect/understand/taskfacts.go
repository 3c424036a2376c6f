package understand

import (
	"github.com/salaatflow/platform/language/detect/clauses/attributes"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/due"
)

func (s sentence) factsOfTask(f *Findings) {
	noun := s.Has(l.Task)
	f.add(taskNoun, noun)
	f.add(task, noun || s.Has(l.List) && s.Has(l.My) || !s.ID.Empty())
	f.add(id, !s.ID.Empty())
	f.add(definite, s.Definite())
	time := s.Moments()
	f.add(dated, time)
	named := s.Has(l.High, l.Low, l.Medium) || s.Has(l.Category) && s.Has(l.CatName) || s.Has(l.Recur) || s.Has(l.Rename)
	f.add(attribute, named || time || s.Has(l.Date) || s.Linked(due.Moment{}) != "" || s.Has(l.Priority))
	f.add(pending, s.Has(l.Pending) || s.Denied(l.Completed))
	f.add(completed, s.Has(l.Completed) && !s.Denied(l.Completed) || s.BeenDone())
	f.add(allStatus, s.Has(l.AllStatus))
	f.add(pronoun, s.Has(l.It) || s.pointsAtErrand())
	f.add(todo, s.todo())
	f.add(labelled, s.labelled())
	f.add(toBeDone, s.toBeDone())
	f.add(ontoList, s.ontoList())
	f.add(masjidObject, s.masjidObject())
	f.add(ordinal, s.Has(l.Ordinal))
	f.add(AttributeTaken, attributes.Taken(s.Clauses) >= 0)
}

// pointsAtErrand says whether in Urdu an errand is told, and what is to be done with it behind, where only "wo" speaks of it.
func (s sentence) pointsAtErrand() bool {
	for i := 1; s.Main >= 0 && s.Acts[s.Main].Urdu && i < s.Acts[s.Main].At.From; i++ {
		if s.ToldErrand(i) {
			return true
		}
	}
	return false
}

// todo says whether the sentence speaks of what I have to do: "kya karna hai", "what should I do".
func (s sentence) todo() bool {
	for i := range s.Words {
		if s.Is(i, l.Kar) && s.Is(i, l.Inf) && !s.Is(i+1, l.Ka) && (s.Is(i-1, l.What, l.Which) || s.Is(i-1, l.Me)) {
			return true
		}
	}
	return false
}

// toBeDone says whether in Urdu it is said of something that it must be done: joora silwana hai.
func (s sentence) toBeDone() bool {
	for i := 1; i < len(s.Words) && s.Language != meaning.English; i++ {
		infinitive := s.Is(i, l.Inf) || s.Bare(i) && s.Forms.InfinitiveEndings.End(s.Norm(i))
		if infinitive && s.Is(i+1, l.Is, l.Want) && !s.Parted(i) && !s.Parted(i+1) {
			return true
		}
	}
	return false
}

// labelled says whether a title stands after the word task and a colon, or the like.
func (s sentence) labelled() bool {
	if !s.Opening().Empty() {
		return true // one more: X
	}
	for i := range s.Words {
		if s.Is(i, l.Task) && i > 1 && i+1 == len(s.Words) && s.Parted(i) {
			return true // call ammi, task
		}
		if s.Is(i, l.Task) && s.Is(i-1, l.Any, l.New) && s.namedBehind(i) {
			return true // ek kaam sonp raha hun: X
		}
		if s.Is(i, l.Task) && i+1 < len(s.Words) && (s.After(i).Has(text.Colon|text.Dash) && s.After(i).Has(text.Space)) {
			return true
		}
	}
	return false
}

// namedBehind says whether in Urdu the clause of a word ends in a colon soon, and something follows.
func (s sentence) namedBehind(i int) bool {
	const soon = 5 // words
	for j := i + 1; j < min(i+1+soon, len(s.Words)) && s.Language != meaning.English; j++ {
		if s.Parted(j) {
			return s.Before(j).Has(text.Colon)
		}
	}
	return false
}

// ontoList says whether a thing is put among the tasks: "put it on my list", "in my tasks", "task me daal do".
func (s sentence) ontoList() bool {
	for i := range s.Words {
		if !s.Is(i, l.Task, l.List) {
			continue
		}
		if s.Is(i+1, l.Create, l.Put, l.Make, l.Note) && s.Words[i+1].Languages&l.English == 0 && (!s.Has(l.It) || s.strays() > 1 ||
			len(s.Words) > 7) {
			return true
		}
		if s.Is(i+1, l.In, l.On) && s.Is(i+2, l.Create, l.Put, l.Make, l.Note) {
			return true
		}
		j := i - 1
		for s.Is(j, l.My, l.The, l.Any, l.Recur, l.New, l.Task, l.CatName, l.High, l.Low) && !s.Is(j, l.It) {
			j--
		}
		if j < i-1 && s.Is(j, l.On, l.In, l.To, l.As, l.It, l.This) && s.Words[j].Languages&l.English != 0 {
			return true
		}
	}
	return false
}

// masjidObject says whether it is a masjid that something is done with: "add our masjid", "hamari masjid ko add karo".
func (s sentence) masjidObject() bool {
	if s.Main < 0 {
		return false
	}
	a := s.Acts[s.Main]
	for i := range s.Words {
		if !s.Is(i, l.Masjid) {
			continue
		}
		if a.Urdu && i < a.At.From && s.Is(i+1, l.Ko, l.Also, l.List, l.My, l.In, l.Verb, l.Loan) {
			return true
		}
		if !a.Urdu && i >= a.At.To && i <= a.At.To+4 && !s.Is(i-1, l.For, l.To, l.In, l.Of, l.On) {
			return true
		}
	}
	return false
}
