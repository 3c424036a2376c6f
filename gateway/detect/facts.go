package detect

import (
	"strings"

	"github.com/salaatflow/platform/gateway/detect/text"
	"github.com/salaatflow/platform/gateway/detect/when"

	l "github.com/salaatflow/platform/gateway/detect/lexicon"
)

// facts are what the rules decide by: the concepts that a sentence's words stand for, and what follows from how they
// stand together.
type facts struct {
	concepts l.Set
	found    [2]uint64 // by fact
	strays   int       // words that nothing is known of, outside names
}

type fact uint8

// The facts, as rules.yaml names them.
const (
	doCreate fact = iota
	doMake
	doPut
	doRemind
	doShow
	doGive
	doDelete
	doCancel
	doKhatam
	doFinish
	doMark
	doChange
	doReopen
	doFind
	doSet
	doOther
	doneTold
	deedTold
	noVerb
	negated
	howTo
	conditional
	question
	task
	taskNoun
	id
	definite
	attribute
	dated
	pending
	completed
	allStatus
	hasArea
	hasCity
	hasMasjid
	namedMasjid
	called
	hasPrayer
	timeAsked
	moment
	foreign
	smalltalk
	pronoun
	ordinal
	talksOfSelf
	happened
	todo
	labelled
	masjidObject
	ontoList
	pastOther
	unwanted
	noHadith
	taskBeside
	guessed
	aboutTasks
	aboutMasjids
	aboutPrayers
	aboutHadiths
	short
	factCount
)

var factNames = [factCount]string{
	"do-create", "do-make", "do-put", "do-remind", "do-show", "do-give", "do-delete", "do-cancel", "do-khatam", "do-finish",
	"do-mark", "do-change", "do-reopen", "do-find", "do-set", "do-other", "done-told", "deed-told", "no-verb", "negated",
	"how-to", "conditional", "question", "task", "task-noun", "id", "definite", "attribute", "dated", "pending", "completed",
	"all-status", "area", "city", "masjid", "named-masjid", "called", "prayer", "time-asked", "moment", "foreign", "smalltalk",
	"pronoun", "ordinal", "self", "happened", "todo", "labelled", "masjid-object", "onto-list", "past-other", "unwanted", "no-hadith", "task-beside", "guessed", "about-tasks", "about-masjids", "about-prayers", "about-hadiths", "short",
}

func (f *facts) add(fact fact, holds bool) {
	if holds {
		f.found[fact/64] |= 1 << (fact % 64)
	}
}

func (f *facts) is(fact fact) bool { return f.found[fact/64]&(1<<(fact%64)) != 0 }

// facts finds what the rules decide by.
func (s *sentence) facts(about Topic) facts {
	f := facts{concepts: s.all}
	s.factsOfAct(&f)
	s.factsOfTask(&f)
	s.factsOfPlace(&f)
	s.factsOfTalk(&f)
	f.strays = s.strays()
	f.add(aboutTasks, about == Tasks)
	f.add(aboutMasjids, about == Masjids)
	f.add(aboutPrayers, about == Prayers)
	f.add(aboutHadiths, about == Hadiths)
	f.add(short, f.strays == 0)
	return f
}

