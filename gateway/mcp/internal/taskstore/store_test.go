package taskstore_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/mcp/internal/taskstore"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/redislink/redistest"
)

var limits = taskstore.Limits{
	Kept: time.Hour, Lease: time.Minute, Max: 3, MaxOfOwner: 2, Lost: []byte(`{"code":-32603,"message":"gone"}`),
}

func inRedis(t *testing.T, limits taskstore.Limits) *taskstore.Redis {
	t.Helper()
	redis := redistest.Start(t)
	link, err := redislink.New(redislink.Options{Config: redislink.Config{URL: config.Secret(redis.URL())}})
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); link.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	deadline := time.After(30 * time.Second)
	for link.Client() == nil {
		select {
		case <-deadline:
			t.Fatal("Redis is not reached")
		case <-time.After(5 * time.Millisecond):
		}
	}
	return taskstore.NewRedis(limits, link)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func created(t *testing.T, store taskstore.Store, id, owner string) *taskstore.Task {
	t.Helper()
	task, err := store.Create(t.Context(), id, owner)
	must(t, err)
	return task
}

func got(t *testing.T, store taskstore.Store, id, owner string) *taskstore.Task {
	t.Helper()
	task, err := store.Get(t.Context(), id, owner)
	must(t, err)
	return task
}

func TestStoresAreAlike(t *testing.T) {
	for name, store := range map[string]taskstore.Store{
		"memory": taskstore.NewMemory(limits, clockwork.NewRealClock()), "Redis": inRedis(t, limits),
	} {
		t.Run(name, func(t *testing.T) { testStore(t, store) })
	}
}

func testStore(t *testing.T, store taskstore.Store) {
	ctx := t.Context()
	if task := created(t, store, "a", "one"); task == nil || task.Status != taskstore.Working || task.Created.IsZero() {
		t.Fatalf("created is %+v", task)
	}
	created(t, store, "b", "one")
	if task := created(t, store, "c", "one"); task != nil {
		t.Errorf("an owner has a third: %+v", task)
	}
	created(t, store, "d", "two")
	if task := created(t, store, "e", "three"); task != nil {
		t.Errorf("there is a fourth: %+v", task)
	}
	if task := got(t, store, "a", "two"); task != nil {
		t.Errorf("another has %+v", task)
	}
	must(t, store.End(ctx, "a", taskstore.Completed, []byte("{\"x\":\"\xc3\xa9\"}")))
	must(t, store.End(ctx, "a", taskstore.Failed, []byte("{}"))) // it has ended
	if task := got(t, store, "a", "one"); task == nil || task.Status != taskstore.Completed || string(task.Body) != `{"x":"é"}` {
		t.Errorf("completed is %+v", task)
	}
	for id, want := range map[string]bool{"a": false, "b": true, "x": false} {
		if working, err := store.Renew(ctx, id); err != nil || working != want {
			t.Errorf("%s: it is worked at: %t, %v", id, working, err)
		}
	}
	for _, c := range []struct {
		id, owner string
		known     bool
		status    taskstore.Status
	}{{"a", "one", true, taskstore.Completed}, {"b", "two", false, ""}, {"b", "one", true, taskstore.Cancelled}, {"x", "one", false, ""}} {
		known, err := store.Cancel(ctx, c.id, c.owner)
		must(t, err)
		if known != c.known {
			t.Errorf("%s cancels %s: known is %t", c.owner, c.id, known)
		}
		if task := got(t, store, c.id, c.owner); known && task.Status != c.status {
			t.Errorf("%s is then %s", c.id, task.Status)
		}
	}
	must(t, store.End(ctx, "b", taskstore.Completed, []byte("{}")))
	if task := got(t, store, "b", "one"); task.Status != taskstore.Cancelled || len(task.Body) != 0 {
		t.Errorf("a task that was cancelled is %+v", task)
	}
}

