package reading

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// settle decides what words that stand for several things stand for here.
func (s *Reading) settle() {
	s.settleIsTask()
	s.settleToDo()
	for i := range s.Words {
		if s.isName(i) || s.isThing(i) {
			s.Words[i].Word = &l.Word{}
		}
		if s.ofSomeone(i) {
			s.Words[i].Word = &l.Word{}
		}
		s.settleSmall(i)
		s.settleKept(i)
		s.settleIzafat(i)
		if s.Is(i, l.Low) && s.Is(i, l.Task) {
			s.settleKam(i)
		}
		if s.tellsOfFinishing(i) {
			s.Words[i].Word = &l.Word{Concepts: s.Words[i].Concepts.With(l.Verb, l.Past, l.Finish), Languages: l.English}
		}
		if s.Is(i, l.Friday) && s.Is(i, l.Prayer) {
			s.settleFriday(i)
		}
	}
}

// settleSmall takes from small words what they do not stand for here: kya, no, main kaun.
func (s *Reading) settleSmall(i int) {
	first := s.Words[i].First
	if s.Is(i, l.Self) && first > 0 && (s.Place.AreaAt.Holds(first-1) || s.Place.CityAt.Holds(first-1)) {
		s.take(i, l.Self) // dha mein kaun si hain
	}
	if s.Is(i, l.What) && s.Is(i, l.Kar) && s.tellsOfDoing(i) {
		s.take(i, l.What) // nahi kiya
	}
	if s.Is(i, l.Drop) && s.Is(i-1, l.Not) && s.Words[i].Languages&l.English != 0 && !s.Parted(i) {
		s.take(i, l.Drop) // mustn't forget it
	}
	if s.Is(i, l.Where) && i > 0 && s.Forms.Ergative[s.Norm(i-1)] {
		s.take(i, l.Where) // doctor ne kaha
	}
	if s.Is(i, l.About) && s.tellsSize(i) {
		s.take(i, l.About) // bare bhai
	}
	s.settleOrdinal(i)
	s.settleNew(i)
	s.settleForeign(i)
	s.settleNumberSign(i)
}

// settleOrdinal takes the place in a list from a number that tells a day: Monday the 9th.
func (s *Reading) settleOrdinal(i int) {
	if s.Is(i, l.Ordinal) && s.Tokens[s.Words[i].First].Script == text.Number && s.TimeHolds(i) {
		s.take(i, l.Ordinal)
	}
}

// settleNew reads nai as new, and not as no, before a reminder: nai yaad dehani lagao.
func (s *Reading) settleNew(i int) {
	if s.Is(i, l.New) && s.Is(i, l.Not) && s.Is(i+1, l.Reminder) && !s.Parted(i+1) && (i == 0 || s.Is(i-1, l.Any)) {
		s.take(i, l.Not, l.No)
	}
}

// settleKept reads "keep it" before a day as an order to put it there, and not to leave it: kindly keep it on Saturday now.
func (s *Reading) settleKept(i int) {
	if !s.Is(i, l.Drop) || !s.Forms.Kept[s.Norm(i)] || i+1 >= len(s.Words) || !s.TimeHolds(i+1) || s.Parted(i+1) {
		return
	}
	s.Words[i].Word = &l.Word{Concepts: l.Set{}.With(l.Verb, l.Base, l.Move, l.It), Languages: l.English}
}

// settleForeign reads what is a filler only in Urdu as a thing of English: the bus pass.
func (s *Reading) settleForeign(i int) {
	if s.Is(i, l.Foreign) && s.Is(i, l.Filler) && s.Is(i-1, l.The, l.My, l.Any) && s.Words[i-1].Languages&l.English != 0 {
		s.take(i, l.Filler)
	}
}

// tellsSize says whether a word of Urdu that may stand for "about" only says how old or big someone is: bare bhai, but iske bare mein.
func (s *Reading) tellsSize(i int) bool {
	if s.Words[i].Languages&l.English != 0 || s.Is(i+1, l.In, l.Se) {
		return false
	}
	return !s.Is(i-1, l.Ka, l.It) || s.Bare(i+1) || s.Is(i+1, l.Filler)
}

// settleNumberSign reads "no" as short for number where it numbers something.
func (s *Reading) settleNumberSign(i int) {
	if !s.Forms.Grammar.NumberSigns[s.Norm(i)] {
		return
	}
	behind := s.Is(i-1, l.Task, l.Detail, l.Area) && !s.Parted(i)
	if behind || s.shortForNumber(i) || s.numberedBefore(i) {
		s.take(i, l.Not, l.No, l.Drop)
	}
}

// ofSomeone says whether a word by which someone is called is who is spoken of: dost ka tohfa, beta ki fees.
func (s *Reading) ofSomeone(i int) bool {
	return s.Is(i, l.Filler, l.Polite) && s.Forms.Vocatives[s.Norm(i)] && s.Is(i+1, l.Ka, l.Ko, l.For) && !s.Parted(i+1) &&
		s.Words[i+1].Languages&l.English == 0
}

