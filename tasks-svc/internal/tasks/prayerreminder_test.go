package tasks_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// prayers begin at 05:30 and, the next day, a minute later: the times of Fajr in Karachi in November.
type prayers struct {
	asked []string
	err   error
}

func (p *prayers) Start(_ context.Context, _, _ int32, prayer, date string) (time.Time, error) {
	p.asked = append(p.asked, prayer+" "+date)
	if p.err != nil {
		return time.Time{}, p.err
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}, err
	}
	return day.Add(30*time.Minute + time.Duration(day.Day()-21)*time.Minute), nil // in UTC, 5:30 in Karachi
}

// fajr is when Fajr begins on a day of November.
func fajr(day int) time.Time {
	return time.Date(2026, 11, day, 0, 30+day-21, 0, 0, time.UTC)
}

func (r *room) plan(t *testing.T) {
	t.Helper()
	planner := tasks.Planner{Service: r.Service, Every: time.Second}
	if err := planner.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// It is 10:00 on 21 November, so today's Fajr has begun.
func TestATaskLinkedToAPrayerRemindsWhenThatBegins(t *testing.T) {
	for name, c := range map[string]struct {
		draft tasks.Draft
		want  time.Time
	}{
		"at no time":           {tasks.Draft{LinkedPrayer: "Fajr"}, fajr(22)},
		"on a day":             {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-25"}, fajr(25)},
		"today, when it began": {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-21"}, time.Time{}},
		"on a day that passed": {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-20"}, time.Time{}},
		"daily from that day":  {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-20", Recurrence: "daily"}, fajr(22)},
		"at a time of its own": {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-25T06:00"}, time.Date(2026, 11, 25, 1, 0, 0, 0, time.UTC)},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.Prayers = &prayers{}
			c.draft.Title = "x"
			if got := r.create(c.draft); got.RemindAt != c.want || got != r.get(got.ID) {
				t.Errorf("created %+v, want a reminder at %v", got, c.want)
			}
		})
	}
}

// What is known a day before is asked again, because the time moves; and so is what nobody could say.
func TestThePrayerOfATaskIsAskedAgain(t *testing.T) {
	r := newRoom(t)
	away := &prayers{err: errors.New("masjid-svc is away")}
	r.Prayers = away
	id := r.create(tasks.Draft{Title: "x", LinkedPrayer: "Fajr"}).ID
	if got := r.get(id); !got.RemindAt.IsZero() || len(away.asked) != 1 {
		t.Fatalf("nobody could say, and it reminds at %v", got.RemindAt)
	}
	back := &prayers{}
	r.Prayers = back
	r.clock.Advance(59 * time.Second)
	r.plan(t)
	if len(back.asked) != 0 {
		t.Errorf("asked %v before a minute was over", back.asked)
	}
	r.clock.Advance(time.Second)
	r.plan(t)
	if got := r.get(id); got.RemindAt != fajr(22) || got.UpdatedAt != start {
		t.Errorf("planned %+v", got)
	}
	r.clock.Advance(fajr(22).Add(-6 * time.Hour).Sub(r.clock.Now()))
	asked := len(back.asked)
	r.plan(t)
	r.plan(t)
	if len(back.asked) != asked+2 { // of today and of tomorrow, once
		t.Errorf("six hours before it was asked %v", back.asked[asked:])
	}
}

func TestADailyTaskThatIsPendingRemindsAgain(t *testing.T) {
	r := newRoom(t)
	r.Prayers = &prayers{}
	daily := r.create(tasks.Draft{Title: "x", LinkedPrayer: "Fajr", Recurrence: "daily"}).ID
	once := r.create(tasks.Draft{Title: "y", LinkedPrayer: "Fajr"}).ID
	r.clock.Advance(fajr(22).Sub(r.clock.Now()))
	if n, err := r.reminders.Release(t.Context(), r.clock.Now(), start, 10); n != 2 || err != nil {
		t.Fatalf("released %d, %v, want 2", n, err)
	}
	r.plan(t)
	if got, other := r.get(daily).RemindAt, r.get(once).RemindAt; got != fajr(23) || !other.IsZero() {
		t.Errorf("they remind at %v and %v, want the daily one at %v", got, other, fajr(23))
	}
	r.complete(daily)
	r.plan(t)
	if got := r.get(3); got.RemindAt != fajr(23) {
		t.Errorf("the next one is %+v", got)
	}
}

func TestAnUnlinkedTaskNoLongerFollowsThePrayer(t *testing.T) {
	r := newRoom(t)
	r.Prayers = &prayers{}
	id := r.create(tasks.Draft{Title: "x", LinkedPrayer: "Fajr", Due: "2026-11-25"}).ID
	none := "" // then it reminds when the quiet hours end
	if got := r.update(id, tasks.Patch{LinkedPrayer: &none}); got.RemindAt != got.Due.Add(7*time.Hour) {
		t.Errorf("unlinked: %+v", got)
	}
	prayer := "Fajr"
	if got := r.update(id, tasks.Patch{LinkedPrayer: &prayer}); got.RemindAt != fajr(25) {
		t.Errorf("linked again: %+v", got)
	}
}
