package tasks

import (
	"context"
	"time"
)

// MaxLimit is the most tasks of one page.
const MaxLimit = 200

// Selection is which tasks to list, as their owner says it. Empty fields are not given.
type Selection struct {
	Status       string // Pending when not given
	Priority     string
	LinkedPrayer string
	Category     string
	Recurrence   string
	// DueFrom and DueTo are dates (YYYY-MM-DD) in the owner's zone, both included.
	DueFrom, DueTo string
	// Limit is the most tasks to return, 1 to MaxLimit.
	Limit int
	// PageToken is the NextPageToken of the page before; the other fields but Limit must be as they were then.
	PageToken string
}

// Listing is a page of a user's tasks.
type Listing struct {
	Tasks []Task
	// Count is how many tasks match, on all pages together.
	Count int
	// NextPageToken asks for the next page; empty on the last.
	NextPageToken string
}

// List returns tasks of owner: those with a due time first, the earliest first, then by priority, then by number. It
// returns Invalid when the selection breaks a rule, ErrZoneUnknown when it has dates and nobody can tell in which zone, and
// ErrPageToken when the token is not of this selection.
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
	listing := Listing{Tasks: page.Tasks, Count: page.Count}
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

// dueBetween is the first instant of the first day and the first one after the last day; zero where none is given.
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
