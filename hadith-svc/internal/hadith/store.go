package hadith

import (
	"context"
	"time"

	"github.com/salaatflow/platform/language/searchtext"
)

// Store keeps hadiths. Implementations MUST be safe for concurrent use by several processes, MUST be durable when they
// return without an error, and MUST have changed nothing when they return one.
type Store interface {
	// Get returns a hadith. It MUST return ErrNotFound when there is none of this id.
	Get(ctx context.Context, id int32) (Hadith, error)

	// List returns hadiths that match, by collection, position and id.
	List(ctx context.Context, query ListQuery) (Page, error)

	// Search returns hadiths that match the filter and in whose texts every term is found, best first, and by id where two
	// fit as well. Of more than MaxRanked, at most so many, which are about a term, MUST be ranked and come first; the others
	// follow by their ids.
	Search(ctx context.Context, query SearchQuery) (Page, error)

	// Random returns a hadith that matches the filter, each of them as likely as any other; not the one whose id is
	// avoid, unless no other matches. It MUST return ErrNotFound when none matches. pick(n) is a random number from 0 to
	// n-1. The cost MUST NOT grow with the number of hadiths when one label alone is filtered by.
	Random(ctx context.Context, filter Filter, avoid int32, pick func(n int) int) (Hadith, error)

	// Collections returns the collections by key.
	Collections(ctx context.Context) ([]Collection, error)

	// Epochs returns how the library has grown, the earliest first; none when it is empty.
	Epochs(ctx context.Context) ([]Epoch, error)

	// Chosen returns the id that was set for a day, 0 when none was.
	Chosen(ctx context.Context, day Day) (int32, error)

	// Choose sets the hadith of a day, in place of one set before. It MUST return ErrNotFound when there is none of
	// this id.
	Choose(ctx context.Context, choice Choice) error

	// Unchoose takes back what was set for a day; without anything set it does nothing.
	Unchoose(ctx context.Context, day Day) error

	// Import makes or changes a collection in one transaction: read calls add with each record, and add says what became
	// of it. A new hadith gets the next id; one whose number the collection has already takes over what the record
	// says and keeps the rest. When read returns an error, nothing MUST have happened, and it is returned as it is. When
	// the library has grown, an epoch begins on the day from, or on Anchor if it was empty.
	Import(ctx context.Context, collection Collection, from Day, read func(add func(Hadith) (Outcome, error)) error) error
}

// Outcome is what became of an imported record.
type Outcome int

// The outcomes there are.
const (
	Unchanged Outcome = iota
	Added
	Changed
)

// Filter says which hadiths match. The zero value of a field lets every one match.
type Filter struct {
	Collection string
	Book       int32
	// Grade is a level: see Levels.
	Grade    string
	Language searchtext.Language
	Topic    string
}

// Labels are those that a hadith must have to match; Book is none.
func (f Filter) Labels() []string {
	var labels []string
	if f.Collection != "" {
		labels = append(labels, collectionLabel(f.Collection))
	}
	if f.Grade != "" {
		labels = append(labels, gradeLabel(f.Grade))
	}
	if f.Language != "" {
		labels = append(labels, languageLabel(f.Language))
	}
	if f.Topic != "" {
		labels = append(labels, topicLabel(f.Topic))
	}
	return labels
}

// ListQuery says which hadiths to list.
type ListQuery struct {
	Filter
	// After is the last hadith of the page before; nil for the first page.
	After *Place
	// Limit is the most hadiths to return, at least 1.
	Limit int
}

// Place is the place of a hadith in a list.
type Place struct {
	Collection string
	Position   int64
	ID         int32
}

// SearchQuery says which hadiths to search.
type SearchQuery struct {
	Filter
	Words searchtext.Query
	// Offset is how many of the best to leave out.
	Offset int
	// Limit is the most hadiths to return, at least 1.
	Limit int
}

// Page is a part of a list.
type Page struct {
	Hadiths []Hadith
	// Count is how many hadiths match, on all pages together.
	Count int
	// More says whether hadiths follow the last one.
	More bool
}

// Choice is a day's hadith as an administrator set it.
type Choice struct {
	Day      Day
	HadithID int32
	// By is the administrator, At the time.
	By int32
	At time.Time
}
