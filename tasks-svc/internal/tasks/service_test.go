package tasks_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is Saturday, 21 November 2026, 10:00 in Karachi.
var start = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

// room is a service on a real store, with a clock that stands still.
type room struct {
	*tasks.Service
	t     *testing.T
	clock *clockwork.FakeClock
	owner tasks.Owner
	log   *strings.Builder
	// reminders is the store, as what releases reminders sees it.
	reminders reminders.Store
}

func newRoom(t *testing.T) *room {
	t.Helper()
	karachi, err := time.LoadLocation("Asia/Karachi")
	if err != nil {
		t.Fatal(err)
	}
	clock := clockwork.NewFakeClockAt(start)
	log := &strings.Builder{}
	kept := store.New(sqltest.SQLite().Open(t, store.Schema()))
	return &room{
		Service: &tasks.Service{
			Store: kept,
			Clock: clock,
			Log:   slog.New(slog.NewTextHandler(log, nil)),
		},
		t:     t,
		clock: clock,
		owner: tasks.Owner{UserID: 1, Zone: karachi},
		log:   log,

		reminders: kept,
	}
}

func (r *room) create(draft tasks.Draft) tasks.Task {
	r.t.Helper()
	task, err := r.Create(r.t.Context(), r.owner, draft)
	return r.must(task, err)
}

func (r *room) update(id int32, patch tasks.Patch) tasks.Task {
	r.t.Helper()
	task, err := r.Update(r.t.Context(), r.owner, id, patch)
	return r.must(task, err)
}

func (r *room) complete(id int32) tasks.Task {
	r.t.Helper()
	task, err := r.Complete(r.t.Context(), r.owner, id)
	return r.must(task, err)
}

func (r *room) reopen(id int32) tasks.Task {
	r.t.Helper()
	no := false
	return r.update(id, tasks.Patch{Completed: &no})
}

func (r *room) get(id int32) tasks.Task {
	r.t.Helper()
	task, err := r.Get(r.t.Context(), r.owner, id)
	return r.must(task, err)
}

func (r *room) must(task tasks.Task, err error) tasks.Task {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	return task
}

func (r *room) wantNone(id int32) {
	r.t.Helper()
	if task, err := r.Get(r.t.Context(), r.owner, id); !errors.Is(err, tasks.ErrNotFound) {
		r.t.Fatalf("task %d = %+v, %v, want none", id, task, err)
	}
}

func text(s string) *string { return &s }

func wantViolation(t *testing.T, err error, fields ...string) {
	t.Helper()
	var invalid tasks.Invalid
	if !errors.As(err, &invalid) || len(invalid) != len(fields) {
		t.Fatalf("error = %v, want violations of %v", err, fields)
	}
	for i, field := range fields {
		if invalid[i].Field != field {
			t.Fatalf("error = %v, want violations of %v", err, fields)
		}
	}
}

func TestCreate(t *testing.T) {
	r := newRoom(t)
	got := r.create(tasks.Draft{
		Title: "  Surah al-Kahf ", Description: " with meaning ", Priority: "high", LinkedPrayer: "Fajr",
		Due: "2026-11-27T06:00", Recurrence: "weekly", Category: "quran", MasjidID: 3,
	})
	due := time.Date(2026, 11, 27, 1, 0, 0, 0, time.UTC)
	want := tasks.Task{
		UserID: 1, ID: 1, Title: "Surah al-Kahf", Description: "with meaning", Priority: tasks.High, LinkedPrayer: "Fajr",
		Due: due, Recurrence: tasks.Weekly, Anchor: due, Category: "quran", MasjidID: 3, CreatedAt: start, UpdatedAt: start,
		RemindAt: due,
	}
	if got != want {
		t.Fatalf("created %+v, want %+v", got, want)
	}
	least := r.create(tasks.Draft{Title: "x"})
	want = tasks.Task{UserID: 1, ID: 2, Title: "x", Priority: tasks.Medium, CreatedAt: start, UpdatedAt: start}
	if least != want {
		t.Fatalf("created %+v, want %+v", least, want)
	}
}

