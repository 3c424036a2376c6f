package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Reminding is a store of tasks and of their reminders.
type Reminding interface {
	tasks.Store
	reminders.PostStore
	calendar.Store
}

// RunReminders runs the suite of reminders.Store. fresh returns a new, empty store for each test.
func RunReminders(t *testing.T, fresh func(t *testing.T) Reminding) {
	cases := map[string]func(*testing.T, reminding){
		"a reminder waits for the channels of its user":      remindedOnItsChannels,
		"nothing reminds before its time":                    remindedInTime,
		"a completed or deleted task does not remind":        notRemindedWhenOver,
		"what waits goes with its task's time":               cancelled,
		"what is leased is not given to another":             leasedOnce,
		"what is not acknowledged comes again":               leasedAgain,
		"what is returned comes at once":                     returned,
		"reminders are released once by many":                releasedOnceByMany,
		"reminders are leased once by many":                  leasedOnceByMany,
		"what lapses is forgotten, and unwatched channels":   forgotten,
		"a user has a limited number of channels":            limitedChannels,
		"a webhook is stored as given, and its user's own":   webhooksStored,
		"a reminder waits for a webhook until it is over":    webhookReminded,
		"a browser is stored as given, and its last user's":  browsersStored,
		"a reminder waits for a browser until it is over":    browserReminded,
		"a private address is found by its secret alone":     linksStored,
		"what is to be planned is found, the earliest first": toPlan,
		"a daily task is planned again once it has reminded": plannedAgain,
		"quiet hours are their user's, and plan tasks anew":  quietStored,
		"a purged task reminds nobody, a restored one does":  remindedOnceRestored,
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, reminding{fresh(t)})
		})
	}
}

// reminding is a store with what tests do to it.
type reminding struct{ Reminding }

// The channels: of alice, of bob, and of everybody.
var (
	aliceApp = reminders.Channel{UserID: alice, Name: "app"}
	bobApp   = reminders.Channel{UserID: bob, Name: "app"}
	everyApp = reminders.Channel{Name: "app"}
)

func (r reminding) open(t *testing.T, channels ...reminders.Channel) {
	t.Helper()
	for _, channel := range channels {
		noError(t, r.OpenChannel(t.Context(), channel, noon))
	}
}

// due creates a task that reminds at a time.
func (r reminding) due(t *testing.T, userID int32, title string, at time.Time) tasks.Task {
	t.Helper()
	task := draft(userID, title)
	task.Due, task.RemindAt = at, at
	return create(t, r, task)
}

func (r reminding) release(t *testing.T, now time.Time) int {
	t.Helper()
	n, err := r.Release(t.Context(), now, now.Add(-reminders.Lapse), 100)
	noError(t, err)
	return n
}

// lease leases for a minute, and returns what as "title attempt".
func (r reminding) lease(t *testing.T, channel reminders.Channel, now time.Time) []reminders.Reminder {
	t.Helper()
	leased, err := r.Lease(t.Context(), channel, now, now.Add(time.Minute), 100)
	noError(t, err)
	return leased
}

// wantLeased leases, and compares with texts of the form "title attempt".
func (r reminding) wantLeased(t *testing.T, channel reminders.Channel, now time.Time, want ...string) {
	t.Helper()
	var got []string
	for _, reminder := range r.lease(t, channel, now) {
		got = append(got, fmt.Sprint(reminder.Title, " ", reminder.Attempt))
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("at %s %v is given %q, want %q", now.Format(time.TimeOnly), channel, got, want)
	}
}

