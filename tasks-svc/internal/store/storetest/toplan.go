package storetest

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func toPlan(t *testing.T, r reminding) {
	plan := func(userID int32, title string, at time.Time) int32 {
		task := draft(userID, title)
		task.PlanAt = at
		return create(t, r, task).ID
	}
	want := func(now time.Time, titles ...string) {
		t.Helper()
		found, err := r.ToPlan(t.Context(), now, 3)
		noError(t, err)
		var got []string
		for _, task := range found {
			got = append(got, task.Title)
		}
		if len(got) != len(titles) {
			t.Fatalf("to plan are %q, want %q", got, titles)
		}
		for i := range titles {
			if got[i] != titles[i] {
				t.Errorf("to plan are %q, want %q", got, titles)
			}
		}
	}
	plan(alice, "second", noon)
	plan(bob, "first", noon.Add(-time.Second))
	plan(alice, "later", noon.Add(time.Millisecond))
	create(t, r, draft(alice, "never"))
	noError(t, r.Delete(t.Context(), alice, plan(alice, "deleted", noon), noon))
	completed := draft(alice, "completed")
	completed.PlanAt, completed.CompletedAt = noon, noon
	create(t, r, completed)
	want(noon, "first", "second")
	want(noon.Add(time.Hour), "first", "second", "later")
}

// A daily task that is linked to a prayer is planned again when it has reminded, and what waits to be sent stays.
func plannedAgain(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	for _, recurrence := range []string{"daily", "weekly"} {
		task := draft(alice, recurrence)
		task.RemindAt, task.LinkedPrayer, task.Recurrence = noon, "Fajr", tasks.Recurrence(recurrence)
		create(t, r, task)
	}
	if n := r.release(t, noon); n != 2 {
		t.Fatalf("released %d, want 2", n)
	}
	found, err := r.ToPlan(t.Context(), noon, 10)
	noError(t, err)
	if len(found) != 1 || found[0].Title != "daily" {
		t.Fatalf("to plan are %+v", found)
	}
	_, err = r.Change(t.Context(), alice, found[0].ID, func(current tasks.Current) (tasks.Change, error) {
		current.Task.PlanAt, current.Task.RemindAt = time.Time{}, noon.Add(24*time.Hour)
		return tasks.Change{Task: current.Task}, nil
	})
	noError(t, err)
	r.wantLeased(t, aliceApp, noon, "daily 1", "weekly 1")
}
