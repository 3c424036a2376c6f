package storetest

import (
	"errors"
	"strconv"
	"sync"
	"testing"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func changed(t *testing.T, store tasks.Store) {
	before := create(t, store, draft(alice, "before"))
	other := create(t, store, draft(alice, "other"))
	want := full(alice)
	want.ID = before.ID
	got, err := store.Change(t.Context(), alice, before.ID, func(current tasks.Current) (tasks.Change, error) {
		if current.Task != before {
			t.Errorf("the rule got %+v, want %+v", current.Task, before)
		}
		return tasks.Change{Task: want}, nil
	})
	if err != nil || got != want {
		t.Fatalf("Change = %+v, %v, want %+v", got, err, want)
	}

	refusal := errors.New("no")
	_, err = store.Change(t.Context(), alice, before.ID, func(current tasks.Current) (tasks.Change, error) {
		next := draft(alice, "never")
		current.Task.Title = "never"
		return tasks.Change{Task: current.Task, Next: &next}, refusal
	})
	wantError(t, "Change", err, refusal)

	same, err := store.Change(t.Context(), alice, before.ID, func(current tasks.Current) (tasks.Change, error) {
		return tasks.Change{Task: current.Task}, nil
	})
	if err != nil || same != want {
		t.Fatalf("a change that changes nothing = %+v, %v, want %+v", same, err, want)
	}
	if got := get(t, store, alice, before.ID); got != want {
		t.Fatalf("kept is %+v, want %+v", got, want)
	}
	if got := get(t, store, alice, other.ID); got != other {
		t.Fatalf("another task is now %+v, want %+v", got, other)
	}
	_, err = store.Change(t.Context(), alice, 99, rename("x"))
	wantError(t, "Change of no task", err, tasks.ErrNotFound)
}

func changedOneByOne(t *testing.T, store tasks.Store) {
	const changers, each = 6, 5
	task := create(t, store, draft(alice, "0"))
	increment := func(current tasks.Current) (tasks.Change, error) {
		n, err := strconv.Atoi(current.Task.Title)
		current.Task.Title = strconv.Itoa(n + 1)
		return tasks.Change{Task: current.Task}, err
	}
	var group sync.WaitGroup
	for range changers {
		group.Go(func() {
			for range each {
				if _, err := store.Change(t.Context(), alice, task.ID, increment); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if got := get(t, store, alice, task.ID).Title; got != strconv.Itoa(changers*each) {
		t.Fatalf("counted to %s, want %d: changes were lost", got, changers*each)
	}
}

// withNext is a rule that creates a next occurrence if none exists.
func withNext(current tasks.Current) (tasks.Change, error) {
	change := tasks.Change{Task: current.Task}
	if !current.NextLives {
		next := draft(alice, "next")
		change.Next = &next
	}
	return change, nil
}

func changedWithNext(t *testing.T, store tasks.Store) {
	task := create(t, store, draft(alice, "x"))
	var group sync.WaitGroup
	for range 4 { // at once, so that only one of them creates it
		group.Go(func() {
			if _, err := store.Change(t.Context(), alice, task.ID, withNext); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := get(t, store, alice, task.ID).NextID; got != task.ID+1 {
		t.Fatalf("NextID = %d, want %d", got, task.ID+1)
	}
	if got := get(t, store, alice, task.ID+1); got.Title != "next" {
		t.Fatalf("the next occurrence is %+v", got)
	}
	_, err := store.Get(t.Context(), alice, task.ID+2)
	wantError(t, "a second occurrence", err, tasks.ErrNotFound)
}

func nextLives(t *testing.T, store tasks.Store) {
	task := create(t, store, draft(alice, "x"))
	see := func() (lives bool) {
		t.Helper()
		_, err := store.Change(t.Context(), alice, task.ID, func(current tasks.Current) (tasks.Change, error) {
			lives = current.NextLives
			return tasks.Change{Task: current.Task}, nil
		})
		noError(t, err)
		return lives
	}
	if see() {
		t.Error("a next occurrence lives before one was made")
	}
	withNextMade, err := store.Change(t.Context(), alice, task.ID, withNext)
	noError(t, err)
	if !see() {
		t.Error("the next occurrence that was made does not live")
	}
	noError(t, store.Delete(t.Context(), alice, withNextMade.NextID, noon))
	if see() {
		t.Error("a deleted next occurrence lives")
	}
}