func remindedOnItsChannels(t *testing.T, r reminding) {
	r.open(t, aliceApp, bobApp, everyApp)
	task := draft(alice, "read")
	task.Due, task.RemindAt, task.LinkedPrayer, task.PrayerOffset = noon, noon, "Fajr", -10
	task = create(t, r, task)
	r.due(t, bob, "give", noon.Add(-time.Second))
	if n := r.release(t, noon); n != 2 {
		t.Fatalf("released %d, want 2", n)
	}
	want := reminders.Reminder{
		ID: reminders.ID{UserID: alice, TaskID: task.ID, At: noon}, Title: "read", LinkedPrayer: "Fajr", PrayerOffset: -10, Attempt: 1,
	}
	if got := r.lease(t, aliceApp, noon); len(got) != 1 || got[0] != want {
		t.Errorf("alice's channel is given %+v, want %+v", got, want)
	}
	r.wantLeased(t, bobApp, noon, "give 1")
	if got := r.lease(t, everyApp, noon); len(got) != 2 {
		t.Errorf("the channel of everybody is given %+v", got)
	}
	if after := get(t, r, alice, task.ID); !after.RemindAt.IsZero() {
		t.Errorf("it reminds at %v again", after.RemindAt)
	}
	late := reminders.Channel{UserID: alice, Name: "late"}
	r.open(t, late)
	r.wantLeased(t, late, noon)
}

func remindedInTime(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	r.due(t, alice, "read", noon)
	if n := r.release(t, noon.Add(-time.Millisecond)); n != 0 {
		t.Errorf("released %d too early", n)
	}
	if n := r.release(t, noon); n != 1 {
		t.Errorf("released %d, want 1", n)
	}
	if n := r.release(t, noon.Add(time.Hour)); n != 0 {
		t.Errorf("released %d again", n)
	}
}

func notRemindedWhenOver(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	completed := draft(alice, "completed")
	completed.Due, completed.RemindAt, completed.CompletedAt = noon, noon, noon
	create(t, r, completed)
	deleted := r.due(t, alice, "deleted", noon)
	noError(t, r.Delete(t.Context(), alice, deleted.ID, noon))
	if n := r.release(t, noon); n != 0 {
		t.Errorf("released %d", n)
	}
}

func cancelled(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	changes := map[string]func(*tasks.Task){
		"completed": func(task *tasks.Task) { task.CompletedAt = noon },
		"postponed": func(task *tasks.Task) { task.Due, task.RemindAt = noon.Add(time.Hour), noon.Add(time.Hour) },
		"renamed":   func(task *tasks.Task) { task.Title = "renamed since" },
	}
	for title := range changes {
		r.due(t, alice, title, noon)
	}
	gone := r.due(t, alice, "deleted", noon)
	if n := r.release(t, noon); n != 4 {
		t.Fatalf("released %d, want 4", n)
	}
	for id := range int32(3) {
		_, err := r.Change(t.Context(), alice, id+1, func(current tasks.Current) (tasks.Change, error) {
			changes[current.Task.Title](&current.Task)
			return tasks.Change{Task: current.Task}, nil
		})
		noError(t, err)
	}
	noError(t, r.Delete(t.Context(), alice, gone.ID, noon))
	r.wantLeased(t, aliceApp, noon, "renamed since 1")
	if n := r.release(t, noon.Add(time.Hour)); n != 1 {
		t.Errorf("released %d, want the postponed one", n)
	}
}

func leasedOnce(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	r.due(t, alice, "read", noon)
	r.release(t, noon)
	r.wantLeased(t, aliceApp, noon, "read 1")
	r.wantLeased(t, aliceApp, noon.Add(time.Minute-time.Millisecond))
}

func leasedAgain(t *testing.T, r reminding) {
	r.open(t, aliceApp, everyApp)
	task := r.due(t, alice, "read", noon)
	r.release(t, noon)
	r.wantLeased(t, aliceApp, noon, "read 1")
	r.wantLeased(t, aliceApp, noon.Add(time.Minute), "read 2")
	id := reminders.ID{UserID: alice, TaskID: task.ID, At: noon}
	for range 2 { // the second time it is no error
		noError(t, r.Acknowledge(t.Context(), aliceApp, id))
	}
	noError(t, r.Acknowledge(t.Context(), bobApp, id)) // another's channel changes nothing
	r.wantLeased(t, aliceApp, noon.Add(time.Hour))
	r.wantLeased(t, everyApp, noon.Add(time.Hour), "read 1")
}

