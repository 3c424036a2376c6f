package hadith

import (
	"context"

	"github.com/salaatflow/platform/hadith-svc/internal/topics"
	"github.com/salaatflow/platform/language/searchtext"
)

// MaxRanked is how many hadiths of a search are ranked. If a search finds more, it ranks those that are about one of
// its words. If these are too many as well, it ranks those with the lowest ids.
const MaxRanked = 250

// Selection selects the hadiths to list, as a caller describes them. Empty fields are not set.
type Selection struct {
	Filter
	// Query is the search. If empty, all hadiths that match the filter are listed.
	Query string
	// Limit is the largest number of hadiths to return, at least 1.
	Limit int
	// PageToken is the NextPageToken of the page before. All other fields but Limit must be the same as for that page.
	PageToken string
}

// Listing is a page of hadiths.
type Listing struct {
	Hadiths []Found
	// Count is the number of matching hadiths on all pages.
	Count int
	// NextPageToken asks for the next page. It is empty on the last page.
	NextPageToken string
}

// List returns hadiths in the order of their collections or, with a query, the best match first. If no text has all
// words of the query, those of the words that name a topic find the hadiths on it. List returns Invalid, ErrPageToken,
// or ErrEmpty if there are no hadiths at all.
func (s *Service) List(ctx context.Context, selection Selection) (Listing, error) {
	if err := s.knownCollection(ctx, selection.Filter); err != nil {
		return Listing{}, err
	}
	after, err := selection.after()
	if err != nil {
		return Listing{}, err
	}
	words, err := selection.words()
	if err != nil {
		return Listing{}, err
	}
	var listing Listing
	if len(words.Terms) == 0 {
		listing, err = s.list(ctx, selection, after)
	} else {
		listing, err = s.search(ctx, selection, words, after.Offset)
	}
	if err == nil && listing.Count == 0 {
		err = s.emptyOr(ctx, nil)
	}
	return listing, err
}

func (s *Service) list(ctx context.Context, selection Selection, after position) (Listing, error) {
	filter, _ := selection.byTopic()
	page, err := s.store.List(ctx, ListQuery{Filter: filter, After: after.Place, Limit: selection.Limit})
	if err != nil {
		return Listing{}, err
	}
	listing := Listing{Count: page.Count}
	for _, h := range page.Hadiths {
		listing.Hadiths = append(listing.Hadiths, Found{Hadith: h})
	}
	if page.More {
		last := page.Hadiths[len(page.Hadiths)-1]
		place := Place{last.Collection, last.Position, last.ID}
		listing.NextPageToken = selection.pageToken(position{Place: &place})
	}
	return listing, nil
}

// words returns the words to search the texts for, or none to list.
func (s Selection) words() (searchtext.Query, error) {
	var all searchtext.Query
	if s.Query != "" {
		asked, err := searchtext.Parse(s.Query)
		if err != nil {
			return all, Invalid{"q", err.Error()}
		}
		all = asked
	}
	_, about := s.byTopic()
	all.Terms = append(all.Terms, about.Terms...)
	return all, nil
}

func (s *Service) search(
	ctx context.Context, selection Selection, words searchtext.Query, offset int,
) (Listing, error) {
	filter, _ := selection.byTopic()
	query := SearchQuery{Filter: filter, Words: words, Offset: offset, Limit: selection.Limit}
	page, err := s.store.Search(ctx, query)
	if err == nil && page.Count == 0 {
		query.Words = topics.Known().Widen(words, indexedTopic)
		words = query.Words
		page, err = s.store.Search(ctx, query)
	}
	if err != nil {
		return Listing{}, err
	}
	listing := Listing{Count: page.Count}
	for _, h := range page.Hadiths {
		listing.Hadiths = append(listing.Hadiths, Found{h, matches(h, words)})
	}
	if page.More {
		listing.NextPageToken = selection.pageToken(position{Offset: offset + len(page.Hadiths)})
	}
	return listing, nil
}

func matches(h Hadith, words searchtext.Query) []Match {
	var found []Match
	for _, language := range Languages {
		if excerpt, ok := searchtext.Excerpt(h.Text(language), language, words); ok {
			found = append(found, Match{language, excerpt})
		}
	}
	return found
}
