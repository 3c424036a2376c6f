package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/clock"
)

// outcome is the result of a turn that waited.
type outcome struct {
	prayer string // what it found
	at     time.Time
	err    error
}

// resuming resumes and releases alice's conversation in a goroutine.
func (w *world) resuming(ctx context.Context, store conversation.Store, id string) <-chan outcome {
	done := make(chan outcome, 1)
	go func() {
		hold, err := store.Resume(ctx, alice, id)
		if err != nil {
			done <- outcome{err: err}
			return
		}
		at := w.clock.Now()
		err = hold.Release(context.WithoutCancel(ctx))
		done <- outcome{prayer: hold.State.Prayer, at: at, err: err}
	}()
	return done
}

// waits blocks until a turn waits for a conversation.
func (w *world) waits(t *testing.T) {
	t.Helper()
	noError(t, w.clock.BlockUntilContext(t.Context(), 1))
}

// wantHeld expects that a turn holds alice's conversation: another turn has to wait.
func (w *world) wantHeld(t *testing.T, store conversation.Store, id string) {
	t.Helper()
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	waiting, ended := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		defer ended()
		_, err := store.Resume(ctx, alice, id)
		done <- err
	}()
	if w.clock.BlockUntilContext(waiting, 1) == nil {
		giveUp()
	}
	wantError(t, "a turn that waits and gives up", <-done, context.Canceled)
}

// A turn that waits in the same process continues at once: no time passes here.
func oneTurnAtATime(t *testing.T, w *world) {
	store := w.store()
	id := begun(t, store, alice)
	for _, end := range []func(*conversation.Hold) error{
		func(h *conversation.Hold) error { return h.Keep(t.Context(), saying("aur?")) },
		func(h *conversation.Hold) error { return h.Release(t.Context()) },
	} {
		hold := resume(t, store, alice, id)
		done := w.resuming(t.Context(), store, id)
		w.waits(t)
		hold.State.Prayer = "Isha"
		noError(t, end(hold))
		if got := <-done; got.err != nil || got.prayer != "Isha" || !got.at.Equal(noon) {
			t.Errorf("the second turn: %+v", got)
		}
	}
}

func oneTurnOnAllReplicas(t *testing.T, w *world) {
	here, there := w.store(), w.store()
	id := begun(t, here, alice)
	hold := resume(t, here, alice, id)
	done := w.resuming(t.Context(), there, id)
	for range 10 {
		w.waits(t)
		w.clock.Advance(step)
	}
	select {
	case got := <-done:
		t.Fatalf("two turns have the conversation: %+v", got)
	default:
	}
	hold.State.Prayer = "Isha"
	keep(t, hold, "aur?")
	kept := w.clock.Now()
	got := until(t, w.clock, done)
	if got.err != nil || got.prayer != "Isha" || got.at.Sub(kept) > 200*time.Millisecond {
		t.Errorf("the second turn, %v after the first: %+v", got.at.Sub(kept), got)
	}
}

func givesUp(t *testing.T, w *world) {
	store := w.store()
	id := begun(t, store, alice)
	hold := resume(t, store, alice, id)
	ctx, cancel := context.WithCancel(t.Context())
	done := w.resuming(ctx, store, id)
	w.waits(t)
	cancel()
	wantError(t, "waiting", (<-done).err, context.Canceled)
	_, err := store.Resume(ctx, alice, id)
	wantError(t, "coming", err, context.Canceled)

	keep(t, hold, "aur?")
	_, err = store.Resume(ctx, alice, id)
	wantError(t, "coming when it is free", err, context.Canceled)
	says(t, store, alice, id, "phir?")
}

func deadHolder(t *testing.T, w *world) {
	id := begun(t, w.store(), alice)
	resume(t, w.store(), alice, id) // and nothing more
	got := until(t, w.clock, w.resuming(t.Context(), w.store(), id))
	waited := got.at.Sub(noon)
	if got.err != nil || waited < conversation.HoldTimeout || waited > conversation.HoldTimeout+250*time.Millisecond {
		t.Errorf("waited %v: %+v", waited, got)
	}
}

func longTurn(t *testing.T, w *world) {
	store := w.store()
	id := begun(t, store, alice)
	hold := resume(t, store, alice, id)
	hold.State.Prayer = "Isha"
	w.clock.Advance(2 * conversation.HoldTimeout)
	keep(t, hold, "aur?")
	if got := resume(t, store, alice, id); got.State.Prayer != "Isha" {
		t.Errorf("remembered %+v", got.State)
	}
}

func longTurnLost(t *testing.T, w *world) {
	here := w.store()
	for replica, other := range map[string]conversation.Store{"this": here, "another": w.store()} {
		t.Run("on "+replica+" replica", func(t *testing.T) {
			id := begun(t, here, alice)
			tooLate := func() (late, now *conversation.Hold) {
				late = resume(t, here, alice, id)
				late.State.Prayer = "Asr"
				w.clock.Advance(conversation.HoldTimeout)
				return late, resume(t, other, alice, id)
			}
			late, now := tooLate()
			wantError(t, "Keep while another turn has it", late.Keep(t.Context(), saying("late")), conversation.ErrLost)
			w.wantHeld(t, other, id)
			now.State.Prayer = "Isha"
			keep(t, now, "aur?")

			late, now = tooLate()
			noError(t, late.Release(t.Context()))
			w.wantHeld(t, other, id)
			noError(t, now.Release(t.Context()))

			late, now = tooLate()
			noError(t, now.Release(t.Context()))
			wantError(t, "Keep after another turn had it", late.Keep(t.Context(), saying("late")), conversation.ErrLost)

			if got := get(t, here, alice, id).Page; len(got) != 2 || got[0].Message != "aur?" || got[1].Message != "salaam" {
				t.Errorf("the turns are %+v", got)
			}
			if got := resume(t, other, alice, id).State.Prayer; got != "Isha" {
				t.Errorf("remembered %q", got)
			}
		})
	}
}

// manyAtOnce uses the system clock, since turns of two replicas take real time.
func manyAtOnce(t *testing.T, w *world) {
	const replicas, turns, each = 2, 4, 5
	first := w.Replica(clock.System(), conversation.Limits{})
	id := begun(t, first, alice)
	stores := []conversation.Store{first, w.Replica(clock.System(), conversation.Limits{})}
	var running sync.WaitGroup
	for replica := range replicas {
		for turn := range turns {
			running.Go(func() {
				for i := range each {
					hold, err := stores[replica].Resume(t.Context(), alice, id)
					if err != nil {
						t.Error(err)
						return
					}
					hold.State.Task.ID++ // the turns so far
					if err := hold.Keep(t.Context(), saying(fmt.Sprintf("%d %d %d", replica, turn, i))); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	running.Wait()
	const all = replicas * turns * each
	if got := resume(t, first, alice, id); got.State.Task.ID != all {
		t.Errorf("%d turns left something, want %d", got.State.Task.ID, all)
	}
	transcript := get(t, first, alice, id)
	if transcript.Turns != all+1 || len(transcript.Page) != all+1 {
		t.Errorf("%d turns are counted, %d kept, want %d", transcript.Turns, len(transcript.Page), all+1)
	}
	messages := map[string]bool{}
	for i, turn := range slices.Backward(transcript.Page) {
		messages[turn.Message] = true
		if want := int32(len(transcript.Page) - i); turn.Number != want {
			t.Errorf("turn %d has the number %d", want, turn.Number)
		}
	}
	if len(messages) != all+1 {
		t.Errorf("%d messages are kept, want %d", len(messages), all+1)
	}
}
