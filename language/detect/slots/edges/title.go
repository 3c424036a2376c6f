// Package edges finds in Urdu what stands at the edges of a name and is no part of it.
package edges

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Sentence is a sentence in which names are found.
type Sentence struct{ *clauses.Clauses }

// Title is a title without what only says of what is to be done that it is a habit, or is left undone: sunnatein parhne ki aadat
// (dalni), sunnatein chhoot jati, pension nikalwani hoti; and without "wali" behind a time: 4 baje wali appointment.
func (s Sentence) Title(title reading.Span) reading.Span {
	if s.Language == meaning.English || title.To-title.From < 2 {
		return title
	}
	if s.Is(title.From, l.Wala) && title.From > 0 && s.TimeHolds(title.From-1) && !s.Parted(title.From) {
		title.From++
	}
	if to := s.beforeRoutine(title); to > title.From {
		title.To = to
	}
	return title
}

// beforeRoutine is where a title ends before the words that call it a habit; 0 where there are none.
func (s Sentence) beforeRoutine(title reading.Span) int {
	last := title.To - 1
	if s.Forms.Begun[s.Norm(last)] {
		last--
	}
	if s.Forms.Routines[s.Norm(last)] && s.Is(last-1, l.Ka) {
		return last - 1
	}
	last = title.To - 1
	if s.Forms.Missing[s.Norm(last-1)] && s.Is(last, l.Go) && s.Is(last, l.Perf) && s.Is(last-2, l.Inf) {
		return last - 1 // renew karana reh gaya
	}
	if !s.Forms.Habits[s.Norm(last)] {
		return 0
	}
	if s.Forms.Missing[s.Norm(last-1)] {
		return last - 1
	}
	before := s.Norm(last - 1)
	if f := s.Forms; f.InfinitiveEndings.End(before) || f.ObliqueEndings.End(before) || f.FeminineEndings.End(before) {
		return last
	}
	return 0
}

// Spelt says whether a word is a letter of English by its name beside another one, as in CMH.
func (s Sentence) Spelt(i int) bool {
	letter := func(i int) bool { return s.Forms.Letters[s.Norm(i)] }
	return letter(i) && (letter(i+1) && !s.Parted(i+1) || letter(i-1) && !s.Parted(i))
}

// IntoList says whether a word is the list into which something is put: dars ki tayari list mein likh lein.
func (s Sentence) IntoList(i int) bool {
	if s.Language == meaning.English || !s.Is(i, l.List) || s.Is(i-1, l.Ka) || !s.Is(i+1, l.In) || s.Main < 0 {
		return false
	}
	order := s.Acts[s.Main].At.From
	return order == i+2 || order == i+3 && s.Is(i+2, l.Also, l.Polite, l.Filler)
}

// OfCompartment is how many words tell what InCompartment finds.
const OfCompartment = 4

// InCompartment says whether the name of a category is what something is put into: zikr ke khane mein, ذکر والے خانے میں.
func (s Sentence) InCompartment(i int) bool {
	return s.Is(i+1, l.Ka, l.Wala) && s.Forms.Compartments[s.Norm(i+2)] && s.Is(i+3, l.In) && !s.Parted(i+1) && !s.Parted(i+3)
}

// EndsInIs says whether a clause of Urdu that "hai" closes ends before a word: urgent hai bill bharna hai.
func (s Sentence) EndsInIs(to int) bool {
	return s.Language != meaning.English && s.Is(to-1, l.Is) && s.Words[to-1].Languages&l.English == 0 && !s.Is(to, l.Ke, l.Not)
}
