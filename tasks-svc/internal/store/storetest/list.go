package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// all matches every task, up to a hundred.
var all = tasks.Query{Filter: tasks.Filter{Status: tasks.All}, Limit: 100}

func numbers(list []tasks.Task) []int32 {
	ids := make([]int32, len(list))
	for i, task := range list {
		ids[i] = task.ID
	}
	return ids
}

func list(t *testing.T, store tasks.Store, query tasks.Query) tasks.Page {
	t.Helper()
	page, err := store.List(t.Context(), alice, query)
	noError(t, err)
	return page
}

func wantNumbers(t *testing.T, what string, got []tasks.Task, want ...int32) {
	t.Helper()
	if !slices.Equal(numbers(got), want) {
		t.Errorf("%s: tasks %v, want %v", what, numbers(got), want)
	}
}

func listedInOrder(t *testing.T, store tasks.Store) {
	early, late := noon, noon.Add(time.Hour)
	for _, task := range []struct {
		due      time.Time
		priority tasks.Priority
	}{
		{time.Time{}, tasks.High}, // 1
		{late, tasks.High},        // 2
		{early, tasks.Low},        // 3
		{early, tasks.High},       // 4
		{time.Time{}, tasks.Low},  // 5
		{early, tasks.Medium},     // 6
		{early, tasks.High},       // 7
		{time.Time{}, tasks.High}, // 8
	} {
		given := draft(alice, "x")
		given.Due, given.Priority = task.due, task.priority
		create(t, store, given)
	}
	page := list(t, store, all)
	wantNumbers(t, "all", page.Tasks, 4, 7, 6, 3, 2, 1, 8, 5)
	if page.Count != 8 || page.More {
		t.Errorf("count, more = %d, %t, want 8, false", page.Count, page.More)
	}
}

func listedFiltered(t *testing.T, store tasks.Store) {
	create(t, store, full(alice)) // 1: completed, high, Fajr, quran, weekly, due noon + 36 h
	create(t, store, draft(alice, "pending"))
	dated := draft(alice, "dated") // 3
	dated.Due, dated.Priority, dated.LinkedPrayer = noon, tasks.Low, "Isha"
	dated.Category, dated.Recurrence = "charity", tasks.Daily
	create(t, store, dated)

	for name, c := range map[string]struct {
		filter tasks.Filter
		want   []int32
	}{
		"all":               {tasks.Filter{Status: tasks.All}, []int32{3, 1, 2}},
		"pending":           {tasks.Filter{Status: tasks.Pending}, []int32{3, 2}},
		"completed":         {tasks.Filter{Status: tasks.Completed}, []int32{1}},
		"priority":          {tasks.Filter{Status: tasks.All, Priority: tasks.Medium}, []int32{2}},
		"prayer":            {tasks.Filter{Status: tasks.All, LinkedPrayer: "Fajr"}, []int32{1}},
		"category":          {tasks.Filter{Status: tasks.All, Category: "charity"}, []int32{3}},
		"recurrence":        {tasks.Filter{Status: tasks.All, Recurrence: tasks.Weekly}, []int32{1}},
		"from is included":  {tasks.Filter{Status: tasks.All, DueFrom: noon}, []int32{3, 1}},
		"from":              {tasks.Filter{Status: tasks.All, DueFrom: noon.Add(1e6)}, []int32{1}},
		"before is not":     {tasks.Filter{Status: tasks.All, DueBefore: noon}, nil},
		"before":            {tasks.Filter{Status: tasks.All, DueBefore: noon.Add(1e6)}, []int32{3}},
		"between":           {tasks.Filter{Status: tasks.All, DueFrom: noon, DueBefore: noon.Add(time.Hour)}, []int32{3}},
		"several":           {tasks.Filter{Status: tasks.Pending, Priority: tasks.Low, LinkedPrayer: "Isha", Category: "charity"}, []int32{3}},
		"several that none": {tasks.Filter{Status: tasks.Pending, Priority: tasks.Low, LinkedPrayer: "Fajr"}, nil},
	} {
		page := list(t, store, tasks.Query{Filter: c.filter, Limit: 100})
		wantNumbers(t, name, page.Tasks, c.want...)
		if page.Count != len(c.want) {
			t.Errorf("%s: count = %d, want %d", name, page.Count, len(c.want))
		}
	}
}

func position(task tasks.Task) *tasks.Position {
	return &tasks.Position{Due: task.Due, Priority: task.Priority, ID: task.ID}
}

func listedInPages(t *testing.T, store tasks.Store) {
	const n = 23
	for i := range n {
		task := draft(alice, "x")
		task.Priority = tasks.Priority(i%3 + 1)
		if i%4 != 0 {
			task.Due = noon.Add(time.Duration(i%5) * time.Hour)
		}
		create(t, store, task)
	}
	whole := list(t, store, all)
	if len(whole.Tasks) != n {
		t.Fatalf("%d tasks in all, want %d", len(whole.Tasks), n)
	}
	for _, limit := range []int{1, 2, 7, 22, 23} {
		var joined []tasks.Task
		query := tasks.Query{Filter: all.Filter, Limit: limit}
		for more := true; more; {
			page := list(t, store, query)
			if page.Count != n || len(page.Tasks) > limit || len(page.Tasks) == 0 {
				t.Fatalf("limit %d: a page of %d, count %d", limit, len(page.Tasks), page.Count)
			}
			joined = append(joined, page.Tasks...)
			query.After, more = position(page.Tasks[len(page.Tasks)-1]), page.More
		}
		if !slices.Equal(joined, whole.Tasks) {
			t.Errorf("limit %d: pages give %v, want %v", limit, numbers(joined), numbers(whole.Tasks))
		}
	}
}

func listedWhileChanging(t *testing.T, store tasks.Store) {
	for i := range 4 {
		task := draft(alice, "x")
		task.Due = noon.Add(time.Duration(i) * time.Hour)
		create(t, store, task)
	}
	query := tasks.Query{Filter: all.Filter, Limit: 2}
	first := list(t, store, query)
	wantNumbers(t, "first page", first.Tasks, 1, 2)

	noError(t, store.Delete(t.Context(), alice, 2, noon)) // the second page begins after this very task
	earlier := draft(alice, "earlier")
	earlier.Due = noon.Add(-time.Hour)
	create(t, store, earlier)

	query.After = position(first.Tasks[1])
	second := list(t, store, query)
	wantNumbers(t, "second page", second.Tasks, 3, 4)
	if second.Count != 4 || second.More {
		t.Errorf("count, more = %d, %t, want 4, false", second.Count, second.More)
	}
}

func listedBeyond(t *testing.T, store tasks.Store) {
	last := create(t, store, draft(alice, "x"))
	page := list(t, store, tasks.Query{Filter: all.Filter, Limit: 2, After: position(last)})
	if len(page.Tasks) != 0 || page.Count != 1 || page.More {
		t.Fatalf("page = %+v, want none of 1", page)
	}
}