// tellsOfDoing says whether a word that may ask what is the verb by its neighbours: nahi kiya, kiya maine, doctor ne mana kiya hai.
func (s *Reading) tellsOfDoing(i int) bool {
	deed := s.Is(i-1, l.Deed) && s.Is(i+1, l.Then, l.And) // phone kiya to
	return deed || s.Is(i-1, l.Not, l.Loan, l.Completed, l.Also) || s.Is(i+1, l.Me) && i > 0 || s.Bare(i-1) && s.doneBySomeone(i)
}

// doneBySomeone says whether a word is a verb that tells what someone did: doctor ne mana kiya hai.
func (s *Reading) doneBySomeone(i int) bool {
	if !s.Is(i+1, l.Is) && !s.Parted(i+1) {
		return false
	}
	for j := i - 2; j > 0 && !s.Parted(j+1); j-- {
		if s.Forms.Ergative[s.Norm(j)] {
			return true
		}
	}
	return false
}

// numberedBefore says whether "no" stands behind a number, and what it numbers follows: 5 no wala.
func (s *Reading) numberedBefore(i int) bool {
	return i > 0 && s.Is(i+1, l.Wala, l.Ko, l.Task, l.Ka, l.Ho) && s.Tokens[s.Words[i-1].Last].Script == text.Number && !s.Parted(i)
}

// isThing says whether a word of Urdu that says no is a thing in English: the mat.
func (s *Reading) isThing(i int) bool {
	of := i - 1
	if s.Is(of, l.CatName) {
		of-- // my prayer mat
	}
	if !s.Is(of, l.The, l.My) || !s.Is(i, l.Dont) || s.Words[i].Languages&l.English != 0 {
		return false
	}
	return s.Words[of].Languages&s.Words[i-1].Languages&l.English != 0
}

// isName says whether a word stands for nothing where it stands: push-ups, the name of an area.
func (s *Reading) isName(i int) bool {
	return i > 0 && s.Before(i) == text.Dash && s.Is(i, l.Filler) || s.After(i) == text.Dash && s.Is(i, l.Filler) ||
		s.Place.AreaAt.Holds(s.Words[i].First) && s.Is(i, l.Hadith, l.Prayer, l.Time)
}

// tellsOfFinishing says whether a sentence of English begins with "I have finished" before the tasks of which it tells.
func (s *Reading) tellsOfFinishing(i int) bool {
	first := s.Words[i]
	begins := i == 0 || s.Is(i-1, l.Filler, l.Yes, l.Greeting)
	mine := first.Last > first.First && s.Is(i, l.Completed) && s.Norm(i)[0] == 'i' && first.Languages&l.English != 0
	return begins && mine && s.Is(i+1, l.Task)
}

// shortForNumber says whether "no" stands for number: no 3, no. twelve.
func (s *Reading) shortForNumber(i int) bool {
	if i+1 >= len(s.Words) || s.Tokens[s.Words[i].Last].Script != text.Latin {
		return false
	}
	next := s.Words[i+1].First
	if s.Tokens[next].Script == text.Number {
		return true
	}
	_, to, ok := s.Num(next)
	return ok && s.Before(i+1).Has(text.Stop) && s.Follows(s.WordAt(to))
}

// settleIsTask reads "is task" before a number as a question of English, and not as "this task" of Urdu.
func (s *Reading) settleIsTask() {
	for i := range len(s.Words) - 1 {
		w := s.Words[i]
		isTask := w.Last == w.First+1 && s.Forms.Grammar.Is[s.Tokens[w.First].Norm] && s.Forms.Grammar.Task[s.Tokens[w.Last].Norm]
		if isTask && s.Is(i, l.It) && s.Tokens[w.Last+1].Script == text.Number {
			s.Words[i] = l.Tagged{Word: &l.Word{Concepts: l.Set{}.With(l.Is), Languages: l.English}, First: w.First, Last: w.First}
			task := l.Tagged{Word: &l.Word{Concepts: l.Set{}.With(l.Task), Languages: l.English}, First: w.Last, Last: w.Last}
			s.Words = slices.Insert(s.Words, i+1, task)
			return
		}
	}
}

// settleToDo reads "to do" behind who is to do it as what is to be done, and not as the word for a task: remind me to do laundry.
func (s *Reading) settleToDo() {
	for i := 1; i < len(s.Words); i++ {
		w := s.Words[i]
		isToDo := w.Last == w.First+1 && s.Is(i, l.Task) && s.Forms.Unmeant.Infinitive[s.Tokens[w.First].Norm] &&
			s.Forms.DoingVerbs[s.Tokens[w.Last].Norm]
		if !isToDo || !s.Is(i-1, l.Me, l.Forget) && !s.remindsBefore(i) {
			continue
		}
		s.Words[i] = l.Tagged{Word: &l.Word{Concepts: l.Set{}.With(l.To), Languages: l.English}, First: w.First, Last: w.First}
		s.Words = slices.Insert(s.Words, i+1, l.Tagged{Word: &l.Word{Languages: l.English}, First: w.Last, Last: w.Last})
		return
	}
}