func (s *sentence) factsOfAct(f *facts) {
	f.add(noVerb, s.main < 0)
	f.add(unwanted, s.denied(l.Want))
	for i := range s.words {
		f.add(noHadith, s.is(i, l.Not) && (s.is(i-1, l.Hadith) && !s.parted(i) && !s.is(i+1, l.Is, l.See) || s.is(i+1, l.Hadith) && !s.parted(i+1) || s.is(i+2, l.Hadith) && !s.parted(i+1) && !s.parted(i+2)))
	}
	for _, a := range s.acts {
		f.add(pastOther, a.mood == told && a.does(l.Create, l.Make, l.Delete, l.Change, l.Cancel))
	}
	if s.main < 0 {
		return
	}
	a := s.acts[s.main]
	f.add(negated, a.negated || s.takenBack())
	f.add(guessed, a.does(l.Start))
	f.add(taskBeside, s.is(a.at.from-1, l.Task) || s.is(a.at.to, l.Task) || s.is(a.at.from-1, l.Not, l.Also) && s.is(a.at.from-2, l.Task))
	if a.mood == told {
		f.add(doneTold, a.does(l.Finish, l.Ho, l.Kar, l.Khatam, l.Mark))
		f.add(deedTold, a.does(l.Deed))
		f.add(happened, true)
		return
	}
	f.add(doCreate, a.does(l.Create))
	f.add(doMake, a.does(l.Make))
	f.add(doPut, a.does(l.Put))
	f.add(doRemind, a.does(l.Remind))
	if a.does(l.Take) && s.takesOut(a) {
		f.add(doShow, true)
		return
	}
	f.add(doShow, a.does(l.Show, l.Tell, l.See))
	f.add(doGive, a.does(l.Give))
	f.add(doDelete, a.does(l.Delete))
	f.add(doCancel, a.does(l.Cancel))
	f.add(doKhatam, a.does(l.Khatam))
	f.add(doFinish, a.does(l.Finish))
	f.add(doMark, a.does(l.Mark))
	f.add(doChange, a.does(l.Change, l.Move, l.Rename, l.Link, l.Repeat))
	f.add(doReopen, a.does(l.Reopen))
	f.add(doFind, a.does(l.Find))
	f.add(doSet, a.does(l.Kar) && (a.mood != wished || !s.bare(a.at.from-1)))
	f.add(doOther, a.does(l.ForeignVerb) && a.mood != mentioned)
}

// takenBack says whether the sentence ends in "don't" or "mat".
func (s *sentence) takenBack() bool {
	n := len(s.words)
	return n > 2 && s.is(n-1, l.Dont) && !isSoftener(s.Tokens[s.words[n-1].First].Norm)
}

// takesOut says whether a verb that may mean to take away (nikalo) or to open (kholo) means to bring out: "list nikalo".
func (s *sentence) takesOut(a act) bool {
	return s.is(a.at.from-1, l.List, l.Timetable, l.Detail) || !s.has(l.Task, l.List, l.Wala) && s.has(l.Masjid, l.Namaz, l.Hadith, l.Timetable, l.Prayer)
}

