package detect

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// facts are what the rules decide by: the concepts that a sentence's words stand for, and what follows from how they
// stand together.
type facts struct {
	concepts l.Set
	found    [2]uint64 // by fact
	strays   int       // words that nothing is known of, outside names
}

// fact is one of what follows from how words stand together.
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
	"pronoun", "ordinal", "self", "happened", "todo", "labelled", "masjid-object", "onto-list", "past-other", "unwanted", "no-hadith",
	"task-beside", "guessed", "about-tasks", "about-masjids", "about-prayers", "about-hadiths", "short",
}

func (f *facts) add(fact fact, holds bool) {
	if holds {
		f.found[fact/64] |= 1 << (fact % 64)
	}
}

// is says whether a fact holds.
func (f *facts) is(fact fact) bool { return f.found[fact/64]&(1<<(fact%64)) != 0 }

// understandSentence is what the facts are found in.
type understandSentence struct{ *clauseReading }

// factsOf finds what the rules decide by.
func factsOf(c *clauseReading, about Topic) facts {
	s := understandSentence{c}
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

func (s understandSentence) factsOfAct(f *facts) {
	f.add(noVerb, s.main < 0)
	f.add(unwanted, s.denied(l.Want))
	for i := range s.words {
		f.add(noHadith, s.is(i, l.Not) && s.besideHadith(i))
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
func (s understandSentence) takenBack() bool {
	n := len(s.words)
	return n > 2 && s.is(n-1, l.Dont) && !s.forms.Softeners[s.Tokens[s.words[n-1].First].Norm]
}

// takesOut says whether a verb that may mean to take away (nikalo) or to open (kholo) means to bring out: "list nikalo".
func (s understandSentence) takesOut(a act) bool {
	return s.is(a.at.from-1, l.List, l.Timetable, l.Detail) || !s.has(l.Task, l.List, l.Wala) &&
		s.has(l.Masjid, l.Namaz, l.Hadith, l.Timetable, l.Prayer)
}

func (s understandSentence) factsOfPlace(f *facts) {
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

func (s understandSentence) factsOfTalk(f *facts) {
	f.add(howTo, s.asksHow())
	f.add(conditional, s.has(l.If) && !s.is(0, l.If))
	f.add(question, s.asks())
	f.add(foreign, s.has(l.Foreign))
	f.add(smalltalk, s.has(l.Smalltalk))
	f.add(talksOfSelf, s.has(l.Self))
}

// besideHadith says whether a word that denies belongs to a hadith: hadith nahi, no hadith, not a hadith.
func (s understandSentence) besideHadith(not int) bool {
	if s.is(not-1, l.Hadith) && !s.parted(not) {
		return !s.is(not+1, l.Is, l.See)
	}
	return !s.parted(not+1) && (s.is(not+1, l.Hadith) || s.is(not+2, l.Hadith) && !s.parted(not+2))
}

// asksHow says whether the sentence asks how a thing is done, or whether it can be: "how do I …", "… kaise karte hain".
func (s understandSentence) asksHow() bool {
	if s.has(l.How) && !s.has(l.HowMany, l.HowMuch, l.Smalltalk) && (s.has(l.Task) || s.writes() ||
		!s.has(l.Prayer, l.Next, l.Now, l.Hadith) && s.masjid.empty()) {
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

// strays counts the words that nothing is known of, outside of names of places and masjids.
func (s understandSentence) strays() (count int) {
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
