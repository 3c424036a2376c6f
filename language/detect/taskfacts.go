package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

func (s understandSentence) factsOfTask(f *facts) {
	noun := s.has(l.Task)
	f.add(taskNoun, noun)
	f.add(task, noun || s.has(l.List) && s.has(l.My) || !s.id.empty())
	f.add(id, !s.id.empty())
	f.add(definite, s.definite())
	time := s.moments()
	f.add(dated, time)
	named := s.has(l.High, l.Low, l.Medium) || s.has(l.Category) && s.has(l.CatName) || s.has(l.Recur) || s.has(l.Rename)
	f.add(attribute, named || time || s.has(l.Date) || s.linked(when.Moment{}) != "" || s.has(l.Priority))
	f.add(pending, s.has(l.Pending) || s.denied(l.Completed))
	f.add(completed, s.has(l.Completed) && !s.denied(l.Completed) || s.beenDone())
	f.add(allStatus, s.has(l.AllStatus))
	f.add(pronoun, s.has(l.It))
	f.add(todo, s.todo())
	f.add(labelled, s.labelled())
	f.add(ontoList, s.ontoList())
	f.add(masjidObject, s.masjidObject())
	f.add(ordinal, s.has(l.Ordinal))
}

// todo says whether the sentence speaks of what I have to do: "kya karna hai", "what should I do".
func (s understandSentence) todo() bool {
	for i := range s.words {
		if s.is(i, l.Kar) && s.is(i, l.Inf) && !s.is(i+1, l.Ka) && (s.is(i-1, l.What, l.Which) || s.is(i-1, l.Me)) {
			return true
		}
	}
	return false
}

// labelled says whether a title stands after the word task and a colon, or the like.
func (s understandSentence) labelled() bool {
	for i := range s.words {
		if s.is(i, l.Task) && i > 1 && i+1 == len(s.words) && s.parted(i) {
			return true // call ammi, task
		}
		if s.is(i, l.Task) && i+1 < len(s.words) && (s.after(i).Has(text.Colon|text.Dash) && s.after(i).Has(text.Space)) {
			return true
		}
	}
	return false
}

// ontoList says whether a thing is put among the tasks: "put it on my list", "in my tasks", "task me daal do".
func (s understandSentence) ontoList() bool {
	for i := range s.words {
		if !s.is(i, l.Task, l.List) {
			continue
		}
		if s.is(i+1, l.Create, l.Put, l.Make, l.Note) && s.words[i+1].Languages&l.English == 0 && (!s.has(l.It) || s.strays() > 1 ||
			len(s.words) > 7) {
			return true
		}
		if s.is(i+1, l.In, l.On) && s.is(i+2, l.Create, l.Put, l.Make, l.Note) {
			return true
		}
		j := i - 1
		for s.is(j, l.My, l.The, l.Any, l.Recur, l.New, l.Task, l.CatName, l.High, l.Low) && !s.is(j, l.It) {
			j--
		}
		if j < i-1 && s.is(j, l.On, l.In, l.To, l.As, l.It, l.This) && s.words[j].Languages&l.English != 0 {
			return true
		}
	}
	return false
}

// masjidObject says whether it is a masjid that something is done with: "add our masjid", "hamari masjid ko add karo".
func (s understandSentence) masjidObject() bool {
	if s.main < 0 {
		return false
	}
	a := s.acts[s.main]
	for i := range s.words {
		if !s.is(i, l.Masjid) {
			continue
		}
		if a.urdu && i < a.at.from && s.is(i+1, l.Ko, l.Also, l.List, l.My, l.In, l.Verb, l.Loan) {
			return true
		}
		if !a.urdu && i >= a.at.to && i <= a.at.to+4 && !s.is(i-1, l.For, l.To, l.In, l.Of, l.On) {
			return true
		}
	}
	return false
}