func TestCreateNamesEachFieldAtFault(t *testing.T) {
	r := newRoom(t)
	for name, c := range map[string]struct {
		draft tasks.Draft
		want  []string
	}{
		"no title":         {tasks.Draft{}, []string{"title"}},
		"blank title":      {tasks.Draft{Title: " \t\n "}, []string{"title"}},
		"long title":       {tasks.Draft{Title: strings.Repeat("ح", 201)}, []string{"title"}},
		"NUL in title":     {tasks.Draft{Title: "a\x00b"}, []string{"title"}},
		"broken title":     {tasks.Draft{Title: "a\xff"}, []string{"title"}},
		"long description": {tasks.Draft{Title: "x", Description: strings.Repeat("x", 2001)}, []string{"description"}},
		"due":              {tasks.Draft{Title: "x", Due: "2026-02-30"}, []string{"due_datetime"}},
		"priority and more": {tasks.Draft{Title: "x", Priority: "urgent", LinkedPrayer: "fajr", Category: "X"},
			[]string{"priority", "linked_prayer", "category"}},
		"recurrence": {tasks.Draft{Title: "x", Recurrence: "yearly"}, []string{"recurrence"}},
		"masjid":     {tasks.Draft{Title: "x", MasjidID: -1}, []string{"masjid_id"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Create(t.Context(), r.owner, c.draft)
			wantViolation(t, err, c.want...)
		})
	}
	if got := r.create(tasks.Draft{Title: strings.Repeat("ح", 200)}); got.ID != 1 {
		t.Fatalf("the first task accepted has number %d: refusals used numbers up", got.ID)
	}
}

// profiles prefers a masjid and has a zone for everybody, or fails.
type profiles struct {
	masjid int32
	zone   string
	err    error
}

func (p profiles) PreferredMasjid(context.Context, int32) (int32, error) { return p.masjid, p.err }

func (p profiles) Timezone(context.Context, int32) (string, error) { return p.zone, p.err }

func (p profiles) Language(context.Context, int32) (string, error) { return "", p.err }

func TestATaskBelongsToThePreferredMasjid(t *testing.T) {
	r := newRoom(t)
	r.Profiles = profiles{masjid: 12}
	if got := r.create(tasks.Draft{Title: "x"}).MasjidID; got != 12 {
		t.Errorf("masjid = %d, want the preferred one, 12", got)
	}
	if got := r.create(tasks.Draft{Title: "x", MasjidID: 3}).MasjidID; got != 3 {
		t.Errorf("masjid = %d, want the one given, 3", got)
	}
	r.Profiles = profiles{err: errors.New("users-svc is down")}
	if got, err := r.Create(t.Context(), r.owner, tasks.Draft{Title: "x"}); !errors.Is(err, tasks.ErrPreferenceUnknown) {
		t.Errorf("nobody can say: got %+v, %v", got, err)
	}
	if got := r.create(tasks.Draft{Title: "x", MasjidID: 3}).MasjidID; got != 3 {
		t.Errorf("masjid = %d, want the one given, 3, though nobody can say", got)
	}
	for _, known := range []int32{12, 0} {
		r.owner.PreferredMasjid = &known
		if got := r.create(tasks.Draft{Title: "x"}).MasjidID; got != known {
			t.Errorf("masjid = %d, want the one that the edge knew, %d", got, known)
		}
	}
}

