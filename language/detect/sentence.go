package detect

import (
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
