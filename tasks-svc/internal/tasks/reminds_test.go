package tasks_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// A pending task reminds when it is due, and not of what has passed.
func TestWhenATaskReminds(t *testing.T) {
	r := newRoom(t) // it is 10:00 in Karachi
	due := func(text string) tasks.Patch { return tasks.Patch{Due: &text} }
	yes, no, title := true, false, "y"
	at := func(hour int) time.Time { return time.Date(2026, 11, 21, hour-5, 0, 0, 0, time.UTC) }
	none := time.Time{}
	id := r.create(tasks.Draft{Title: "x"}).ID
	for i, step := range []struct {
		patch tasks.Patch
		want  time.Time
	}{
		{tasks.Patch{}, none},
		{due("2026-11-21T12:00"), at(12)},
		{tasks.Patch{Title: &title}, at(12)},
		{due("2026-11-21T10:00"), none}, // now
		{due("2026-11-21T11:00"), at(11)},
		{tasks.Patch{Completed: &yes}, none},
		{tasks.Patch{Completed: &no}, at(11)},
		{due("2026-11-21T09:00"), none},
		{due(""), none},
	} {
		if got := r.update(id, step.patch).RemindAt; got != step.want {
			t.Errorf("step %d: it reminds at %v, want %v", i, got, step.want)
		}
	}
}