// remindsBefore says whether a reminder is asked for before a word.
func (s *Reading) remindsBefore(i int) bool {
	for i--; i >= 0; i-- {
		if s.Is(i, l.Remind) {
			return true
		}
	}
	return false
}

// settleKam reads kam as less beside a priority, else as kaam.
func (s *Reading) settleKam(i int) {
	less := s.Is(i+1, l.High) && !s.Parted(i+1) && !s.Is(i-1, l.This, l.Wala, l.My) // kam zaroori
	if less || s.Is(i+1, l.Priority, l.CatName) || s.Is(i-1, l.Priority) ||
		s.Is(i-2, l.Priority) || s.Is(i-1, l.Ka, l.Ko) && s.Is(i-2, l.Priority) {
		s.take(i, l.Task)
	} else {
		s.take(i, l.Low)
	}
}

// settleFriday reads jumma as the day where something says so.
func (s *Reading) settleFriday(i int) {
	e := s.TimeAt(s.Words[i].First)
	if s.dayOfFriday(i) {
		s.take(i, l.Prayer)
		return
	}
	asked := e == nil || !e.Is(when.Day) || i == 1 && s.Is(0, l.Is) ||
		i == 0 && s.Is(1, l.In) && s.Find(l.Masjid) > 0 // jummah at Masjid Bilal
	for _, w := range s.Words {
		if w.Concepts.Has(l.Task, l.Remind, l.Yaad) {
			s.take(i, l.Prayer)
			return
		}
		asked = asked || w.Concepts.Has(l.When, l.Time, l.Timetable, l.Namaz, l.Jamaat, l.Iftar)
	}
	if !asked {
		s.take(i, l.Prayer)
	}
}

// dayOfFriday says whether jumma is called a day, or what follows "for" of Urdu: jumay ke din ke auqat, برائے جمعہ.
func (s *Reading) dayOfFriday(i int) bool {
	called := s.Is(i+1, l.Ka) && s.Is(i+2, l.Day, l.Recur) && !s.PartedBetween(i, i+2)
	return called || s.Is(i-1, l.For) && !s.Parted(i) && s.Words[i-1].Languages&l.English == 0
}

// MeansJummah says whether jumma is the prayer, where prayers are spoken of: "aur jumma?" and not "jumme ko".
func (s *Reading) MeansJummah() bool {
	i := s.Find(l.Friday)
	return i >= 0 && !s.Is(i+1, l.Ko) && s.Words[i].Languages&l.English == 0
}

// take takes concepts from a word of this sentence.
func (s *Reading) take(i int, less ...l.Concept) {
	word := *s.Words[i].Word
	word.Concepts = word.Concepts.Without(less...)
	if !word.Concepts.Has(l.Low, l.Prayer) {
		word.Value = ""
	}
	s.Words[i].Word = &word
}

// settleCourtesies reads a courtesy or a question of Urdu in the midst of English as a name: Zara's class, Aga Khan, a flu jab, with Karen.
func (s *Reading) settleCourtesies() {
	if s.Language != meaning.English {
		s.settleOr()
		return
	}
	for i, w := range s.Words {
		if w.Languages != l.Roman || s.Parted(i) {
			continue
		}
		behindName := s.Bare(i-1) || s.Is(i-1, l.The, l.My) && s.Words[i-1].Languages&l.English != 0
		if s.Bare(i-1) && s.Is(i-2, l.The, l.My) && s.Words[i-2].Languages&l.English != 0 && w.Concepts.Has(l.In, l.Me) {
			s.Words[i].Word = &l.Word{} // the boiler man
		}
		verb := w.Concepts.Has(l.Verb, l.Kar, l.Light) && s.Is(i-1, l.With, l.For, l.Se, l.The, l.My) && s.Words[i-1].Languages == l.English
		if verb || w.Concepts.Has(l.Polite) && !s.Parted(i+1) || w.Concepts.Has(l.Where, l.Why, l.If) && behindName {
			s.Words[i].Word = &l.Word{}
		}
	}
}

// settleOr reads "or" behind a deed of Urdu as aur, which is also typed so: tyre wala ho gaya or tel wala hata do.
func (s *Reading) settleOr() {
	for i := 1; i < len(s.Words); i++ {
		if s.Is(i, l.Or) && s.Is(i, l.And) && s.Is(i-1, l.Perf, l.Imp, l.Is) && s.Words[i-1].Languages&l.Roman != 0 {
			s.take(i, l.Or)
		}
	}
}
