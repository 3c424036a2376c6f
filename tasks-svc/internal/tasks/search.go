package tasks

import (
	"context"
	"math"

	"github.com/salaatflow/platform/language/searchtext"
)

// SearchReach is how many tasks that have the rarest of its words a search reads for one page, at the most.
const SearchReach = 5_000

// Wanted describes the tasks to find, as their owner does.
type Wanted struct {
	// Words are what to find: words, and phrases in quotation marks.
	Words  string
	Status string // All if empty
	// Limit is the largest number of tasks to return, 1 to MaxLimit.
	Limit int
	// PageToken is the NextPageToken of the page before. Words and Status must be the same as for that page.
	PageToken string
}

// Finding is a page of the tasks that a search finds.
type Finding struct {
	Tasks []Task
	// NextPageToken asks for the next page. It is empty on the last page.
	NextPageToken string
}

// Search returns tasks of owner that have all the words, the newest first. It returns Invalid if there are no words to look for
// or too many, and ErrPageToken if the token belongs to another search. Where more than SearchReach tasks have each of the
// words, a page may have fewer tasks than the limit and not be the last.
func (s *Service) Search(ctx context.Context, owner Owner, wanted Wanted) (Finding, error) {
	query, err := wanted.query()
	if err != nil {
		return Finding{}, err
	}
	if wanted.PageToken != "" {
		if query.Before, err = wanted.before(owner.UserID); err != nil {
			return Finding{}, err
		}
	}
	page, err := s.Store.Search(ctx, owner.UserID, query)
	if err != nil {
		return Finding{}, err
	}
	found := Finding{Tasks: page.Tasks}
	if page.Next != 0 {
		found.NextPageToken = wanted.token(owner.UserID, page.Next)
	}
	return found, nil
}

func (w Wanted) query() (SearchQuery, error) {
	var wrong Invalid
	query := SearchQuery{Status: All, Before: math.MaxInt32, Limit: w.Limit}
	if w.Status != "" {
		setTerm(&wrong, "status", &w.Status, &query.Status, statuses)
	}
	if w.Limit < 1 || w.Limit > MaxLimit {
		wrong.add("limit", "must be 1 to 200")
	}
	var err error
	query.Words, err = searchtext.Parse(w.Words)
	wrong.addError("q", err)
	return query, wrong.orNil()
}
