package tasks

import (
	"context"
	"time"
)

// MaxLimit is the largest page, in tasks.
const MaxLimit = 200

// MaxCount is up to how many matching tasks are counted: counting all of a million takes longer than listing a page of them.
const MaxCount = 1000

// Selection selects the tasks to list, as their owner describes them. Empty fields are not set.
type Selection struct {
	Status       string // Pending if empty
	Priority     string
	LinkedPrayer string
	Category     string
	Recurrence   string
	// DueFrom and DueTo are dates (YYYY-MM-DD) in the owner's zone. Both are included.
	DueFrom, DueTo string
	// Limit is the largest number of tasks to return, 1 to MaxLimit.
	Limit int
	// PageToken is the NextPageToken of the page before. All other fields but Limit must be the same as for that page.
	PageToken string
}

// Listing is a page of a user's tasks.
type Listing struct {
	Tasks []Task
	// Count is the number of matching tasks on all pages, at most MaxCount. CountCapped reports whether there are more.
	Count       int
	CountCapped bool
	// NextPageToken asks for the next page. It is empty on the last page.
	NextPageToken string
}

// List returns tasks of owner, ordered by due time (tasks without one last), then by priority, then by number. It
// returns Invalid if the selection breaks a rule, ErrZoneUnknown if it has dates and the owner's zone cannot be looked
// up, and ErrPageToken if the token belongs to another selection.
func (s *Service) List(ctx context.Context, owner Owner, selection Selection) (Listing, error) {
	filter, err := selection.filter(owner.Zone)
	if err != nil {
		return Listing{}, err
	}
	if err := owner.located(selection.DueFrom != "" || selection.DueTo != ""); err != nil {
		return Listing{}, err
	}
	query := Query{Filter: filter, Limit: selection.Limit}
	if selection.PageToken != "" {
		after, err := parsePageToken(selection.PageToken, owner.UserID, filter)
		if err != nil {
			return Listing{}, err
		}
		query.After = &after
	}
	page, err := s.Store.List(ctx, owner.UserID, query)
	if err != nil {
		return Listing{}, err
	}
	listing := Listing{Tasks: page.Tasks, Count: page.Count, CountCapped: page.CountCapped}
	if page.More {
		last := page.Tasks[len(page.Tasks)-1]
		listing.NextPageToken = pageToken(owner.UserID, filter, Position{last.Due, last.Priority, last.ID})
	}
	return listing, nil
}

func (s Selection) filter(zone *time.Location) (Filter, error) {
	var wrong Invalid
	filter := Filter{Status: Pending}
	if s.Status != "" {
		setTerm(&wrong, "status", &s.Status, &filter.Status, statuses)
	}
	if s.Priority != "" {
		priority, ok := PriorityNamed(s.Priority)
		if !ok {
			wrong.add("priority", "must be low, medium or high")
		}
		filter.Priority = priority
	}
	setTerm(&wrong, "linked_prayer", &s.LinkedPrayer, &filter.LinkedPrayer, prayers)
	setTerm(&wrong, "category", &s.Category, &filter.Category, categories)
	setTerm(&wrong, "recurrence", &s.Recurrence, &filter.Recurrence, recurrences)
	if s.Limit < 1 || s.Limit > MaxLimit {
		wrong.add("limit", "must be 1 to 200")
	}
	filter.DueFrom, filter.DueBefore = s.dueBetween(&wrong, zone)
	return filter, wrong.orNil()
}

// dueBetween returns the start of the first day and the end of the last day, each zero if not set.
func (s Selection) dueBetween(wrong *Invalid, zone *time.Location) (from, before time.Time) {
	if s.DueFrom != "" {
		first, err := parseDate(s.DueFrom)
		wrong.addError("due_from", err)
		from = milliseconds(first.in(zone))
	}
	if s.DueTo != "" {
		last, err := parseDate(s.DueTo)
		wrong.addError("due_to", err)
		before = milliseconds(last.plusDays(1).in(zone))
	}
	if len(*wrong) == 0 && !from.IsZero() && !before.IsZero() && !from.Before(before) {
		wrong.add("due_to", "must not be before due_from")
	}
	return from, before
}