func returned(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	r.due(t, alice, "read", noon)
	r.release(t, noon)
	noError(t, r.Return(t.Context(), aliceApp, r.lease(t, aliceApp, noon), noon))
	r.wantLeased(t, aliceApp, noon, "read 1")
}

// many runs something eight times at once.
func many(t *testing.T, do func() error) {
	t.Helper()
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			if err := do(); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
}

func releasedOnceByMany(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	for i := range 40 {
		r.due(t, alice, fmt.Sprint(i), noon)
	}
	var mu sync.Mutex
	released := 0
	for range 3 { // those that are about to be released by one are passed over by another
		many(t, func() error {
			n, err := r.Release(t.Context(), noon, noon.Add(-reminders.Lapse), 10)
			mu.Lock()
			defer mu.Unlock()
			released += n
			return err
		})
	}
	if released != 40 || len(r.lease(t, aliceApp, noon)) != 40 {
		t.Errorf("released %d of 40", released)
	}
}

func leasedOnceByMany(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	for i := range 40 {
		r.due(t, alice, fmt.Sprint(i), noon)
	}
	r.release(t, noon)
	var mu sync.Mutex
	times := map[string]int{}
	for range 3 {
		many(t, func() error {
			leased, err := r.Lease(t.Context(), aliceApp, noon, noon.Add(time.Minute), 10)
			mu.Lock()
			defer mu.Unlock()
			for _, reminder := range leased {
				times[reminder.Title]++
			}
			return err
		})
	}
	if len(times) != 40 {
		t.Errorf("%d of 40 were leased", len(times))
	}
	for title, n := range times {
		if n != 1 {
			t.Errorf("%s was leased %d times", title, n)
		}
	}
}

func forgotten(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	r.due(t, alice, "early", noon.Add(-time.Millisecond))
	r.due(t, alice, "late", noon)
	if n := r.release(t, noon); n != 2 {
		t.Fatalf("released %d, want 2", n)
	}
	noError(t, r.Forget(t.Context(), noon, noon))
	r.wantLeased(t, aliceApp, noon, "late 1")
	noError(t, r.Forget(t.Context(), noon, noon.Add(time.Millisecond)))
	r.due(t, alice, "to nobody", noon)
	r.release(t, noon)
	r.wantLeased(t, aliceApp, noon)

	r.open(t, aliceApp)
	r.due(t, alice, "lapsed", noon.Add(-time.Millisecond))
	if n, err := r.Release(t.Context(), noon, noon, 100); n != 1 || err != nil {
		t.Fatalf("released %d, %v, want 1", n, err)
	}
	r.wantLeased(t, aliceApp, noon)
}

func limitedChannels(t *testing.T, r reminding) {
	channel := func(i int) reminders.Channel { return reminders.Channel{UserID: alice, Name: fmt.Sprint(i)} }
	for i := range reminders.MaxChannels {
		r.open(t, channel(i))
	}
	wantError(t, "one too many", r.OpenChannel(t.Context(), channel(reminders.MaxChannels), noon), reminders.ErrTooManyChannels)
	r.open(t, channel(0), bobApp, everyApp)
}

func remindedOnceRestored(t *testing.T, r reminding) {
	r.open(t, aliceApp)
	for _, title := range []string{"purged", "restored"} {
		noError(t, r.Delete(t.Context(), alice, r.due(t, alice, title, noon).ID, noon))
	}
	restored, err := r.Undelete(t.Context(), alice, 2, noon.Add(-time.Hour))
	noError(t, err)
	if restored.RemindAt != noon {
		t.Errorf("it reminds at %v", restored.RemindAt)
	}
	if _, err := r.Purge(t.Context(), noon, 10); err != nil {
		t.Fatal(err)
	}
	if n := r.release(t, noon); n != 1 {
		t.Errorf("released %d, want 1", n)
	}
	r.wantLeased(t, aliceApp, noon, "restored 1")
}
