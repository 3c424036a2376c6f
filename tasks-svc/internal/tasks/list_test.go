package tasks_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func (r *room) list(selection tasks.Selection) tasks.Listing {
	r.t.Helper()
	if selection.Limit == 0 {
		selection.Limit = 50
	}
	listing, err := r.List(r.t.Context(), r.owner, selection)
	if err != nil {
		r.t.Fatal(err)
	}
	return listing
}

func numbers(list []tasks.Task) (ids []int32) {
	for _, task := range list {
		ids = append(ids, task.ID)
	}
	return ids
}

func TestListBoundsDatesInTheOwnersZone(t *testing.T) {
	r := newRoom(t)
	for _, due := range []string{
		"2026-11-24T23:59:59+05:00", "2026-11-25T00:00+05:00", "2026-11-25T23:59:59+05:00", "2026-11-26T00:00+05:00", "",
	} {
		r.create(tasks.Draft{Title: "x", Due: due})
	}
	for name, c := range map[string]struct {
		from, to string
		want     []int32
	}{
		"one day":  {"2026-11-25", "2026-11-25", []int32{2, 3}},
		"from":     {"2026-11-25", "", []int32{2, 3, 4}},
		"to":       {"", "2026-11-25", []int32{1, 2, 3}},
		"no bound": {"", "", []int32{1, 2, 3, 4, 5}},
		"widest":   {"0001-01-01", "9999-12-31", []int32{1, 2, 3, 4}},
	} {
		got := r.list(tasks.Selection{DueFrom: c.from, DueTo: c.to})
		if !slices.Equal(numbers(got.Tasks), c.want) || got.Count != len(c.want) {
			t.Errorf("%s: tasks %v of %d, want %v", name, numbers(got.Tasks), got.Count, c.want)
		}
	}
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	r.owner.Zone = newYork
	got := r.list(tasks.Selection{DueFrom: "2026-11-25", DueTo: "2026-11-25"})
	if !slices.Equal(numbers(got.Tasks), []int32{3, 4}) {
		t.Errorf("in New York the day has tasks %v, want 3 and 4", numbers(got.Tasks))
	}
}

func TestListShowsPendingTasksUnlessToldOtherwise(t *testing.T) {
	r := newRoom(t)
	r.create(tasks.Draft{Title: "x"})
	r.create(tasks.Draft{Title: "y"})
	r.complete(1)
	for status, want := range map[string][]int32{"": {2}, "pending": {2}, "completed": {1}, "all": {1, 2}} {
		if got := r.list(tasks.Selection{Status: status}); !slices.Equal(numbers(got.Tasks), want) {
			t.Errorf("status %q: tasks %v, want %v", status, numbers(got.Tasks), want)
		}
	}
}

func TestListPages(t *testing.T) {
	r := newRoom(t)
	for range 5 {
		r.create(tasks.Draft{Title: "x"})
	}
	var got []int32
	selection := tasks.Selection{Limit: 2}
	for {
		page := r.list(selection)
		got = append(got, numbers(page.Tasks)...)
		if page.Count != 5 {
			t.Fatalf("count = %d, want 5 on every page", page.Count)
		}
		if page.NextPageToken == "" {
			break
		}
		selection.PageToken, selection.Limit = page.NextPageToken, 1 // the limit may change between pages
	}
	if !slices.Equal(got, []int32{1, 2, 3, 4, 5}) {
		t.Fatalf("pages give %v", got)
	}
	_, err := r.List(t.Context(), r.owner, tasks.Selection{Limit: 2, Status: "all", PageToken: selection.PageToken})
	if !errors.Is(err, tasks.ErrPageToken) {
		t.Fatalf("a token with another filter: %v", err)
	}
}

func TestListNamesEachFieldAtFault(t *testing.T) {
	r := newRoom(t)
	for name, c := range map[string]struct {
		selection tasks.Selection
		want      []string
	}{
		"dates that do not exist": {tasks.Selection{Limit: 1, DueFrom: "2026-02-30", DueTo: "2026-13-01"}, []string{"due_from", "due_to"}},
		"an end before its start": {tasks.Selection{Limit: 1, DueFrom: "2026-11-25", DueTo: "2026-11-24"}, []string{"due_to"}},
		"no limit":                {tasks.Selection{}, []string{"limit"}},
		"too high a limit":        {tasks.Selection{Limit: 201}, []string{"limit"}},
		"terms": {tasks.Selection{Limit: 1, Status: "done", Priority: "x", LinkedPrayer: "x", Category: "x", Recurrence: "x"},
			[]string{"status", "priority", "linked_prayer", "category", "recurrence"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.List(t.Context(), r.owner, c.selection)
			wantViolation(t, err, c.want...)
		})
	}
}