func TestATaskThatWaitsForInputGoesOnOnce(t *testing.T) {
	for name, store := range map[string]taskstore.Store{
		"memory": taskstore.NewMemory(limits, clockwork.NewRealClock()), "Redis": inRedis(t, limits),
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			created(t, store, "a", "one")
			is := func(status taskstore.Status, body string) {
				t.Helper()
				if task := got(t, store, "a", "one"); task.Status != status || string(task.Body) != body {
					t.Errorf("it is %+v", task)
				}
			}
			swapped := func(want bool, got bool, err error) {
				t.Helper()
				if err != nil || got != want {
					t.Errorf("changed: %t, %v", got, err)
				}
			}
			resume := func(want bool, before string) {
				t.Helper()
				resumed, err := store.Resume(ctx, "a", []byte(before))
				swapped(want, resumed, err)
			}
			resume(false, "") // nothing was asked
			must(t, store.Pause(ctx, "a", []byte("two")))
			is(taskstore.InputRequired, "two")
			must(t, store.End(ctx, "a", taskstore.Completed, []byte("{}"))) // nobody works at it
			is(taskstore.InputRequired, "two")
			changed, err := store.Swap(ctx, "a", []byte("other"), []byte("x"))
			swapped(false, changed, err)
			changed, err = store.Swap(ctx, "a", []byte("two"), []byte("one"))
			swapped(true, changed, err)
			is(taskstore.InputRequired, "one")
			resume(false, "two")
			resume(true, "one")
			resume(false, "one")
			is(taskstore.Working, "")
			if working, err := store.Renew(ctx, "a"); err != nil || !working {
				t.Errorf("it is worked at: %t, %v", working, err)
			}
			must(t, store.Pause(ctx, "a", []byte("again")))
			_, err = store.Cancel(ctx, "a", "one")
			must(t, err)
			is(taskstore.Cancelled, "")
			resume(false, "again")
		})
	}
}

func TestATaskIsForgottenInItsTime(t *testing.T) {
	clock := clockwork.NewFakeClock()
	store := taskstore.NewMemory(limits, clock)
	created(t, store, "a", "one")
	created(t, store, "b", "one")
	clock.Advance(limits.Kept - 1)
	if got(t, store, "a", "one") == nil {
		t.Error("it is forgotten early")
	}
	clock.Advance(1)
	if task := got(t, store, "a", "one"); task != nil {
		t.Errorf("it is kept: %+v", task)
	}
	if created(t, store, "c", "one") == nil {
		t.Error("there is no room for another")
	}
}

func TestATaskWhoseGatewayIsGoneHasFailed(t *testing.T) {
	short := limits
	short.Lease = time.Millisecond
	store := inRedis(t, short)
	created(t, store, "a", "one")
	deadline := time.After(30 * time.Second)
	for {
		task := got(t, store, "a", "one")
		if task.Status == taskstore.Failed {
			if string(task.Body) != string(limits.Lost) {
				t.Errorf("its error is %s", task.Body)
			}
			return
		}
		select {
		case <-deadline:
			t.Fatalf("it is %+v", task)
		case <-time.After(time.Millisecond):
		}
	}
}

func TestWhoWorksIsToldOfACancellation(t *testing.T) {
	limits := limits
	limits.Max = 1 << 20
	for name, store := range map[string]taskstore.Store{
		"memory": taskstore.NewMemory(limits, clockwork.NewRealClock()), "Redis": inRedis(t, limits),
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			told, done := make(chan string, 8), make(chan struct{})
			go func() {
				defer close(done)
				store.Listen(ctx, func(id string, status taskstore.Status) { told <- id + " " + string(status) })
			}()
			defer func() { cancel(); <-done }()
			deadline := time.After(30 * time.Second)
			for i := 0; ; i++ { // it may not listen yet
				id := string(rune('a' + i%2))
				owner := id + time.Now().String()
				created(t, store, id+owner, owner)
				_, err := store.Cancel(ctx, id+owner, owner)
				must(t, err)
				select {
				case got := <-told:
					if !strings.HasSuffix(got, " cancelled") {
						t.Errorf("told %q", got)
					}
					return
				case <-deadline:
					t.Fatal("nobody is told")
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
}