func (s *sentence) factsOfTask(f *facts) {
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

// definite says whether the sentence speaks of a task that there is: by its number, as "it", as "the … task", "… wala".
func (s *sentence) definite() bool {
	if !s.id.empty() || s.has(l.It, l.Wala) {
		return true
	}
	for i := range s.words {
		if s.is(i, l.Task) && !s.is(i, l.List) {
			for j := i - 1; j >= 0 && j >= i-6 && !s.parted(j+1); j-- {
				if s.is(j, l.Any, l.New) {
					return false
				}
				if s.is(j, l.The, l.My, l.This) {
					return true
				}
			}
			if s.is(i+1, l.Ko) {
				return true
			}
		}
		if s.is(i, l.One) && s.is(i-1, l.Ordinal) || s.is(i, l.Ordinal) && s.is(i-1, l.The) {
			return true
		}
	}
	return false
}

// todo says whether the sentence speaks of what I have to do: "kya karna hai", "what should I do".
func (s *sentence) todo() bool {
	for i := range s.words {
		if s.is(i, l.Kar) && s.is(i, l.Inf) && !s.is(i+1, l.Ka) && (s.is(i-1, l.What, l.Which) || s.is(i-1, l.Me)) {
			return true
		}
	}
	return false
}

// labelled says whether a title stands after the word task and a colon, or the like.
func (s *sentence) labelled() bool {
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
func (s *sentence) ontoList() bool {
	for i := range s.words {
		if !s.is(i, l.Task, l.List) {
			continue
		}
		if s.is(i+1, l.Create, l.Put, l.Make, l.Note) && s.words[i+1].Languages&l.English == 0 && (!s.has(l.It) || s.strays() > 1 || len(s.words) > 7) {
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
func (s *sentence) masjidObject() bool {
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

// moments says whether a time is told.
func (s *sentence) moments() bool {
	for _, e := range s.times {
		if e.Time() && !e.Loose {
			return true
		}
	}
	return false
}

// denied says whether a word for any of these has a no right before or after it.
func (s *sentence) denied(any ...l.Concept) bool {
	for i := range s.words {
		if s.is(i, any...) && (s.is(i-1, l.Not) && !s.parted(i) || s.is(i+1, l.Not) && !s.parted(i+1) && !s.is(i+1, l.Dont)) {
			return true
		}
	}
	return false
}

func (s *sentence) factsOfPlace(f *facts) {
	f.add(hasArea, s.place.area != "")
	f.add(hasCity, s.place.city != "" || s.has(l.City))
	f.add(hasMasjid, s.has(l.Masjid))
	f.add(namedMasjid, !s.masjid.empty() && !s.onlyKind(s.masjid))
	f.add(called, s.has(l.Called) || s.has(l.Name))
	prayer := false
	for i := range s.words {
		prayer = prayer || s.is(i, l.Prayer) && !s.effect(i)
	}
	f.add(hasPrayer, prayer)
	f.add(timeAsked, s.has(l.When, l.Time, l.Timetable, l.Live, l.Jamaat))
	f.add(moment, s.has(l.Today, l.Yesterday, l.Tomorrow) || s.moments())
}

func (s *sentence) factsOfTalk(f *facts) {
	f.add(howTo, s.asksHow())
	f.add(conditional, s.has(l.If) && !s.is(0, l.If))
	f.add(question, s.asks())
	f.add(foreign, s.has(l.Foreign))
	f.add(smalltalk, s.has(l.Smalltalk))
	f.add(talksOfSelf, s.has(l.Self))
}

// asks says whether the sentence is a question.
func (s *sentence) asks() bool {
	if s.has(l.What, l.Which, l.When, l.Who, l.HowMany, l.HowMuch, l.How, l.Why, l.Question, l.Where) {
		return true
	}
	for _, token := range s.Tokens {
		if token.After.Has(text.Question) {
			return true
		}
	}
	if n := len(s.words); n > 2 && s.is(n-1, l.Not) && s.is(n-2, l.Or, l.Ke) {
		return true // hua ya nahi
	}
	return len(s.words) > 2 && leads(s.Tokens[0].Norm)
}

// leads says whether a word at the beginning of a sentence of English makes it a question.
func leads(norm string) bool {
	switch norm {
	case "is", "are", "am", "was", "were", "do", "does", "did", "have", "has", "had", "isnt", "arent", "didnt":
		return true
	}
	return false
}

// asksHow says whether the sentence asks how a thing is done, or whether it can be: "how do I …", "… kaise karte hain".
func (s *sentence) asksHow() bool {
	if s.has(l.How) && !s.has(l.HowMany, l.HowMuch, l.Smalltalk) && (s.has(l.Task) || s.writes() || !s.has(l.Prayer, l.Next, l.Now, l.Hadith) && s.masjid.empty()) {
		return true
	}
	if s.has(l.Why) || s.has(l.How) && s.has(l.Hab) && !s.has(l.Smalltalk, l.Time) {
		return true // why; kaise karte hain
	}
	for i := range s.words {
		if s.is(i, l.Can) && s.is(i+1, l.Me) && s.is(i+1, l.One) && strings.HasPrefix(s.Tokens[s.words[i+1].First].Norm, "i") &&
			s.is(i+2, l.Verb) && !s.is(i+2, l.Show, l.See, l.Give) && !s.is(i, l.Show) && i == 0 {
			return true
		}
	}
	return false
}

// writes says whether anything is done that changes tasks.
func (s *sentence) writes() bool {
	for _, a := range s.acts {
		if a.does(l.Create, l.Make, l.Delete, l.Finish, l.Change, l.Put, l.Mark, l.Move) {
			return true
		}
	}
	return false
}

// strays counts the words that nothing is known of, outside of names of places and masjids.
func (s *sentence) strays() (count int) {
	for i, w := range s.words {
		if w.Concepts.Empty() && !s.masjid.holds(w.First) && !s.place.areaAt.holds(w.First) && !s.place.cityAt.holds(w.First) &&
			s.timeAt(w.First) == nil && s.Tokens[w.First].Script != text.Number && !s.joins(i) {
			count++
		}
		if w.Concepts.Has(l.Foreign, l.ForeignVerb) && !s.masjid.holds(w.First) {
			count++
		}
	}
	return count
}
