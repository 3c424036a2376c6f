package storetest

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// listedByEveryFilter compares the pages of each combination of filters with what a plain reading of the filter gives.
func listedByEveryFilter(t *testing.T, store tasks.Store) {
	var created []tasks.Task
	for i := range 60 {
		task := draft(alice, "x")
		task.Priority = tasks.Priority(i%3 + 1)
		task.LinkedPrayer = pick(i/3, "", "Fajr", tasks.Prayers()[4])
		task.Category = pick(i/2, "", "quran", "other")
		task.Recurrence = pick(i/5, tasks.Once, tasks.Weekly)
		if i%4 != 0 {
			task.Due = noon.Add(time.Duration(i%3) * time.Hour)
		}
		if i%7 < 3 {
			task.CompletedAt = noon
		}
		created = append(created, create(t, store, task))
	}
	slices.SortFunc(created, func(a, b tasks.Task) int {
		return cmp.Or(compareDue(a.Due, b.Due), cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.ID, b.ID))
	})
	for _, status := range []tasks.Status{tasks.Pending, tasks.Completed, tasks.All} {
		for bits := range 1 << 6 {
			f := tasks.Filter{Status: status}
			if bits&1 != 0 {
				f.LinkedPrayer = "Fajr"
			}
			if bits&2 != 0 {
				f.Category = "other"
			}
			if bits&4 != 0 {
				f.Recurrence = tasks.Weekly
			}
			if bits&8 != 0 {
				f.Priority = tasks.Medium
			}
			if bits&16 != 0 {
				f.DueFrom = noon.Add(time.Hour)
			}
			if bits&32 != 0 {
				f.DueBefore = noon.Add(2 * time.Hour)
			}
			want := slices.DeleteFunc(slices.Clone(created), func(task tasks.Task) bool { return !matches(f, task) })
			wantPages(t, store, f, want)
		}
	}
}

func pick[T any](i int, from ...T) T { return from[i%len(from)] }

// compareDue has tasks without a due time last.
func compareDue(a, b time.Time) int {
	if a.IsZero() != b.IsZero() {
		if a.IsZero() {
			return 1
		}
		return -1
	}
	return a.Compare(b)
}

func matches(f tasks.Filter, task tasks.Task) bool {
	bounded := !f.DueFrom.IsZero() || !f.DueBefore.IsZero()
	return (f.Status == tasks.All || task.Completed() == (f.Status == tasks.Completed)) &&
		(f.Priority == 0 || f.Priority == task.Priority) &&
		(f.LinkedPrayer == "" || f.LinkedPrayer == task.LinkedPrayer) &&
		(f.Category == "" || f.Category == task.Category) &&
		(f.Recurrence == "" || f.Recurrence == task.Recurrence) &&
		(!bounded || !task.Due.IsZero()) &&
		!task.Due.Before(f.DueFrom) &&
		(f.DueBefore.IsZero() || task.Due.Before(f.DueBefore))
}

// wantPages lists in pages of seven, which begin and end among tasks of the same due time and priority.
func wantPages(t *testing.T, store tasks.Store, f tasks.Filter, want []tasks.Task) {
	t.Helper()
	query := tasks.Query{Filter: f, Limit: 7}
	var joined []tasks.Task
	for more := true; more; {
		page := list(t, store, query)
		if page.Count != len(want) || page.CountCapped {
			t.Errorf("%+v: count = %d, capped = %t, want %d", f, page.Count, page.CountCapped, len(want))
		}
		joined = append(joined, page.Tasks...)
		if more = page.More; more {
			query.After = position(page.Tasks[len(page.Tasks)-1])
		}
	}
	if !slices.Equal(joined, want) {
		t.Errorf("%+v: tasks %v, want %v", f, numbers(joined), numbers(want))
	}
}

// countedUpToALimit has one priority and one due time hold them all, then one task more.
func countedUpToALimit(t *testing.T, store tasks.Store) {
	for range tasks.MaxCount {
		create(t, store, draft(alice, "x"))
	}
	if page := list(t, store, all); page.Count != tasks.MaxCount || page.CountCapped {
		t.Errorf("count, capped = %d, %t, want all of %d", page.Count, page.CountCapped, tasks.MaxCount)
	}
	urgent := draft(alice, "x")
	urgent.Priority = tasks.High
	last := create(t, store, urgent)
	for _, after := range []*tasks.Position{nil, position(last), {Priority: tasks.Low, ID: last.ID}} {
		page := list(t, store, tasks.Query{Filter: all.Filter, Limit: 2, After: after})
		if page.Count != tasks.MaxCount || !page.CountCapped {
			t.Errorf("after %+v: count, capped = %d, %t, want %d and more", after, page.Count, page.CountCapped, tasks.MaxCount)
		}
	}
	if page := list(t, store, tasks.Query{Filter: tasks.Filter{Status: tasks.All, Priority: tasks.High}, Limit: 2}); page.Count != 1 {
		t.Errorf("count = %d, want 1", page.Count)
	}
}