func TestUpdateChangesOnlyWhatIsSaid(t *testing.T) {
	r := newRoom(t)
	before := r.create(tasks.Draft{
		Title: "x", Description: "d", Priority: "high", LinkedPrayer: "Asr", Due: "2026-11-27T06:00", Recurrence: "daily",
		Category: "quran", MasjidID: 3,
	})
	r.clock.Advance(time.Minute)
	later := start.Add(time.Minute)
	no, masjid := int32(0), int32(9)

	for name, c := range map[string]struct {
		patch tasks.Patch
		edit  func(*tasks.Task)
	}{
		"nothing":         {tasks.Patch{}, func(*tasks.Task) {}},
		"the same":        {tasks.Patch{Title: text("x"), Due: text("2026-11-27T01:00Z")}, func(*tasks.Task) {}},
		"title":           {tasks.Patch{Title: text(" y ")}, func(t *tasks.Task) { t.Title, t.UpdatedAt = "y", later }},
		"priority":        {tasks.Patch{Priority: text("low")}, func(t *tasks.Task) { t.Priority, t.UpdatedAt = tasks.Low, later }},
		"description off": {tasks.Patch{Description: text("")}, func(t *tasks.Task) { t.Description, t.UpdatedAt = "", later }},
		"prayer off":      {tasks.Patch{LinkedPrayer: text("")}, func(t *tasks.Task) { t.LinkedPrayer, t.UpdatedAt = "", later }},
		"category off":    {tasks.Patch{Category: text("")}, func(t *tasks.Task) { t.Category, t.UpdatedAt = "", later }},
		"masjid":          {tasks.Patch{MasjidID: &masjid}, func(t *tasks.Task) { t.MasjidID, t.UpdatedAt = 9, later }},
		"masjid off":      {tasks.Patch{MasjidID: &no}, func(t *tasks.Task) { t.MasjidID, t.UpdatedAt = 0, later }},
		"due off": {tasks.Patch{Due: text("")}, func(t *tasks.Task) {
			t.Due, t.Anchor, t.RemindAt, t.UpdatedAt, t.PlanAt = time.Time{}, time.Time{}, time.Time{}, later, later
		}},
		"recurrence off": {tasks.Patch{Recurrence: text("")},
			func(t *tasks.Task) { t.Recurrence, t.Anchor, t.UpdatedAt = "", time.Time{}, later }},
		"due moves series": {tasks.Patch{Due: text("2026-12-31")}, func(t *tasks.Task) {
			t.Due = time.Date(2026, 12, 30, 19, 0, 0, 0, time.UTC)
			t.Anchor, t.RemindAt, t.UpdatedAt, t.PlanAt = t.Due, time.Time{}, later, later // when Asr begins
		}},
	} {
		t.Run(name, func(t *testing.T) {
			task := r.create(tasks.Draft{
				Title: "x", Description: "d", Priority: "high", LinkedPrayer: "Asr", Due: "2026-11-27T06:00",
				Recurrence: "daily", Category: "quran", MasjidID: 3,
			})
			want := task
			want.UpdatedAt = later
			c.edit(&want)
			if got := r.update(task.ID, c.patch); got != want {
				t.Errorf("updated to %+v, want %+v", got, want)
			}
			if got := r.get(task.ID); got != want {
				t.Errorf("kept is %+v, want %+v", got, want)
			}
		})
	}
	if got := r.update(before.ID, tasks.Patch{Title: text("x")}); got != before {
		t.Errorf("an update without difference made %+v of %+v", got, before)
	}
}

func TestARefusedUpdateChangesNothing(t *testing.T) {
	r := newRoom(t)
	before := r.create(tasks.Draft{Title: "x", Recurrence: "daily"})
	yes := true
	_, err := r.Update(t.Context(), r.owner, 1, tasks.Patch{Title: text(""), Due: text("soon"), Completed: &yes})
	wantViolation(t, err, "title", "due_datetime")
	if got := r.get(1); got != before {
		t.Errorf("kept is %+v, want %+v", got, before)
	}
	r.wantNone(2)
	if _, err := r.Update(t.Context(), r.owner, 9, tasks.Patch{}); !errors.Is(err, tasks.ErrNotFound) {
		t.Errorf("update of no task: %v", err)
	}
}

func TestCompletingARecurringTaskMakesTheNextOnce(t *testing.T) {
	r := newRoom(t)
	first := r.create(tasks.Draft{
		Title: "x", Description: "d", Priority: "high", LinkedPrayer: "Asr", Due: "2026-11-21T16:00", Recurrence: "daily",
		Category: "dhikr", MasjidID: 3,
	})
	r.clock.Advance(time.Hour)
	now := start.Add(time.Hour)

	done := r.complete(1)
	want := first
	want.CompletedAt, want.UpdatedAt, want.NextID, want.RemindAt = now, now, 2, time.Time{}
	if done != want || done.Successor() != 2 {
		t.Fatalf("completed is %+v, want %+v", done, want)
	}
	next := first
	next.ID, next.CreatedAt, next.UpdatedAt = 2, now, now
	next.SeriesID, next.SeriesAt = 1, first.CreatedAt
	next.Due = first.Due.Add(24 * time.Hour)
	next.RemindAt = next.Due
	if got := r.get(2); got != next {
		t.Fatalf("next is %+v, want %+v", got, next)
	}

	r.clock.Advance(time.Hour)
	if again := r.complete(1); again != done {
		t.Errorf("completing twice made %+v of %+v", again, done)
	}
	if open := r.reopen(1); open.Completed() || open.Successor() != 0 {
		t.Errorf("reopened is %+v", open)
	}
	if again := r.complete(1); again.Successor() != 2 {
		t.Errorf("completed again names %d, want 2", again.Successor())
	}
	r.wantNone(3)

	if err := r.Delete(t.Context(), r.owner, 2); err != nil {
		t.Fatal(err)
	}
	r.reopen(1)
	if again := r.complete(1); again.Successor() != 3 {
		t.Errorf("with the next one deleted, completed again names %d, want 3", again.Successor())
	}
}

