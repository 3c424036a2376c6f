package detect

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// sentence is a text as it is read: its words, what they tell of time, which place they name, and what they do.
type sentence struct {
	text.Sentence
	words     []l.Tagged
	times     []when.Expression
	all       l.Set // what its words stand for
	acts      []act
	main      int // index of the act that says what is wanted; -1 for none
	place     place
	masjid    span       // tokens of the name of a masjid
	id        span       // tokens that number a task
	number    int        // the number they say
	ids       []numbered // every task named by its number
	numbers   []int      // of the tasks that something is wanted of, where they are several
	contrasts []contrast // numbers of which another is meant
	hijri     hijriDay   // the day of the Islamic calendar that it names
	question  span       // tokens that say which kind of question it is
	language  Language
	keys      l.Keys
	clauses   *clauses
	mentions  *mentions
	forms     *wordForms
}

// span is a run of tokens or words, half open.
type span struct{ from, to int }

func (s span) empty() bool         { return s.from >= s.to }
func (s span) holds(i int) bool    { return i >= s.from && i < s.to }
func (s span) touches(o span) bool { return s.from < o.to && o.from < s.to }

// longest is how many tokens of a text are read: those of 2,000 characters are hardly ever more.
const longest = 500

func (d *Detector) read(typed string) *sentence {
	s := &sentence{Sentence: text.Parse(typed), main: -1, clauses: d.clauses, mentions: d.mentions, forms: d.forms}
	if len(s.Tokens) > longest {
		s.Tokens = s.Tokens[:longest]
	}
	s.keys = l.KeysOf(s.Tokens)
	s.words = d.lexicon.Tag(s.Tokens, s.keys)
	s.times = d.times.Parse(s.Sentence)
	s.findHijri(d.hijri)
	s.place = d.places.find(s)
	s.settle()
	s.findContrasts()
	s.language = s.speaks()
	s.leaveDaysInNames()
	s.settleCourtesies()
	for _, w := range s.words {
		s.all = s.all.Union(w.Concepts)
	}
	s.findID()
	s.findActs()
	s.findBareID()
	s.settleNumbers()
	s.findMasjid()
	return s
}

// is says whether the word stands for any of these; none beyond the sentence does.
func (s *sentence) is(i int, of ...l.Concept) bool {
	return i >= 0 && i < len(s.words) && s.words[i].Concepts.Has(of...)
}

func (s *sentence) has(of ...l.Concept) bool { return s.all.Has(of...) }

// bare says whether nothing is known of a word: it is a name, or of what is spoken of.
func (s *sentence) bare(i int) bool { return i >= 0 && i < len(s.words) && s.words[i].Concepts.Empty() }

// before and after say what stands between a word and its neighbours.
func (s *sentence) before(i int) text.Gap { return s.Tokens[s.words[i].First].Before }
func (s *sentence) after(i int) text.Gap  { return s.Tokens[s.words[i].Last].After }

// parted says whether a clause may end between word i-1 and word i.
func (s *sentence) parted(i int) bool { return i <= 0 || i >= len(s.words) || s.before(i).Ends() }

// find returns the first word that stands for any of these; -1 for none.
func (s *sentence) find(of ...l.Concept) int {
	for i := range s.words {
		if s.is(i, of...) {
			return i
		}
	}
	return -1
}

// timeAt returns the expression of time which holds a token; nil for none.
func (s *sentence) timeAt(token int) *when.Expression {
	for i := range s.times {
		if e := &s.times[i]; token >= e.From && token < e.To {
			return e
		}
	}
	return nil
}

// num is the number that a token is, or is the word for.
func (s *sentence) num(token int) (value, to int, ok bool) {
	if e := s.timeAt(token); e != nil && e.From == token && e.Is(when.Number) && e.Number > 0 {
		return e.Number, e.To, true
	}
	if token < len(s.Tokens) && s.Tokens[token].Script == text.Number {
		n := 0
		for _, c := range s.Tokens[token].Norm {
			n = n*10 + int(c-'0')
			if n > maxNumber || c < '0' || c > '9' {
				return 0, 0, false
			}
		}
		return n, token + 1, n > 0
	}
	return 0, 0, false
}

// maxNumber is the greatest number of a task.
const maxNumber = 1<<31 - 1

