// Package chores knows work of the house and the like by which no task is removed, though its verb is one for that: take out the trash,
// ghar saaf karna.
package chores

import (
	_ "embed"
	"slices"

	"github.com/salaatflow/platform/language/detect/forms"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

//go:embed chores.yaml
var choresYAML []byte

// Vocabulary is that of chores.yaml, which explains it.
type Vocabulary struct {
	Things    forms.Runs    `yaml:"things"`
	Stems     forms.Affixes `yaml:"stems"`
	Loans     forms.Set     `yaml:"loans"`
	Particles forms.Set     `yaml:"particles"`
}

// Load reads the words.
func Load() (*Vocabulary, error) {
	w := &Vocabulary{}
	if err := forms.Decode("chores.yaml", choresYAML, w); err != nil {
		return nil, err
	}
	return w, nil
}

// removing is what the verbs of chores may stand for.
var removing = []l.Concept{l.Delete, l.Cancel, l.Khatam}

// tasks are what says that a task is meant.
var tasks = []l.Concept{
	l.Task, l.List, l.One, l.Wala, l.All, l.Ordinal, l.NumberWord, l.Completed, l.Pending, l.Reminder, l.Masjid, l.Hadith, l.Profile,
	l.Account, l.Other, l.Not,
}

// Settle returns a reading in which the verb of a chore is that of any work: what is done with it is done to no task. It is the same one
// where there is none; that is never changed.
func (w *Vocabulary) Settle(r *reading.Reading) *reading.Reading {
	if !r.Has(removing...) {
		return r
	}
	s := sentence{w, r}
	for i := range s.Words {
		if s.Is(i, removing...) && s.isChore(i) {
			if s.Reading == r {
				settled := *r
				settled.Words = slices.Clone(r.Words)
				s.Reading = &settled
			}
			s.settle(i)
		}
	}
	if s.Reading == r {
		return r
	}
	s.All = l.Set{}
	for _, word := range s.Words {
		s.All = s.All.Union(word.Concepts)
	}
	return s.Reading
}

type sentence struct {
	*Vocabulary
	*reading.Reading
}

// settle makes of a verb one that any work may be: of a loan that another verb carries, a thing.
func (s sentence) settle(i int) {
	word := s.Words[i]
	if s.isLoan(i) {
		s.Words[i].Word = &l.Word{}
		return
	}
	is := word.Concepts.Without(removing...).Without(l.Take, l.List, l.Loan).With(l.Deed, l.Verb)
	s.Words[i].Word = &l.Word{Concepts: is, Languages: word.Languages}
	if next := i + 1; next < len(s.Words) && s.Language == meaning.English && s.Particles[s.Norm(next)] && !s.Parted(next) {
		s.Words[next].Word = &l.Word{Concepts: l.Set{}.With(l.Filler), Languages: l.English} // wipe down
	}
	for j := i + 1; j < len(s.Words) && !s.Parted(j); j++ {
		if s.Is(j-1, l.The, l.My) && s.Is(j, removing...) {
			s.Words[j].Word = &l.Word{} // take out the trash
		}
	}
}

// isLoan says whether a word of another language is carried by a verb of Urdu: saaf karna.
func (s sentence) isLoan(i int) bool { return s.Is(i, l.Loan) && s.Is(i+1, l.Kar) && !s.Parted(i+1) }

// isChore says whether a verb that may remove a task is work to be done.
func (s sentence) isChore(i int) bool {
	if s.Language == meaning.English {
		return s.Words[i].Languages&l.English != 0 && s.inEnglish(i)
	}
	return s.inUrdu(i)
}

// inEnglish says so of a verb of English, by what stands around it.
func (s sentence) inEnglish(i int) bool {
	things := s.Things.At(s.Tokens, s.Words[i].First) == s.Words[i].Last+1-s.Words[i].First
	from := i + 1
	if things && from < len(s.Words) && s.Particles[s.Norm(from)] {
		from++
	}
	to := s.object(from)
	if to == from || !s.Is(i, l.Base, l.Past) || !s.begins(i) {
		return false
	}
	switch {
	case s.Is(i, l.Past) && !s.Is(i, l.Base):
		return things && s.EndsHere(to) && s.Last(to)
	case s.saysDone(to):
		return things || s.Is(to, l.Is)
	case s.addsIt(to):
		return true
	case s.timeFrom(to):
		return things
	}
	return things && s.Is(i-1, l.Want) && s.EndsHere(to)
}

// begins says whether a verb stands where a clause begins, behind no more than a courtesy, an obligation or who did it.
func (s sentence) begins(i int) bool {
	for i > 0 && !s.Parted(i) && s.Is(i-1, l.Polite, l.Filler, l.Me, l.Also, l.Want) && !s.Is(i-1, l.Can) {
		i--
	}
	return s.Parted(i)
}

// object is the word behind what a verb is done to that begins at a word; the word itself where that may be a task.
func (s sentence) object(from int) int {
	if s.Is(from, l.It, l.This) || from >= len(s.Words) || s.Parted(from) {
		return from
	}
	to, named := from, false
	for ; to < len(s.Words) && !s.TimeHolds(to) && (to == from || !s.Parted(to)) && !s.closes(to); to++ {
		if s.Is(to, tasks...) {
			return from
		}
		named = named || s.Bare(to) || s.Is(to, l.Deed, l.Foreign, l.Delete, l.CatName, l.Khatam)
	}
	if !named {
		return from
	}
	return to
}

// closes says whether a word ends what a verb is done to: is done, add that.
func (s sentence) closes(i int) bool {
	dashed := s.Before(i).Has(text.Dash) && s.Before(i).Has(text.Space)
	return dashed || s.Is(i, l.Is, l.Finish) && !s.Is(i, l.The) || s.Is(i, l.Create, l.Put) && s.Is(i+1, l.It, l.This, l.To, l.On)
}

// saysDone says whether what follows from a word on to the end is that it is done.
func (s sentence) saysDone(i int) bool {
	if s.Is(i, l.Is) && !s.Parted(i) {
		i++
	}
	return s.Is(i, l.Finish) && s.Is(i, l.Past) && !s.Parted(i) && s.EndsHere(i+1) && s.Last(i+1)
}

// addsIt says whether what follows from a word on, or behind a time there, is an order to add it to the list.
func (s sentence) addsIt(i int) bool {
	for i < len(s.Words) && (s.TimeHolds(i) || s.Is(i, l.Polite, l.Filler, l.And, l.Can, l.You)) {
		i++
	}
	if !s.Is(i, l.Create, l.Put) || !s.Is(i, l.Base) {
		return false
	}
	return s.Is(i+1, l.It, l.This) || s.Is(i+1, l.To, l.On) && (s.Is(i+2, l.List) || s.Is(i+3, l.List))
}

// timeFrom says whether from a word on nothing is told but when or how often.
func (s sentence) timeFrom(i int) bool {
	if i >= len(s.Words) {
		return false
	}
	e := s.TimeAt(s.Words[i].First)
	if e == nil || !e.Is(when.Day|when.Clock|when.Rhythm|when.Anchor) || e.Former || e.Past {
		return false
	}
	for i < len(s.Words) && (s.TimeHolds(i) || s.Is(i, l.Polite, l.Filler)) {
		i++
	}
	return i == len(s.Words)
}

// inUrdu says so of a verb of Urdu, or of a loan that one carries, in its infinitive.
func (s sentence) inUrdu(i int) bool {
	if i > 0 && s.Is(i-1, tasks...) || s.Has(l.Wala, l.Task, l.List, l.One, l.All) {
		return false
	}
	things := s.Stems.Begin(s.Norm(i)) || s.Loans[s.Norm(i)]
	end := i + 1
	if s.isLoan(i) {
		end++
	}
	if i == 0 || s.Parted(i) || s.Is(i-1, l.It, l.This) {
		return false
	}
	if !s.Is(end-1, l.Inf) {
		return things && s.told(end)
	}
	switch {
	case s.Is(0, l.Create) && s.Is(0, l.Base) && s.EndsHere(end):
		return true // add kachra phenkna
	case !s.Is(end, l.Is):
		return false
	case s.doneBehind(end + 1):
		return true // hatana tha wo kar diya
	case s.Is(i, l.Loan) && !things:
		return false
	}
	return things || s.timed()
}

// told says whether a verb of Urdu before a word is told as done, and nothing follows: phenk diya, saaf kar diya.
func (s sentence) told(end int) bool {
	return s.Is(end, l.Light) && s.Is(end, l.Perf) && s.EndsHere(end+1) && s.Last(end+1)
}

// doneBehind says whether from a word on to the end it is told that it was done: wo kar diya, ho gaya.
func (s sentence) doneBehind(i int) bool {
	last := len(s.Words) - 1
	for last > i && s.Is(last, l.Is, l.Filler, l.Polite) {
		last--
	}
	return last >= i && s.Is(last, l.Perf) && !s.PartedBetween(i, last)
}

// timed says whether a day or an hour is told that is not of what was.
func (s sentence) timed() bool {
	for _, e := range s.Times {
		if e.Is(when.Day|when.Clock|when.Rhythm|when.Anchor) && !e.Former && !e.Past {
			return true
		}
	}
	return false
}
