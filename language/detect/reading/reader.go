package reading

import (
	"fmt"

	"github.com/salaatflow/platform/language/detect/forms"
	"github.com/salaatflow/platform/language/detect/lands"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/shorthand"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/items"
	"github.com/salaatflow/platform/language/gazetteer"
)

// Reader reads texts. It never changes and may be used by many at once.
type Reader struct {
	lexicon   *l.Lexicon
	times     *when.Grammar
	places    *places
	lands     *lands.Lands
	clauses   *forms.ClauseWords
	mentions  *forms.Mentions
	forms     *forms.Forms
	hijri     *hijriWords
	shorthand *shorthand.Shorthand
}

// NewReader returns a reader with the lexicon, the tables of times and the lists of words that come with the program.
func NewReader() (*Reader, error) {
	r := &Reader{}
	for _, load := range [...]func() error{
		func() (err error) { r.lexicon, err = l.Load(); return err },
		func() (err error) { r.times, err = when.New(); return err },
		r.loadPlaces,
		func() (err error) { r.clauses, err = forms.LoadClauses(); return err },
		func() (err error) { r.mentions, err = forms.LoadMentions(); return err },
		func() (err error) { r.forms, err = forms.LoadForms(); return err },
		func() (err error) { r.hijri, err = loadHijri(hijriYAML); return err },
		func() (err error) { r.shorthand, err = shorthand.New(r.times.Counts); return err },
	} {
		if err := load(); err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
	}
	return r, nil
}

func (r *Reader) loadPlaces() error {
	g, err := gazetteer.New()
	if err != nil {
		return fmt.Errorf("gazetteer: %w", err)
	}
	r.places = newPlaces(g)
	r.lands, err = lands.New(g)
	return err
}

// longest is how many tokens of a text are read: those of 2,000 characters are hardly ever more.
const longest = 500

// Read reads a text.
func (r *Reader) Read(typed string) *Reading {
	s := &Reading{
		Sentence: text.Parse(typed), ClauseWords: r.clauses, Mentions: r.mentions, Forms: r.forms, Atlas: r.places.atlas, Lands: r.lands,
	}
	if len(s.Tokens) > longest {
		s.Tokens = s.Tokens[:longest]
	}
	s.Tokens = r.partGlued(s.Sentence)
	r.shorthand.WriteOut(s.Tokens)
	s.Keys = l.KeysOf(s.Tokens)
	s.Words = r.lexicon.Tag(s.Tokens, s.Keys)
	s.Times = r.times.Parse(s.Sentence)
	s.findHijri(r.hijri)
	s.Place = r.places.find(s)
	r.findTown(s)
	s.settle()
	s.findContrasts()
	s.findSpared()
	s.partThingsApart()
	s.Language = s.speaks()
	s.findBareDays()
	s.setDaysRight()
	s.leaveDaysInNames()
	s.settleCourtesies()
	for _, w := range s.Words {
		s.All = s.All.Union(w.Concepts)
	}
	return s
}

// Items returns a sentence as the words, phrases and digits of which times are told.
func (r *Reader) Items(s *Reading) items.List { return r.times.Items(s.Sentence) }

// Tag returns the words of a text, and their keys.
func (r *Reader) Tag(tokens []text.Token) ([]l.Tagged, l.Keys) {
	keys := l.KeysOf(tokens)
	return r.lexicon.Tag(tokens, keys), keys
}

// Length is the amount of time that a text is, and nothing else.
func (r *Reader) Length(typed string) (when.Length, bool) {
	s := text.Parse(typed)
	r.shorthand.WriteOut(s.Tokens)
	return r.times.Length(s)
}
