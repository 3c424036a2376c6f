package hadith

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/salaatflow/platform/language/searchtext"
)

// booksText has the names of well-known books, as citations have them, by the keys under which they are usually imported.
//
//go:embed books.json
var booksText []byte

var books = sync.OnceValue(func() (named map[string]string) {
	if err := json.Unmarshal(booksText, &named); err != nil {
		panic(err) // it is built in, and a test reads it
	}
	return named
})

// inBook returns the filter for hadiths of other collections that stand in a book, where the filter's collection is that book and
// the library does not have it.
func (s *Service) inBook(ctx context.Context, filter Filter) (Filter, error) {
	err := s.knownCollection(ctx, filter)
	var invalid Invalid
	if book := books()[filter.Collection]; book != "" && errors.As(err, &invalid) {
		filter.Collection, filter.Cited = "", Citation{Collection: book}
		return filter, nil
	}
	return filter, err
}

// Numbered is ByNumber, also by the number in a well-known book of which the library has only what others cite.
func (s *Service) Numbered(ctx context.Context, collection, number string) (Hadith, error) {
	filter, err := s.inBook(ctx, Filter{Collection: collection})
	if err != nil && !errors.As(err, new(Invalid)) {
		return Hadith{}, err
	}
	if filter.Cited.Collection == "" {
		return s.ByNumber(ctx, collection, number)
	}
	filter.Cited.Number = number
	return s.store.Random(ctx, filter, 0, func(int) int { return 0 })
}

// mostCited bounds how many hadiths of a search are looked at for one that stands in a book.
const mostCited = 250

// anyCited returns a hadith that a search finds and that stands in a book.
func (s *Service) anyCited(ctx context.Context, filter Filter, words searchtext.Query, pick func(n int) int) (Hadith, error) {
	cited := filter.Cited
	filter.Cited = Citation{}
	page, err := s.store.Search(ctx, SearchQuery{Filter: filter, Words: words, Limit: mostCited})
	if err != nil {
		return Hadith{}, err
	}
	found := slices.DeleteFunc(page.Hadiths, func(h Hadith) bool {
		return !slices.ContainsFunc(h.Citations, func(c Citation) bool { return c.Collection == cited.Collection })
	})
	if len(found) == 0 {
		return Hadith{}, ErrNotFound
	}
	return found[pick(len(found))], nil
}
