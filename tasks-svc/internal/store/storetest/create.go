package storetest

import (
	"slices"
	"sync"
	"testing"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func keptAsGiven(t *testing.T, store tasks.Store) {
	for _, want := range []tasks.Task{full(alice), draft(alice, "x")} {
		created := create(t, store, want)
		want.ID = created.ID
		if created != want {
			t.Errorf("Create = %+v, want %+v", created, want)
		}
		if got := get(t, store, alice, created.ID); got != want {
			t.Errorf("Get = %+v, want %+v", got, want)
		}
	}
}

func consecutive(t *testing.T, store tasks.Store) {
	for want := int32(1); want <= 3; want++ {
		for _, user := range []int32{alice, bob} {
			if got := create(t, store, draft(user, "x")).ID; got != want {
				t.Fatalf("task of user %d has number %d, want %d", user, got, want)
			}
		}
	}
}

func consecutiveConcurrently(t *testing.T, store tasks.Store) {
	const creators, each = 8, 5
	numbers := make([][]int32, creators)
	var group sync.WaitGroup
	for i := range creators {
		group.Go(func() {
			for range each {
				task, err := store.Create(t.Context(), draft(alice, "x"))
				if err != nil {
					t.Error(err)
				}
				numbers[i] = append(numbers[i], task.ID)
			}
		})
	}
	group.Wait()
	got := slices.Concat(numbers...)
	slices.Sort(got)
	for i, number := range got {
		if number != int32(i+1) {
			t.Fatalf("numbers = %v, want 1 to %d", got, creators*each)
		}
	}
}

func neverUsedAgain(t *testing.T, store tasks.Store) {
	first := create(t, store, draft(alice, "x"))
	noError(t, store.Delete(t.Context(), alice, first.ID, noon))
	if n, err := store.Purge(t.Context(), noon, 10); n != 1 || err != nil {
		t.Fatalf("Purge = %d, %v, want 1", n, err)
	}
	if got := create(t, store, draft(alice, "y")).ID; got != first.ID+1 {
		t.Fatalf("the number after a purged %d is %d", first.ID, got)
	}
}

func scoped(t *testing.T, store tasks.Store) {
	task := create(t, store, draft(alice, "x"))
	ctx := t.Context()

	_, err := store.Get(ctx, bob, task.ID)
	wantError(t, "Get", err, tasks.ErrNotFound)
	_, err = store.Change(ctx, bob, task.ID, rename("mine"))
	wantError(t, "Change", err, tasks.ErrNotFound)
	wantError(t, "Delete", store.Delete(ctx, bob, task.ID, noon), tasks.ErrNotFound)
	page, err := store.List(ctx, bob, tasks.Query{Filter: tasks.Filter{Status: tasks.All}, Limit: 10})
	if err != nil || len(page.Tasks) != 0 || page.Count != 0 {
		t.Fatalf("List = %+v, %v, want nothing", page, err)
	}

	noError(t, store.Delete(ctx, alice, task.ID, noon))
	_, err = store.Undelete(ctx, bob, task.ID, noon.Add(-1))
	wantError(t, "Undelete", err, tasks.ErrNotFound)
}
