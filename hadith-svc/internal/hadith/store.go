package hadith

import (
	"context"
	"time"

	"github.com/salaatflow/platform/language/searchtext"
)

// Store stores hadiths. Implementations MUST be safe for concurrent use by several processes. When a method returns no
// error, its effect MUST be durable; when it returns one, it MUST have changed nothing.
type Store interface {
	// Get returns a hadith. It MUST return ErrNotFound if there is none with this id.
	Get(ctx context.Context, id int32) (Hadith, error)

	// ByNumber returns the hadith of a number in a collection. It MUST return ErrNotFound if there is none.
	ByNumber(ctx context.Context, collection, number string) (Hadith, error)

	// List returns the hadiths that match, ordered by collection, position and id.
	List(ctx context.Context, query ListQuery) (Page, error)

	// Search returns the hadiths that match the filter and in whose texts every term occurs, best first, and by id among
	// equals. Of more than MaxRanked, at most MaxRanked that are about a term MUST be ranked and come first. The others
	// follow, ordered by id.
	Search(ctx context.Context, query SearchQuery) (Page, error)

	// Random returns a hadith that matches the filter, each with the same probability. It returns the one with the id
	// avoid only if no other matches, and MUST return ErrNotFound if none does. pick(n) returns a random number from 0
	// to n-1. If the filter has only one label, the cost MUST NOT grow with the number of hadiths.
	Random(ctx context.Context, filter Filter, avoid int32, pick func(n int) int) (Hadith, error)

	// Collections returns the collections, ordered by key.
	Collections(ctx context.Context) ([]Collection, error)

	// Epochs returns how the library has grown, the earliest first. An empty library has none.
	Epochs(ctx context.Context) ([]Epoch, error)

	// Chosen returns the id that was set for a day, or 0.
	Chosen(ctx context.Context, day Day) (int32, error)

	// Choose sets the hadith of a day, and replaces one set before. It MUST return ErrNotFound if there is none with
	// this id.
	Choose(ctx context.Context, choice Choice) error

	// Unchoose removes the choice for a day, if there is one.
	Unchoose(ctx context.Context, day Day) error

	// Import creates or changes a collection in one transaction: read calls add with each record, and add returns its
	// outcome. A new hadith gets the next id. A hadith whose number the collection already has takes over what the
	// record says and keeps the rest. If read returns an error, Import MUST change nothing and return that error as it
	// is. If the library has grown, an epoch begins on the day from, or on Anchor if the library was empty.
	Import(ctx context.Context, collection Collection, from Day, read func(add func(Hadith) (Outcome, error)) error) error
}

// Outcome is the result of importing a record.
type Outcome int

// The outcomes.
const (
	Unchanged Outcome = iota
	Added
	Changed
)

// Filter selects the hadiths that match. The zero value of a field matches every hadith.
type Filter struct {
	Collection string
	Book       int32
	// Grade is a level: see Levels.
	Grade    string
	Language searchtext.Language
	Topic    string
	// Cited: only hadiths that stand in this book too, and with its number if it is not empty.
	Cited Citation
}

// Labels returns the labels that a hadith must have to match. Book and Cited are none of them.
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

// ListQuery selects hadiths to list.
type ListQuery struct {
	Filter
	// After is the last hadith of the page before, or nil for the first page.
	After *Place
	// Limit is the largest number of hadiths to return, at least 1.
	Limit int
}

// Place is the place of a hadith in a list.
type Place struct {
	Collection string
	Position   int64
	ID         int32
}

// SearchQuery describes a search.
type SearchQuery struct {
	Filter
	Words searchtext.Query
	// Offset is how many of the best to leave out.
	Offset int
	// Limit is the largest number of hadiths to return, at least 1.
	Limit int
}

// Page is one page of a list.
type Page struct {
	Hadiths []Hadith
	// Count is the number of matching hadiths on all pages.
	Count int
	// More reports whether hadiths follow the last one.
	More bool
}

// Choice is a day's hadith, set by an administrator.
type Choice struct {
	Day      Day
	HadithID int32
	// By is the administrator, and At the time.
	By int32
	At time.Time
}