// speaks says which language the sentence is in, by the words that only one has.
func (s *sentence) speaks() Language {
	arabic, latin := 0, 0
	for _, token := range s.Tokens {
		switch token.Script {
		case text.Arabic:
			arabic++
		case text.Latin:
			latin++
		case text.Number, text.Other:
		}
	}
	if arabic > 0 && arabic*2 >= latin {
		return Urdu
	}
	english, roman := 0, 0
	for _, w := range s.words {
		switch w.Languages {
		case l.English:
			english++
		case l.Roman:
			roman++
		}
	}
	if roman > english || roman == english && roman > 0 && (s.is(len(s.words)-1, l.Kar, l.Light, l.Is) || s.ofRoman()) {
		return RomanUrdu
	}
	return English
}

// ofRoman says whether a particle of Roman Urdu joins loanwords: ramzan ka calendar.
func (s *sentence) ofRoman() bool {
	for i := 1; i < len(s.words)-1; i++ {
		if s.is(i, l.Ka) && s.words[i].Languages == l.Roman {
			return true
		}
	}
	return false
}

// neutral says whether no word of the sentence tells its language.
func (s *sentence) neutral() bool {
	for _, token := range s.Tokens {
		if token.Script == text.Arabic {
			return false
		}
	}
	for _, w := range s.words {
		if w.Languages == l.English || w.Languages == l.Roman {
			return false
		}
	}
	return true
}

// settle decides what words that stand for several things stand for here.
func (s *sentence) settle() {
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
		if i == 0 && s.words[0].Last > 0 && s.is(0, l.Completed) && s.Tokens[0].Norm[0] == 'i' && s.words[0].Languages&l.English != 0 && s.is(1, l.Task) {
			s.words[0].Word = &l.Word{Concepts: s.words[0].Concepts.With(l.Verb, l.Past, l.Finish), Languages: l.English} // I have finished one of my tasks
		}
		if s.Tokens[s.words[i].First].Norm == "no" && (s.is(i-1, l.Task, l.Detail, l.Area) && !s.parted(i) || s.shortForNumber(i)) {
			s.take(i, l.Not, l.No, l.Drop)
		}
		if s.is(i, l.Friday) && s.is(i, l.Prayer) {
			s.settleFriday(i)
		}
	}
}