func TestCompletingThroughUpdateUsesWhatItSays(t *testing.T) {
	r := newRoom(t)
	r.create(tasks.Draft{Title: "x", Due: "2026-11-20"})
	yes := true
	done := r.update(1, tasks.Patch{Title: text("y"), Recurrence: text("weekly"), Due: text("2026-11-25T09:00"), Completed: &yes})
	next := r.get(done.Successor())
	if next.Title != "y" || next.Due != time.Date(2026, 12, 2, 4, 0, 0, 0, time.UTC) {
		t.Fatalf("next is %+v, want y on 2 December, 09:00 in Karachi", next)
	}
}

func TestATaskThatHappensOnceHasNoNext(t *testing.T) {
	r := newRoom(t)
	r.create(tasks.Draft{Title: "x", Due: "2026-11-21T16:00"})
	if done := r.complete(1); !done.Completed() || done.Successor() != 0 {
		t.Fatalf("completed is %+v", done)
	}
	r.wantNone(2)
	weekly := r.update(1, tasks.Patch{Recurrence: text("weekly")})
	if weekly.Successor() != 0 {
		t.Fatalf("a rhythm given to a completed task made %d", weekly.Successor())
	}
}

func TestADeletedTaskComesBackWithinADay(t *testing.T) {
	r := newRoom(t)
	want := r.create(tasks.Draft{Title: "x"})
	ctx := t.Context()
	if _, err := r.Undelete(ctx, r.owner, 1); !errors.Is(err, tasks.ErrNotDeleted) {
		t.Fatalf("undelete of a task that is there: %v", err)
	}
	if err := r.Delete(ctx, r.owner, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Complete(ctx, r.owner, 1); !errors.Is(err, tasks.ErrNotFound) {
		t.Fatalf("completing a deleted task: %v", err)
	}
	r.clock.Advance(tasks.UndeleteWithin - time.Millisecond)
	purger := tasks.Purger{Service: r.Service, Every: time.Hour}
	if n, err := purger.Round(ctx); n != 0 || err != nil {
		t.Fatalf("purged %d, %v, within the day", n, err)
	}
	if got, err := r.Undelete(ctx, r.owner, 1); got != want || err != nil {
		t.Fatalf("undeleted %+v, %v, want %+v", got, err, want)
	}
	if err := r.Delete(ctx, r.owner, 1); err != nil {
		t.Fatal(err)
	}
	r.clock.Advance(tasks.UndeleteWithin)
	if _, err := r.Undelete(ctx, r.owner, 1); !errors.Is(err, tasks.ErrNotFound) {
		t.Fatalf("undelete after a day: %v", err)
	}
	if n, err := purger.Round(ctx); n != 1 || err != nil {
		t.Fatalf("purged %d, %v, want 1", n, err)
	}
}

// watched is a store that records how many tasks each Purge removed.
type watched struct {
	tasks.Store
	purged chan int
}

func (w watched) Purge(ctx context.Context, until time.Time, limit int) (int, error) {
	n, err := w.Store.Purge(ctx, until, limit)
	select {
	case w.purged <- n:
	case <-ctx.Done():
	}
	return n, err
}

func TestThePurgerWorksUntilItIsStopped(t *testing.T) {
	r := newRoom(t)
	for range 3 {
		task := r.create(tasks.Draft{Title: "x"})
		if err := r.Delete(t.Context(), r.owner, task.ID); err != nil {
			t.Fatal(err)
		}
	}
	purged := make(chan int)
	r.Store = watched{r.Store, purged}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	purger := tasks.Purger{Service: r.Service, Every: 10 * time.Minute}
	go func() { defer close(ended); purger.Run(ctx) }()

	if n := <-purged; n != 0 {
		t.Errorf("purged %d at the start, want none before a day has passed", n)
	}
	r.clock.Advance(tasks.UndeleteWithin)
	if n := <-purged; n != 3 {
		t.Errorf("purged %d after a day, want 3", n)
	}
	stop()
	<-ended
}
