package understand

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
)

// Findings are what the rules decide by: the concepts that a sentence's words stand for, and what follows from how they
// stand together.
type Findings struct {
	concepts l.Set
	found    [2]uint64 // by fact
	Strays   int       // words that nothing is known of, outside names
}

// Fact is one of what follows from how words stand together.
type Fact uint8

// The facts, as rules.yaml names them.
const (
	doCreate Fact = iota
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
	Negated
	HowTo
	Conditional
	Question
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
	Smalltalk
	pronoun
	ordinal
	talksOfSelf
	happened
	todo
	labelled
	masjidObject
	ontoList
	pastOther
	Unwanted
	noHadith
	taskBeside
	guessed
	toBeDone
	aboutTasks
	aboutMasjids
	aboutPrayers
	aboutHadiths
	short
	AttributeTaken
	factCount
)

var factNames = [factCount]string{
	"do-create", "do-make", "do-put", "do-remind", "do-show", "do-give", "do-delete", "do-cancel", "do-khatam", "do-finish",
	"do-mark", "do-change", "do-reopen", "do-find", "do-set", "do-other", "done-told", "deed-told", "no-verb", "negated",
	"how-to", "conditional", "question", "task", "task-noun", "id", "definite", "attribute", "dated", "pending", "completed",
	"all-status", "area", "city", "masjid", "named-masjid", "called", "prayer", "time-asked", "moment", "foreign", "smalltalk",
	"pronoun", "ordinal", "self", "happened", "todo", "labelled", "masjid-object", "onto-list", "past-other", "unwanted", "no-hadith",
	"task-beside", "guessed", "to-be-done", "about-tasks", "about-masjids", "about-prayers", "about-hadiths", "short", "attribute-taken",
}

func (f *Findings) add(fact Fact, holds bool) {
	if holds {
		f.found[fact/64] |= 1 << (fact % 64)
	}
}

// Is says whether a fact holds.
func (f *Findings) Is(fact Fact) bool { return f.found[fact/64]&(1<<(fact%64)) != 0 }

// sentence is what the facts are found in.
type sentence struct{ *clauses.Clauses }

// Find finds what the rules decide by.
func Find(c *clauses.Clauses, about meaning.Topic) Findings {
	s := sentence{c}
	f := Findings{concepts: s.All}
	s.factsOfAct(&f)
	s.factsOfTask(&f)
	s.factsOfPlace(&f)
	s.factsOfTalk(&f)
	f.Strays = s.strays()
	f.add(aboutTasks, about == meaning.Tasks)
	f.add(aboutMasjids, about == meaning.Masjids)
	f.add(aboutPrayers, about == meaning.Prayers)
	f.add(aboutHadiths, about == meaning.Hadiths)
	f.add(short, f.Strays == 0)
	return f
}

func (s sentence) factsOfAct(f *Findings) {
	f.add(noVerb, s.Main < 0)
	f.add(Unwanted, s.Denied(l.Want))
	for i := range s.Words {
		f.add(noHadith, s.Is(i, l.Not) && s.besideHadith(i))
	}
	for _, a := range s.Acts {
		f.add(pastOther, a.Mood == clauses.Told && a.Does(l.Create, l.Make, l.Delete, l.Change, l.Cancel))
	}
	if s.Main < 0 {
		return
	}
	a := s.Acts[s.Main]
	f.add(Negated, a.Negated || s.takenBack())
	f.add(guessed, a.Does(l.Start))
	f.add(taskBeside, s.Is(a.At.From-1, l.Task) || s.Is(a.At.To, l.Task) || s.Is(a.At.From-1, l.Not, l.Also) && s.Is(a.At.From-2, l.Task))
	if a.Mood == clauses.Told {
		f.add(doneTold, a.Does(l.Finish, l.Ho, l.Kar, l.Khatam, l.Mark))
		f.add(deedTold, a.Does(l.Deed))
		f.add(happened, true)
		return
	}
	f.add(doCreate, a.Does(l.Create))
	f.add(doMake, a.Does(l.Make))
	f.add(doPut, a.Does(l.Put))
	f.add(doRemind, a.Does(l.Remind))
	if a.Does(l.Take) && s.takesOut(a) {
		f.add(doShow, true)
		return
	}
	f.add(doShow, a.Does(l.Show, l.Tell, l.See))
	f.add(doGive, a.Does(l.Give))
	f.add(doDelete, a.Does(l.Delete))
	f.add(doCancel, a.Does(l.Cancel))
	f.add(doKhatam, a.Does(l.Khatam))
	f.add(doFinish, a.Does(l.Finish))
	f.add(doMark, a.Does(l.Mark))
	f.add(doChange, a.Does(l.Change, l.Move, l.Rename, l.Link, l.Repeat))
	f.add(doReopen, a.Does(l.Reopen))
	f.add(doFind, a.Does(l.Find))
	f.add(doSet, a.Does(l.Kar) && (a.Mood != clauses.Wished || !s.Bare(a.At.From-1)))
	f.add(doOther, a.Does(l.ForeignVerb) && a.Mood != clauses.Mentioned)
}