// shortForNumber says whether "no" stands for number: no 3, no. twelve.
func (s *sentence) shortForNumber(i int) bool {
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
func (s *sentence) settleIsTask() {
	for i := range len(s.words) - 1 {
		w := s.words[i]
		if s.is(i, l.It) && w.Last == w.First+1 && s.Tokens[w.First].Norm == "is" && s.Tokens[w.Last].Norm == "task" && s.Tokens[w.Last+1].Script == text.Number {
			s.words[i] = l.Tagged{Word: &l.Word{Concepts: l.Set{}.With(l.Is), Languages: l.English}, First: w.First, Last: w.First}
			task := l.Tagged{Word: &l.Word{Concepts: l.Set{}.With(l.Task), Languages: l.English}, First: w.Last, Last: w.Last}
			s.words = slices.Insert(s.words, i+1, task)
			return
		}
	}
}

// settleKam reads kam as less beside a priority, else as kaam.
func (s *sentence) settleKam(i int) {
	if s.is(i+1, l.Priority, l.CatName) || s.is(i-1, l.Priority) ||
		s.is(i-2, l.Priority) || s.is(i-1, l.Ka, l.Ko) && s.is(i-2, l.Priority) {
		s.take(i, l.Task)
	} else {
		s.take(i, l.Low)
	}
}

// settleFriday reads jumma as the day where something says so.
func (s *sentence) settleFriday(i int) {
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
func (s *sentence) meansJummah() bool {
	i := s.find(l.Friday)
	return i >= 0 && !s.is(i+1, l.Ko) && s.words[i].Languages&l.English == 0
}

// take takes concepts from a word of this sentence.
func (s *sentence) take(i int, less ...l.Concept) {
	word := *s.words[i].Word
	word.Concepts = word.Concepts.Without(less...)
	if !word.Concepts.Has(l.Low, l.Prayer) {
		word.Value = ""
	}
	s.words[i].Word = &word
}

// findID finds the number by which a task is named: task 3, task no. 3, #3, 31 number task, number 11, task teen.
func (s *sentence) findID() {
	for i := range s.words {
		first := s.words[i].First
		number, to, ok := s.num(first)
		if !ok && s.is(i, l.De) && s.is(i+1, l.NumberWord) && !s.parted(i+1) {
			number, to, ok = 2, first+1, true // do number task
		}
		if !ok {
			continue
		}
		before, after := i-1, s.wordAt(to)
		for s.is(before, l.NumberWord) && !s.is(before, l.Task) {
			before--
		}
		named := before < i-1 || s.Tokens[first].Before.Has(text.Hash)
		switch {
		case s.isFor(first):
			continue
		case named && (s.is(before, l.Task) || !s.isNumbered(before)),
			s.is(before, l.Task) && !s.is(before-1, l.New, l.Any) && !s.counts(after),
			s.is(after, l.NumberWord) && s.is(after+1, l.Task, l.Wala, l.Ka, l.Ko),
			(!s.bare(i-1) || s.parted(i)) && s.is(after, l.Wala) && s.is(after+1, l.Task, l.Delete, l.Finish, l.Ko, l.Ka, l.Change, l.Move, l.Cancel, l.Mark, l.Kar):
			if e := s.timeAt(first); e != nil && e.Time() {
				continue
			}
			if s.ids = append(s.ids, numbered{span{first, to}, number}); len(s.ids) == 1 {
				s.id, s.number = span{first, to}, number
			}
		}
	}
}

// isFor says whether a token is the 4 by which people write "for": my tasks 4 today.
func (s *sentence) isFor(token int) bool {
	if s.Tokens[token].Norm != "4" || token == 0 || s.Tokens[token-1].Norm != "tasks" {
		return false
	}
	e := s.timeAt(token + 1)
	return e != nil && e.From == token+1 && e.Is(when.Day)
}

// taskDeeds are what is done to tasks.
var taskDeeds = []l.Concept{l.Delete, l.Finish, l.Mark, l.Change, l.Move, l.Reopen, l.Cancel, l.Rename, l.Put}

// findBareID finds the number of a task beside the verb: tick 38, 61 delete kar do.
func (s *sentence) findBareID() {
	if !s.id.empty() || s.main < 0 || s.has(l.Task, l.Masjid, l.Namaz, l.Hadith) {
		return
	}
	a := s.acts[s.main]
	if !a.does(taskDeeds...) {
		return
	}
	for i := range s.words {
		number, to, ok := s.num(s.words[i].First)
		after := s.wordAt(to)
		beside := i == 0 || i == a.at.to || i == a.at.from-1 || s.parted(after)
		if ok && beside && !s.bare(i-1) && (after >= len(s.words) || after == a.at.from || s.parted(after) || s.is(after, l.To, l.As, l.Ko, l.Under, l.Is, l.Polite)) {
			if e := s.timeAt(s.words[i].First); e == nil || !e.Time() {
				s.id, s.number = span{s.words[i].First, to}, number
				s.ids = append(s.ids, numbered{s.id, number})
				return
			}
		}
	}
}

// isNumbered says whether a word is one whose things have numbers: surah no. 3, block number 5.
func (s *sentence) isNumbered(i int) bool { return s.bare(i) || s.is(i, l.Area, l.Detail) }

// counts says whether a number before this word counts things, or tells a time.
func (s *sentence) counts(i int) bool { return s.is(i, l.Hour) }

// wordAt returns the index of the word that begins at or after a token.
func (s *sentence) wordAt(token int) int {
	for i, w := range s.words {
		if w.First >= token {
			return i
		}
	}
	return len(s.words)
}

// beenDone says whether the sentence speaks of what is done: ho chuke, kar liye. notDone: nahi hue.
func (s *sentence) beenDone() bool {
	for _, a := range s.acts {
		if a.mood == told && !a.negated && a.does(l.Ho, l.Kar, l.Finish) {
			return true
		}
	}
	return false
}

func (s *sentence) notDone() bool {
	for _, a := range s.acts {
		if a.mood == told && a.negated && a.does(l.Ho, l.Kar, l.Finish) {
			return true
		}
	}
	return false
}

// settleCourtesies reads a courtesy or a question of Urdu in the midst of English as a name: Zara's class, Aga Khan.
func (s *sentence) settleCourtesies() {
	if s.language != English {
		return
	}
	for i, w := range s.words {
		if w.Languages == l.Roman && (w.Concepts.Has(l.Polite) && !s.parted(i) && !s.parted(i+1) || w.Concepts.Has(l.Where) && s.bare(i-1) && !s.parted(i)) {
			s.words[i].Word = &l.Word{}
		}
	}
}
