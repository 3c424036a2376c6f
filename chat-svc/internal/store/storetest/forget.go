package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
)

func expires(t *testing.T, w *world) {
	store := w.store()
	id := begun(t, store, alice)
	for range 2 {
		w.clock.Advance(expiry - time.Millisecond)
		says(t, store, alice, id, "aur?")
	}
	w.clock.Advance(expiry - time.Millisecond)
	noError(t, resume(t, store, alice, id).Release(t.Context())) // which does not extend its life
	w.clock.Advance(time.Millisecond)
	if page := list(t, store, alice); page.Count != 0 {
		t.Errorf("listed %+v", page)
	}
	w.wantRows(t, 1, 3)
	wantNone(t, store, alice, id)
	w.wantRows(t, 0, 0) // final even before Purge runs
}

func endsAfterExpiry(t *testing.T, w *world) {
	store := w.store()
	id := begun(t, store, alice)
	w.clock.Advance(expiry - time.Millisecond)
	hold := resume(t, store, alice, id)
	w.clock.Advance(time.Second)
	if n, err := store.Purge(t.Context()); n != 0 || err != nil {
		t.Errorf("purged %d, %v", n, err)
	}
	keep(t, hold, "aur?")
	if got := get(t, store, alice, id); got.Turns != 2 {
		t.Errorf("kept %+v", got)
	}
}

func purged(t *testing.T, w *world) {
	store := w.store()
	for i := range 120 {
		begun(t, store, int32(i%40)) // anonymous ones too
	}
	held := resume(t, store, alice, list(t, store, alice).Conversations[0].ID)
	w.clock.Advance(expiry / 2)
	young := begun(t, store, alice)
	w.clock.Advance(expiry / 2)
	for _, want := range []int{120, 0} {
		if n, err := store.Purge(t.Context()); n != want || err != nil {
			t.Errorf("purged %d, %v, want %d", n, err, want)
		}
		w.wantRows(t, 1, 1)
	}
	get(t, store, alice, young)
	wantError(t, "Keep of a turn whose replica was given up", held.Keep(t.Context(), saying("late")), conversation.ErrLost)
}

func deleted(t *testing.T, w *world) {
	store := w.store()
	kept, id := begun(t, store, alice), begun(t, store, alice)
	says(t, store, alice, id, "aur?")
	w.wantRows(t, 2, 3)
	noError(t, store.Delete(t.Context(), alice, id))
	w.wantRows(t, 1, 1)
	wantNone(t, store, alice, id)
	wantNone(t, w.store(), alice, id)
	get(t, store, alice, kept)
}

func deletedDuringATurn(t *testing.T, w *world) {
	here, there := w.store(), w.store()
	for _, store := range []conversation.Store{here, there} {
		id := begun(t, here, alice)
		keeping := resume(t, here, alice, id)
		noError(t, store.Delete(t.Context(), alice, id))
		wantError(t, "Keep", keeping.Keep(t.Context(), saying("late")), conversation.ErrLost)

		id = begun(t, here, alice)
		releasing := resume(t, here, alice, id)
		noError(t, store.Delete(t.Context(), alice, id))
		noError(t, releasing.Release(t.Context()))
		wantNone(t, store, alice, id)
		w.wantRows(t, 0, 0)
	}
}

func deletedWhileWaiting(t *testing.T, w *world) {
	store := w.store()
	id := begun(t, store, alice)
	resume(t, store, alice, id)
	done := w.resuming(t.Context(), store, id)
	w.waits(t)
	noError(t, store.Delete(t.Context(), alice, id))
	wantError(t, "Resume", (<-done).err, conversation.ErrNotFound)
}

// several begins conversations of owner, one minute apart, and returns their ids.
func (w *world) several(t *testing.T, store conversation.Store, owner int32, n int) (ids []string) {
	t.Helper()
	for range n {
		ids = append(ids, begun(t, store, owner))
		w.clock.Advance(time.Minute)
	}
	return ids
}