// takenBack says whether the sentence ends in "don't" or "mat".
func (s sentence) takenBack() bool {
	n := len(s.Words)
	return n > 2 && s.Is(n-1, l.Dont) && !s.NoNeedSaid(n-1) && !s.Forms.Softeners[s.Tokens[s.Words[n-1].First].Norm]
}

// takesOut says whether a verb that may mean to take away (nikalo) or to open (kholo) means to bring out: "list nikalo".
func (s sentence) takesOut(a clauses.Act) bool {
	return s.Is(a.At.From-1, l.List, l.Timetable, l.Detail) || !s.Has(l.Task, l.List, l.Wala) &&
		s.Has(l.Masjid, l.Namaz, l.Hadith, l.Timetable, l.Prayer)
}

func (s sentence) factsOfPlace(f *Findings) {
	f.add(hasArea, s.Place.Area != "")
	f.add(hasCity, s.Place.City != "" || s.Has(l.City))
	f.add(hasMasjid, s.Has(l.Masjid))
	f.add(namedMasjid, !s.Masjid.Empty() && !s.OnlyKind(s.Masjid))
	f.add(called, s.Has(l.Called) || s.Has(l.Name))
	prayer := false
	for i := range s.Words {
		prayer = prayer || s.Is(i, l.Prayer) && !s.Effect(i)
	}
	f.add(hasPrayer, prayer)
	f.add(timeAsked, s.Has(l.When, l.Time, l.Timetable, l.Live, l.Jamaat))
	f.add(moment, s.Has(l.Today, l.Yesterday, l.Tomorrow) || s.Moments())
}

func (s sentence) factsOfTalk(f *Findings) {
	f.add(HowTo, s.asksHow())
	f.add(Conditional, s.Has(l.If) && !s.Is(0, l.If))
	f.add(Question, s.Asks())
	f.add(foreign, s.Has(l.Foreign))
	f.add(Smalltalk, s.Has(l.Smalltalk))
	f.add(talksOfSelf, s.Has(l.Self))
}

// besideHadith says whether a word that denies belongs to a hadith: hadith nahi, no hadith, not a hadith.
func (s sentence) besideHadith(not int) bool {
	if s.Is(not-1, l.Hadith) && !s.Parted(not) {
		return !s.Is(not+1, l.Is, l.See)
	}
	return !s.Parted(not+1) && (s.Is(not+1, l.Hadith) || s.Is(not+2, l.Hadith) && !s.Parted(not+2))
}

// asksHow says whether the sentence asks how a thing is done, or whether it can be: "how do I …", "… kaise karte hain".
func (s sentence) asksHow() bool {
	if i := s.Find(l.How, l.Why); i >= 0 && s.Embedded(i) {
		return false
	}
	if s.Has(l.How) && !s.Has(l.HowMany, l.HowMuch, l.Smalltalk) && (s.Has(l.Task) || s.Writes() ||
		!s.Has(l.Prayer, l.Next, l.Now, l.Hadith) && s.Masjid.Empty()) {
		return true
	}
	if s.Has(l.Why) || s.Has(l.How) && s.Has(l.Hab) && !s.Has(l.Smalltalk, l.Time) {
		return true // why; kaise karte hain
	}
	return s.Is(0, l.Can) && s.Is(1, l.Me) && s.Is(1, l.One) && s.Forms.Grammar.I.Begin(s.Norm(1)) && s.asksLeave()
}

// asksLeave says whether the verb behind "can I" is one of what may be done, and not of what is to be seen.
func (s sentence) asksLeave() bool {
	return s.Is(2, l.Verb) && !s.Is(2, l.Show, l.See, l.Give) && !s.Is(0, l.Show)
}

// strays counts the words that nothing is known of, outside of names of places and masjids.
func (s sentence) strays() (count int) {
	for i, w := range s.Words {
		if w.Concepts.Empty() && !s.Masjid.Holds(w.First) && !s.Place.AreaAt.Holds(w.First) && !s.Place.CityAt.Holds(w.First) &&
			s.TimeAt(w.First) == nil && s.Tokens[w.First].Script != text.Number && !s.Joins(i) {
			count++
		}
		if w.Concepts.Has(l.Foreign, l.ForeignVerb) && !s.Masjid.Holds(w.First) {
			count++
		}
	}
	return count
}
