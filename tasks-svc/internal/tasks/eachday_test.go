package tasks_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// release lets the reminders come that are due at a time, which it then is.
func (r *room) release(to string) {
	r.t.Helper()
	at, err := time.Parse(time.RFC3339, to)
	if err != nil {
		r.t.Fatal(err)
	}
	r.clock.Advance(at.Sub(r.clock.Now()))
	if _, err := r.reminders.Release(r.t.Context(), r.clock.Now(), start, 10); err != nil {
		r.t.Fatal(err)
	}
	r.plan(r.t)
}

// Who has missed a day is reminded on the next one of the rhythm, also after the service was down for a while. It is 21 November.
func TestATaskRemindsOnEachDayOfItsRhythmUntilItIsCompleted(t *testing.T) {
	for name, c := range map[string]struct {
		draft     tasks.Draft
		now, want string
	}{
		"daily":                 {tasks.Draft{Due: "2026-11-21T11:00", Recurrence: "daily"}, "2026-11-21T06:00:00Z", "2026-11-22T06:00:00Z"},
		"daily, after a week":   {tasks.Draft{Due: "2026-11-21T11:00", Recurrence: "daily"}, "2026-11-28T07:00:00Z", "2026-11-29T06:00:00Z"},
		"daily, later that day": {tasks.Draft{Due: "2026-11-21T11:00", Recurrence: "daily"}, "2026-11-28T05:00:00Z", "2026-11-28T06:00:00Z"},
		"weekly":                {tasks.Draft{Due: "2026-11-21T11:00", Recurrence: "weekly"}, "2026-11-21T06:00:00Z", "2026-11-28T06:00:00Z"},
		"monthly":               {tasks.Draft{Due: "2026-11-30T11:00", Recurrence: "monthly"}, "2026-12-01T06:00:00Z", "2026-12-30T06:00:00Z"},
		"on a day":              {tasks.Draft{Due: "2026-11-23", Recurrence: "daily"}, "2026-11-23T02:00:00Z", "2026-11-24T02:00:00Z"},
		"on a day, that morning": {
			tasks.Draft{Due: "2026-11-23", Recurrence: "daily"}, "2026-11-25T01:00:00Z", "2026-11-25T02:00:00Z",
		},
		"with a prayer, weekly": {
			tasks.Draft{Due: "2026-11-22", LinkedPrayer: "Fajr", Recurrence: "weekly"}, "2026-11-23T02:00:00Z", "2026-11-29T00:38:00Z",
		},
		"once": {tasks.Draft{Due: "2026-11-21T11:00"}, "2026-11-21T06:00:00Z", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.Prayers = &prayers{}
			c.draft.Title = "x"
			id := r.create(c.draft).ID
			r.release(c.now)
			got := r.get(id)
			if reminds := got.RemindAt; c.want == "" && !reminds.IsZero() || c.want != "" && reminds.Format(time.RFC3339) != c.want {
				t.Errorf("it reminds at %v, want %s", reminds, c.want)
			}
			r.complete(id)
			if again := r.reopen(id); c.draft.Recurrence != "" && !again.RemindAt.IsZero() {
				t.Errorf("one that another of the series follows reminds at %v", again.RemindAt)
			}
		})
	}
}

// On the day on which the clocks skip its time a task is due when they go on, and on the others at its time.
func TestASkippedTimeShiftsNoSeries(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for rhythm, next := range map[string]string{
		"daily": "2027-03-15T02:30:00-04:00", "weekly": "2027-03-21T02:30:00-04:00", "monthly": "2027-04-14T02:30:00-04:00",
	} {
		r := newRoom(t)
		r.owner.Zone = newYork
		first := r.create(tasks.Draft{Title: "x", Due: "2027-03-14T02:30", Recurrence: rhythm})
		if got := first.Due.In(newYork).Format(time.RFC3339); got != "2027-03-14T03:30:00-04:00" {
			t.Errorf("%s: the first is due at %s", rhythm, got)
		}
		r.clock.Advance(first.Due.Sub(r.clock.Now()))
		second := r.get(r.complete(first.ID).Successor())
		if got := second.Due.In(newYork).Format(time.RFC3339); got != next {
			t.Errorf("%s: the second is due at %s, want %s", rhythm, got, next)
		}
	}
}
