package detect

import (
	"fmt"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// reader reads texts. It never changes and may be used by many at once.
type reader struct {
	lexicon  *l.Lexicon
	times    *when.Grammar
	places   *places
	clauses  *clauses
	mentions *mentions
	forms    *wordForms
	hijri    *hijriWords
}

// newReader returns a reader with the lexicon, the tables of times and the lists of words that come with the program.
func newReader() (*reader, error) {
	r := &reader{}
	for _, load := range [...]func() error{
		func() (err error) { r.lexicon, err = l.Load(); return err },
		func() (err error) { r.times, err = when.New(); return err },
		func() (err error) { r.places, err = newPlaces(); return err },
		func() (err error) { r.clauses, err = loadClauses(); return err },
		func() (err error) { r.mentions, err = loadMentions(); return err },
		func() (err error) { r.forms, err = loadForms(formsYAML); return err },
		func() (err error) { r.hijri, err = loadHijri(hijriYAML); return err },
	} {
		if err := load(); err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
	}
	return r, nil
}

// longest is how many tokens of a text are read: those of 2,000 characters are hardly ever more.
const longest = 500

// read reads a text.
func (r *reader) read(typed string) *reading {
	s := &reading{Sentence: text.Parse(typed), clauses: r.clauses, mentions: r.mentions, forms: r.forms}
	if len(s.Tokens) > longest {
		s.Tokens = s.Tokens[:longest]
	}
	s.keys = l.KeysOf(s.Tokens)
	s.words = r.lexicon.Tag(s.Tokens, s.keys)
	s.times = r.times.Parse(s.Sentence)
	s.findHijri(r.hijri)
	s.place = r.places.find(s)
	s.settle()
	s.findContrasts()
	s.language = s.speaks()
	s.leaveDaysInNames()
	s.settleCourtesies()
	for _, w := range s.words {
		s.all = s.all.Union(w.Concepts)
	}
	return s
}

// tag returns the words of a text, and their keys.
func (r *reader) tag(tokens []text.Token) ([]l.Tagged, l.Keys) {
	keys := l.KeysOf(tokens)
	return r.lexicon.Tag(tokens, keys), keys
}
