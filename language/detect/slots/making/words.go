package making

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// Announced are the words by which in English a task is announced that follows them with no mark between: I need a new one on there, I
// want another on my list.
func (s Sentence) Announced() reading.Span {
	for i := 0; i < len(s.Words) && s.Language == meaning.English; i++ {
		if !s.Is(i, l.Want) || s.Parted(i+1) {
			continue
		}
		to := i + 1
		anew := false
		for s.Is(to, l.Any, l.The, l.New, l.Other, l.Another, l.One) && !s.Parted(to) {
			anew = anew || s.Is(to, l.New, l.Other, l.Another)
			to++
		}
		there := s.there(to)
		if !anew || there == to {
			continue
		}
		from := i
		for s.Is(from-1, l.Me) && !s.Parted(from) {
			from--
		}
		return reading.Span{From: from, To: there}
	}
	return reading.Span{}
}

// there returns the word behind those that say in English that a thing is on the list, where they begin with a word: on there, on my list.
// It is that word where they do not.
func (s Sentence) there(i int) int {
	switch {
	case !s.Is(i, l.On, l.In, l.To):
		return i
	case s.Is(i+1, l.There):
		return i + 2
	case s.Is(i+1, l.The, l.My) && s.Is(i+2, l.List):
		return i + 3
	}
	return i
}

// ForSomeone says whether in English a word that could ask for something to be done tells whom it is for: tickets for my stepson.
func (s Sentence) ForSomeone(i int) bool {
	last := s.Words[i].Last
	return s.Language == meaning.English && last > s.Words[i].First && s.Forms.Grammar.Determiners[s.Tokens[last].Norm] &&
		!s.Parted(i+1) && !s.TimeHolds(i+1)
}

// Named says whether in English the word task behind an order and a colon is part of what is named there: add: finish task 4 of the
// assignment.
func (s Sentence) Named(i int) bool {
	if s.Language != meaning.English || s.Main < 0 || s.Is(i-1, l.Any, l.New, l.Other, l.Also, l.My, l.The) {
		return false
	}
	behind := s.Acts[s.Main].At.To
	return behind < i && s.Before(behind).Has(text.Colon) && !s.Parted(i)
}

// labelled says whether a word begins what is named behind a colon, and before the colon it is only called a task: task: make up the fasts.
func (s Sentence) labelled(i int) bool {
	return s.Before(i).Has(text.Colon) && s.Is(i-1, l.Task, l.Reminder) && s.Opens(i-1)
}

// Opens says whether a sentence of English begins with a word, but for courtesies and words that make a task of it.
func (s Sentence) Opens(i int) bool {
	for i--; i >= 0; i-- {
		if !s.Is(i, l.Polite, l.Filler, l.Greeting, l.Can, l.You, l.Any, l.New, l.Other, l.To) {
			return false
		}
	}
	return s.Language == meaning.English
}

// PutsOnList says whether in English words begin with a verb by which what follows is to be on the list that stands behind them: keep make
// dua for Nani on my list, get haircut on the list.
func (s Sentence) PutsOnList(r reading.Span) bool {
	if !s.Forms.Keeping[s.Norm(r.From)] || r.To-r.From < 2 || !s.Opens(r.From) || !s.Is(r.To, l.On, l.In) {
		return false
	}
	return s.Is(r.To+1, l.My, l.The) && s.Is(r.To+2, l.List)
}

// TellsOfForgetting says whether words of English only tell that one forgets: I nearly forgot again, but not forget to pay.
func (s Sentence) TellsOfForgetting(r reading.Span) bool {
	for i := r.From; i < r.To; i++ {
		if s.Is(i, l.Forget) && i+2 >= r.To && i > r.From {
			return true
		}
	}
	return false
}

// TellsMore says whether a word begins a clause behind a comma and no part of a list: he's coming on Tuesday, whenever.
func (s Sentence) TellsMore(i int) bool {
	return s.Contracted(s.Words[i].First) || s.Forms.Joints.Doing[s.Norm(i)] || s.Forms.Vaguely[s.Norm(i)]
}

// Diarises says whether words of English begin with an order that the lexicon does not know, or with what closes the one before them:
// diarise VAT return, stick down lunch.
func (s Sentence) Diarises(r reading.Span) bool {
	if s.Main >= 0 && s.Forms.Noting[s.Norm(r.From)] && s.Acts[s.Main].At.To == r.From && s.Acts[s.Main].Does(l.Put, l.Create, l.Note) {
		return r.To-r.From > 1 && s.Language == meaning.English
	}
	return s.Forms.Diarising[s.Norm(r.From)] && r.To-r.From > 1 && s.Opens(r.From)
}
