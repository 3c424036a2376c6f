// Package naming judges which words of a sentence name a task. It has learned how well a name begins with a word, ends with it, holds it
// or stands beside it, and weighs by that every run of words that might be the name.
package naming

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// Kind is what is named.
type Kind uint8

// The kinds of names.
const (
	Title Kind = iota // of a task that is to be made
	Ref               // of one that there is
	Asked             // of one that is asked about, if any one is
)

// Kinds is how many there are.
const Kinds = 3

// Sentence is a sentence that names a task, or may.
type Sentence struct {
	Read *clauses.Clauses
	Kind Kind
	// Taken are the tokens that say something else than its name.
	Taken []bool
	// Said says that the sentence tells what the name is.
	Said bool
}

const (
	// longest is how many tokens a sentence has at most that is judged.
	longest = 80
	// LongestName is how many a name has at most.
	LongestName = 14
)

// Judged says whether the sentence is one of those that are judged.
func (s *Sentence) Judged() bool {
	return s.Read != nil && len(s.Read.Tokens) > 0 && len(s.Read.Tokens) <= longest
}

// Text is the words of a name, as they are kept.
func (s *Sentence) Text(name reading.Span) string {
	return text.Tidy(s.Read.Piece(name.From, name.To-1))
}

// Features are those of each token, for training.
func (s *Sentence) Features() [][]model.Feature {
	var f featurer
	f.read(s)
	all := make([][]model.Feature, len(s.Read.Tokens))
	for t := range all {
		all[t] = slices.Clone(f.of(t))
	}
	return all
}

// finds calls a function with each place where a name stands in the sentence.
func (s *Sentence) finds(name string, found func(reading.Span)) {
	words := text.Parse(name).Tokens
	for from := 0; from+len(words) <= len(s.Read.Tokens) && len(words) > 0; from++ {
		if s.readsAt(from, words) {
			found(reading.Span{From: from, To: from + len(words)})
		}
	}
}

func (s *Sentence) readsAt(from int, words []text.Token) bool {
	for i := range words {
		if s.Read.Tokens[from+i].Norm != words[i].Norm {
			return false
		}
	}
	return true
}

// pastOwner is the name of a task in English without "my" or "the" at its beginning.
func (s *Sentence) pastOwner(name reading.Span) reading.Span {
	owned := s.Kind != Title && s.Read.Language == meaning.English && s.Read.Forms.Grammar.Determiners[s.Read.Tokens[name.From].Norm]
	if owned && name.From+1 < name.To {
		name.From++
	}
	return name
}

// tellsThing says whether a word of a name tells which thing or deed it is of, and not only which of several, as in "the next one".
func (s *Sentence) tellsThing(name reading.Span) bool {
	for i := s.Read.WordAt(name.From); i < len(s.Read.Words) && s.Read.Words[i].First < name.To; i++ {
		if s.Read.Bare(i) || s.Read.Is(i, l.Foreign, l.ForeignVerb, l.Deed, l.Loan, l.Inf, l.Base, l.Gerund, l.CatName) {
			return true
		}
	}
	return false
}

// orders says whether a name holds the verb that says what to do with the task, or begins with one that only tells of it:
// دوسرا حذف کر دو; that was yasin.
func (s *Sentence) orders(name reading.Span) bool {
	if s.Kind == Title {
		return false
	}
	first, behind := s.Read.WordAt(name.From), s.Read.WordAt(name.To)
	if main := s.Read.Main; main >= 0 {
		a := s.Read.Acts[main]
		if a.Does(l.Delete, l.Cancel, l.Finish, l.Mark, l.Change, l.Move) && a.At.From >= first && a.At.From < behind {
			return true
		}
	}
	return s.Read.Is(first, l.Is)
}

// saysMore says whether a name is denied or orders something, and the one that was found is not so.
func (s *Sentence) saysMore(name, found reading.Span) bool {
	return s.denied(name) && !s.denied(found) || s.orders(name) && !s.orders(found)
}

// denied says whether it is said of what a name names that it is not meant: not the milk, doodh nahi.
func (s *Sentence) denied(name reading.Span) bool {
	before, behind := s.Read.WordAt(name.From)-1, s.Read.WordAt(name.To)
	for s.Read.Is(before, l.The, l.My) {
		before--
	}
	urdu := s.Read.Language != meaning.English // "the cake isn't ordered" tells of the cake
	return s.saysNo(before) || urdu && s.saysNo(behind) && !s.Read.Parted(behind)
}

// saysNo says whether a word denies, and is no order not to do something.
func (s *Sentence) saysNo(i int) bool { return s.Read.Is(i, l.Not) && !s.Read.Is(i, l.Dont) }

// quoted says whether a name stands in quotation marks: there is nothing to judge.
func (s *Sentence) quoted(name reading.Span) bool {
	return s.Read.Tokens[name.From].Before.Has(text.Quote) && s.Read.Tokens[name.To-1].After.Has(text.Quote)
}
