package questions

import (
	"strconv"

	"github.com/salaatflow/platform/language/detect/forms"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots/named"
	"github.com/salaatflow/platform/language/detect/text"
)

// hadithSlots finds the collection that a hadith is to be from, its number there, and the language of its text.
func (s sentence) hadithSlots(slots *meaning.Slots) {
	collection, at := s.longestOf(s.Mentions.Collections)
	set(&slots.Collection, collection)
	language, _ := s.longestOf(s.Mentions.Languages)
	set(&slots.TextIn, language)
	if collection == "" {
		s.numberedHadith(slots)
		return
	}
	if _, topic, _ := named.Topic(s.Clauses); topic.Touches(at) {
		slots.Topic = nil
	}
	set(&slots.Number, s.hadithNumber(at))
}

// forty is the collection whose numbers are meant where no book is named.
const forty = "nawawi40"

// numberedHadith finds a number right behind "hadith" or behind a book: hadith number 5, muslim 1907.
func (s sentence) numberedHadith(slots *meaning.Slots) {
	collection, at := s.longestOf(s.Mentions.NumberedBooks)
	if hadith := s.Find(l.Hadith); collection == "" && hadith >= 0 {
		collection, at = forty, reading.Span{From: s.Words[hadith].First, To: s.Words[hadith].Last + 1}
	}
	next := at.To
	next += s.Mentions.Numbers.At(s.Tokens, next)
	if collection == "" || next >= len(s.Tokens) || s.Tokens[next].Script != text.Number {
		return
	}
	set(&slots.Collection, collection)
	set(&slots.Number, s.Tokens[next].Norm)
	slots.Topic = nil
}

// hadithNumber returns the number that a hadith has in a collection, which is named at: in digits as they are written, and else in
// words (the fifth, number paanch). It returns "" if there is none; "one hadith" is no number.
func (s sentence) hadithNumber(at reading.Span) string {
	for i, token := range s.Tokens {
		if token.Script == text.Number && !at.Holds(i) {
			return token.Norm
		}
	}
	for i := range s.Tokens {
		if e := s.TimeAt(i); e != nil && !at.Holds(i) && e.Counts() {
			return strconv.Itoa(e.Number)
		}
	}
	return ""
}

// longestOf returns the key of the longest of the runs that the sentence has, and its tokens.
func (s sentence) longestOf(named map[string]forms.Runs) (key string, at reading.Span) {
	for i := range s.Tokens {
		for name, r := range named {
			if n := r.At(s.Tokens, i); n > at.To-at.From || n > 0 && n == at.To-at.From && at.From == i && name < key {
				key, at = name, reading.Span{From: i, To: i + n}
			}
		}
	}
	return key, at
}
