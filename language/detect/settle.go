package detect

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// settle decides what words that stand for several things stand for here.
func (s *reading) settle() {
	s.settleIsTask()
	for i := range s.words {
		if i > 0 && s.before(i) == text.Dash && s.is(i, l.Filler) {
			s.words[i].Word = &l.Word{} // push-ups
		}
		if s.place.areaAt.holds(s.words[i].First) && s.is(i, l.Hadith, l.Prayer, l.Time) {
			s.words[i].Word = &l.Word{}
		}
		if s.is(i, l.What) && s.is(i, l.Kar) && (s.is(i-1, l.Not, l.Loan, l.Completed, l.Also) || s.is(i+1, l.Me) && i > 0) {
			s.take(i, l.What) // nahi kiya
		}
		if s.is(i, l.Low) && s.is(i, l.Task) {
			s.settleKam(i)
		}
		if i == 0 && s.tellsOfFinishing() {
			s.words[0].Word = &l.Word{Concepts: s.words[0].Concepts.With(l.Verb, l.Past, l.Finish), Languages: l.English}
		}
		if s.Tokens[s.words[i].First].Norm == "no" && (s.is(i-1, l.Task, l.Detail, l.Area) && !s.parted(i) || s.shortForNumber(i)) {
			s.take(i, l.Not, l.No, l.Drop)
		}
		if s.is(i, l.Friday) && s.is(i, l.Prayer) {
			s.settleFriday(i)
		}
	}
}

// tellsOfFinishing says whether a sentence of English begins with "I have finished" before the tasks of which it tells.
func (s *reading) tellsOfFinishing() bool {
	first := s.words[0]
	return first.Last > 0 && s.is(0, l.Completed) && s.Tokens[0].Norm[0] == 'i' && first.Languages&l.English != 0 && s.is(1, l.Task)
}

// shortForNumber says whether "no" stands for number: no 3, no. twelve.
func (s *reading) shortForNumber(i int) bool {
	if i+1 >= len(s.words) || s.Tokens[s.words[i].Last].Script != text.Latin {
		return false
	}
	next := s.words[i+1].First
	if s.Tokens[next].Script == text.Number {
		return true
	}
	_, to, ok := s.num(next)
	return ok && s.before(i+1).Has(text.Stop) && s.follows(s.wordAt(to))
}

// settleIsTask reads "is task" before a number as a question of English, and not as "this task" of Urdu.
func (s *reading) settleIsTask() {
	for i := range len(s.words) - 1 {
		w := s.words[i]
		isTask := w.Last == w.First+1 && s.Tokens[w.First].Norm == "is" && s.Tokens[w.Last].Norm == "task"
		if isTask && s.is(i, l.It) && s.Tokens[w.Last+1].Script == text.Number {
			s.words[i] = l.Tagged{Word: &l.Word{Concepts: l.Set{}.With(l.Is), Languages: l.English}, First: w.First, Last: w.First}
			task := l.Tagged{Word: &l.Word{Concepts: l.Set{}.With(l.Task), Languages: l.English}, First: w.Last, Last: w.Last}
			s.words = slices.Insert(s.words, i+1, task)
			return
		}
	}
}

// settleKam reads kam as less beside a priority, else as kaam.
func (s *reading) settleKam(i int) {
	if s.is(i+1, l.Priority, l.CatName) || s.is(i-1, l.Priority) ||
		s.is(i-2, l.Priority) || s.is(i-1, l.Ka, l.Ko) && s.is(i-2, l.Priority) {
		s.take(i, l.Task)
	} else {
		s.take(i, l.Low)
	}
}

// settleFriday reads jumma as the day where something says so.
func (s *reading) settleFriday(i int) {
	e := s.timeAt(s.words[i].First)
	asked := e == nil || !e.Is(when.Day) || i == 1 && s.is(0, l.Is)
	for _, w := range s.words {
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

// meansJummah says whether jumma is the prayer, where prayers are spoken of: "aur jumma?" and not "jumme ko".
func (s *reading) meansJummah() bool {
	i := s.find(l.Friday)
	return i >= 0 && !s.is(i+1, l.Ko) && s.words[i].Languages&l.English == 0
}

// take takes concepts from a word of this sentence.
func (s *reading) take(i int, less ...l.Concept) {
	word := *s.words[i].Word
	word.Concepts = word.Concepts.Without(less...)
	if !word.Concepts.Has(l.Low, l.Prayer) {
		word.Value = ""
	}
	s.words[i].Word = &word
}

// settleCourtesies reads a courtesy or a question of Urdu in the midst of English as a name: Zara's class, Aga Khan.
func (s *reading) settleCourtesies() {
	if s.language != English {
		return
	}
	for i, w := range s.words {
		if w.Languages != l.Roman || s.parted(i) {
			continue
		}
		if w.Concepts.Has(l.Polite) && !s.parted(i+1) || w.Concepts.Has(l.Where) && s.bare(i-1) {
			s.words[i].Word = &l.Word{}
		}
	}
}