func perUser(t *testing.T, w *world) {
	store := w.Replica(w.clock, conversation.Limits{PerUser: 3, Anonymous: 5})
	others := w.several(t, store, bob, 3)
	ids := w.several(t, store, alice, 3)
	says(t, store, alice, ids[0], "aur?")
	w.clock.Advance(time.Minute)
	noError(t, begin(t, store, alice).Release(t.Context())) // a turn that is not kept needs no room
	w.wantRows(t, 6, 7)

	w.several(t, store, alice, 1)
	wantNone(t, store, alice, ids[1])
	w.wantRows(t, 6, 7)
	for _, id := range []string{ids[0], ids[2]} {
		get(t, store, alice, id)
	}
	for _, id := range others {
		get(t, store, bob, id)
	}

	smaller := w.Replica(w.clock, conversation.Limits{PerUser: 1})
	id := begun(t, smaller, alice)
	if page := list(t, store, alice); page.Count != 1 || page.Conversations[0].ID != id {
		t.Errorf("with a lower limit there are %+v", page)
	}
}

func anonymous(t *testing.T, w *world) {
	store := w.Replica(w.clock, conversation.Limits{PerUser: 3, Anonymous: 5})
	mine := begun(t, store, alice)
	ids := w.several(t, store, nobody, 6)
	wantNone(t, store, nobody, ids[0])
	for _, id := range ids[1:] {
		get(t, store, nobody, id)
	}
	get(t, store, alice, mine)
	w.wantRows(t, 6, 6)
}

func heldMakesNoRoom(t *testing.T, w *world) {
	store := w.Replica(w.clock, conversation.Limits{PerUser: 2})
	ids := w.several(t, store, alice, 2)
	oldest := resume(t, store, alice, ids[0])
	third := begun(t, store, alice)
	wantNone(t, store, alice, ids[1])
	keep(t, oldest, "aur?")

	first, second := resume(t, store, alice, ids[0]), resume(t, store, alice, third)
	begun(t, store, alice) // over the limit for now
	w.wantRows(t, 3, 4)
	keep(t, first, "aur?")
	keep(t, second, "aur?")
	w.clock.Advance(time.Minute)
	begun(t, store, alice)
	if page := list(t, store, alice); page.Count != 2 {
		t.Errorf("there are %+v", page)
	}
}

// Replicas' clocks differ: a new conversation is not forgotten because its replica's clock is behind.
func newOneStays(t *testing.T, w *world) {
	limits := conversation.Limits{PerUser: 2}
	ids := w.several(t, w.Replica(clockwork.NewFakeClockAt(noon.Add(time.Minute)), limits), alice, 2)
	behind := w.Replica(w.clock, limits)
	id := begun(t, behind, alice)
	get(t, behind, alice, id)
	if page := list(t, behind, alice); page.Count != 2 {
		t.Errorf("of %v and %v, there are %+v", ids, id, page)
	}
}

func manyBeginAtOnce(t *testing.T, w *world) {
	const limit = 3
	store := w.Replica(w.clock, conversation.Limits{PerUser: limit})
	var running sync.WaitGroup
	for range 10 {
		running.Go(func() {
			hold, err := store.Begin(t.Context(), alice)
			if err == nil {
				err = hold.Keep(t.Context(), saying("salaam"))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	w.clock.Advance(time.Minute)
	id := begun(t, store, alice)
	get(t, store, alice, id)
	w.wantRows(t, limit, limit)
}

func newestTurns(t *testing.T, w *world) {
	store := w.Replica(w.clock, conversation.Limits{Turns: 3})
	id := begun(t, store, alice)
	for i := range 4 {
		says(t, store, alice, id, fmt.Sprint(i+2))
	}
	got := get(t, store, alice, id)
	if got.Turns != 3 || got.FirstMessage != "salaam" || len(got.Page) != 3 || got.Page[0].Number != 5 || got.Page[2].Number != 3 {
		t.Errorf("kept %+v", got)
	}
	w.wantRows(t, 1, 3)

	for _, limit := range []int{1, 2, 3} { // of replicas that restart
		says(t, w.Replica(w.clock, conversation.Limits{Turns: limit}), alice, id, "aur?")
		if got := get(t, store, alice, id); got.Turns != limit || len(got.Page) != limit {
			t.Errorf("with a limit of %d, kept %+v", limit, got)
		}
	}
}
