package storetest

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

func deleted(t *testing.T, store tasks.Store) {
	ctx := t.Context()
	kept, task := create(t, store, draft(alice, "kept")), create(t, store, draft(alice, "x"))
	noError(t, store.Delete(ctx, alice, task.ID, noon))

	_, err := store.Get(ctx, alice, task.ID)
	wantError(t, "Get", err, tasks.ErrNotFound)
	_, err = store.Change(ctx, alice, task.ID, rename("y"))
	wantError(t, "Change", err, tasks.ErrNotFound)
	wantError(t, "a second Delete", store.Delete(ctx, alice, task.ID, noon), tasks.ErrNotFound)
	wantError(t, "Delete of no task", store.Delete(ctx, alice, 99, noon), tasks.ErrNotFound)
	for _, status := range []tasks.Status{tasks.All, tasks.Pending} {
		page, err := store.List(ctx, alice, tasks.Query{Filter: tasks.Filter{Status: status}, Limit: 10})
		if err != nil || len(page.Tasks) != 1 || page.Count != 1 || page.Tasks[0] != kept {
			t.Fatalf("List of %s = %+v, %v, want only %+v", status, page, err, kept)
		}
	}
}

func undeleted(t *testing.T, store tasks.Store) {
	ctx := t.Context()
	want := full(alice)
	want.ID = create(t, store, want).ID

	_, err := store.Undelete(ctx, alice, want.ID, noon)
	wantError(t, "Undelete of a task that is there", err, tasks.ErrNotDeleted)
	_, err = store.Undelete(ctx, alice, 99, noon)
	wantError(t, "Undelete of no task", err, tasks.ErrNotFound)

	noError(t, store.Delete(ctx, alice, want.ID, noon))
	_, err = store.Undelete(ctx, alice, want.ID, noon)
	wantError(t, "Undelete at the end of its time", err, tasks.ErrNotFound)
	got, err := store.Undelete(ctx, alice, want.ID, noon.Add(-time.Millisecond))
	if err != nil || got != want {
		t.Fatalf("Undelete = %+v, %v, want %+v", got, err, want)
	}
	if got := get(t, store, alice, want.ID); got != want {
		t.Fatalf("Get = %+v, want %+v", got, want)
	}
}

func purged(t *testing.T, store tasks.Store) {
	ctx := t.Context()
	for i := range 5 { // deleted one minute apart, the first at noon; the fifth is not deleted
		task := create(t, store, draft(alice, "x"))
		if i < 4 {
			noError(t, store.Delete(ctx, alice, task.ID, noon.Add(time.Duration(i)*time.Minute)))
		}
	}
	until := noon.Add(2 * time.Minute)
	for _, want := range []int{2, 1, 0} {
		if n, err := store.Purge(ctx, until, 2); n != want || err != nil {
			t.Fatalf("Purge = %d, %v, want %d", n, err, want)
		}
	}
	for id := range int32(3) {
		_, err := store.Undelete(ctx, alice, id+1, noon.Add(-time.Hour))
		wantError(t, "Undelete of a purged task", err, tasks.ErrNotFound)
	}
	if _, err := store.Undelete(ctx, alice, 4, until); err != nil {
		t.Fatalf("a task deleted later was purged: %v", err)
	}
	get(t, store, alice, 5)
}
