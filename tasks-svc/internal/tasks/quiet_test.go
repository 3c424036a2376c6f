package tasks_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// What is due on a day reminds when the quiet hours end on it; what is due at a time, at that time.
func TestQuietHours(t *testing.T) {
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour-5, minute, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		quiet      *tasks.Quiet
		day, timed time.Time
	}{
		"by default":         {nil, at(25, 7, 0), at(25, 23, 0)},
		"others":             {&tasks.Quiet{From: 23 * 60, Until: 9*60 + 30}, at(25, 9, 30), at(25, 23, 0)},
		"that begin later":   {&tasks.Quiet{From: 60, Until: 5 * 60}, at(25, 7, 0), at(25, 23, 0)},
		"that begin at once": {&tasks.Quiet{From: 0, Until: 5 * 60}, at(25, 5, 0), at(25, 23, 0)},
		"in the morning":     {&tasks.Quiet{From: 6 * 60, Until: 8 * 60}, at(25, 8, 0), at(25, 23, 0)},
		"none":               {&tasks.Quiet{}, at(25, 7, 0), at(25, 23, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			if c.quiet != nil {
				if err := r.SetQuiet(t.Context(), r.owner, *c.quiet); err != nil {
					t.Fatal(err)
				}
			}
			if got := r.create(tasks.Draft{Title: "x", Due: "2026-11-25"}).RemindAt; got != c.day {
				t.Errorf("a day reminds at %v, want %v", got, c.day)
			}
			if got := r.create(tasks.Draft{Title: "x", Due: "2026-11-25T23:00"}).RemindAt; got != c.timed {
				t.Errorf("a time in the quiet hours reminds at %v, want %v", got, c.timed)
			}
		})
	}
}

func TestNewQuietHoursHoldForTasksThatAreThere(t *testing.T) {
	r := newRoom(t)
	day, timed := r.create(tasks.Draft{Title: "x", Due: "2026-11-25"}), r.create(tasks.Draft{Title: "x", Due: "2026-11-25T23:00"})
	passed := r.create(tasks.Draft{Title: "x", Due: "2026-11-21"}) // it is 10:00
	if !passed.RemindAt.IsZero() {
		t.Errorf("today reminds at %v", passed.RemindAt)
	}
	if err := r.SetQuiet(t.Context(), r.owner, tasks.Quiet{From: 20 * 60, Until: 8 * 60}); err != nil {
		t.Fatal(err)
	}
	r.plan(t)
	if got := r.get(day.ID).RemindAt; got != day.RemindAt.Add(time.Hour) {
		t.Errorf("a day reminds at %v", got)
	}
	if got := r.get(timed.ID).RemindAt; got != timed.RemindAt {
		t.Errorf("a time reminds at %v", got)
	}
	r.clock.Advance(day.RemindAt.Add(time.Hour).Sub(r.clock.Now())) // due, and not released yet
	if err := r.SetQuiet(t.Context(), r.owner, tasks.Quiet{}); err != nil {
		t.Fatal(err)
	}
	r.plan(t)
	if n, err := r.reminders.Release(t.Context(), r.clock.Now(), start, 10); n != 1 || err != nil {
		t.Errorf("what is due is lost to the new hours: %d, %v", n, err)
	}
}
