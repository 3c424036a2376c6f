// Package memorytest is what every store of conversations must pass.
package memorytest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/internal/chat/memory"
	"github.com/salaatflow/platform/language/detect"
)

// Run runs the suite; open gives an empty store that goes by the clock and forgets after the expiry.
func Run(t *testing.T, open func(t *testing.T, clock *clockwork.FakeClock, expiry time.Duration) memory.Store) {
	for name, promise := range map[string]func(*testing.T, memory.Store, *clockwork.FakeClock){
		"what a turn leaves the next one finds":       remembers,
		"a conversation is its owner's alone":         ownersAlone,
		"a conversation expires after its last turn":  expires,
		"one turn at a time has a conversation":       oneTurnAtATime,
		"ids cannot be guessed and never come again":  ids,
		"who waits gives up with the context":         givesUp,
		"a turn may take longer than the expiry":      longTurn,
		"releasing a hold again does nothing of harm": releasedTwice,
	} {
		t.Run(name, func(t *testing.T) {
			clock := clockwork.NewFakeClockAt(time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC))
			promise(t, open(t, clock, expiry), clock)
		})
	}
}

const expiry = time.Hour

func state() memory.Conversation {
	title, number := "Quran parhna", 3
	return memory.Conversation{
		Language: detect.RomanUrdu, Prayer: "Asr", Task: memory.Item{ID: 3, Name: title}, Place: memory.Place{Area: "Clifton"},
		Listed:   memory.Listed{Kind: memory.Masjids, Items: []memory.Item{{ID: 9, Name: "Tooba", Urdu: "طوبیٰ"}}},
		Last:     memory.Asked{Intent: detect.UpdateTask, Slots: detect.Slots{Title: &title, TaskID: &number}},
		Question: &memory.Question{Asks: "confirm", Tool: "x", Arguments: []byte(`{"a":1}`)},
		Undo:     &memory.Undo{Did: "x", Before: []byte(`{"b":2}`), Fresh: true},
	}
}

func begin(t *testing.T, store memory.Store, owner int32) *memory.Hold {
	t.Helper()
	hold, err := store.Begin(t.Context(), owner)
	if err != nil {
		t.Fatal(err)
	}
	return hold
}

func resume(t *testing.T, store memory.Store, owner int32, id string) *memory.Hold {
	t.Helper()
	hold, err := store.Resume(t.Context(), owner, id)
	if err != nil {
		t.Fatal(err)
	}
	return hold
}

func wantNone(t *testing.T, store memory.Store, owner int32, id string) {
	t.Helper()
	if _, err := store.Resume(t.Context(), owner, id); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("user %d resumes %q: %v", owner, id, err)
	}
}

func remembers(t *testing.T, store memory.Store, _ *clockwork.FakeClock) {
	hold := begin(t, store, 1)
	if !reflect.DeepEqual(hold.State, memory.Conversation{}) {
		t.Errorf("a new conversation remembers %+v", hold.State)
	}
	hold.State = state()
	hold.Release()
	again := resume(t, store, 1, hold.ID)
	if again.ID != hold.ID || !reflect.DeepEqual(again.State, state()) {
		t.Errorf("remembered %+v", again.State)
	}
	again.Release()
}

func ownersAlone(t *testing.T, store memory.Store, _ *clockwork.FakeClock) {
	mine, nobodys := begin(t, store, 1), begin(t, store, 0)
	mine.Release()
	nobodys.Release()
	wantNone(t, store, 2, mine.ID)
	wantNone(t, store, 0, mine.ID)
	wantNone(t, store, 1, nobodys.ID)
	wantNone(t, store, 1, "")
	wantNone(t, store, 1, "no such id")
	resume(t, store, 0, nobodys.ID).Release()
}

func expires(t *testing.T, store memory.Store, clock *clockwork.FakeClock) {
	hold := begin(t, store, 1)
	hold.Release()
	clock.Advance(expiry - time.Second)
	resume(t, store, 1, hold.ID).Release()
	clock.Advance(expiry - time.Second)
	resume(t, store, 1, hold.ID).Release()
	clock.Advance(expiry)
	wantNone(t, store, 1, hold.ID)
}

func oneTurnAtATime(t *testing.T, store memory.Store, _ *clockwork.FakeClock) {
	hold := begin(t, store, 1)
	hold.State.Prayer = "Asr"
	waiting, resumed := make(chan struct{}), make(chan string)
	go func() {
		close(waiting)
		next, err := store.Resume(context.WithoutCancel(t.Context()), 1, hold.ID)
		if err != nil {
			resumed <- err.Error()
			return
		}
		next.Release()
		resumed <- next.State.Prayer
	}()
	<-waiting
	select {
	case got := <-resumed:
		t.Fatal("two turns have the conversation: ", got)
	default:
	}
	hold.State.Prayer = "Isha"
	hold.Release()
	if got := <-resumed; got != "Isha" {
		t.Errorf("the second turn found %q", got)
	}
}

func ids(t *testing.T, store memory.Store, _ *clockwork.FakeClock) {
	seen := map[string]bool{}
	for range 100 {
		hold := begin(t, store, 1)
		hold.Release()
		if len(hold.ID) < 22 || seen[hold.ID] { // 128 bits
			t.Fatalf("id %q", hold.ID)
		}
		seen[hold.ID] = true
	}
}

func givesUp(t *testing.T, store memory.Store, _ *clockwork.FakeClock) {
	hold := begin(t, store, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Resume(ctx, 1, hold.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	hold.Release()
	resume(t, store, 1, hold.ID).Release()
}

func longTurn(t *testing.T, store memory.Store, clock *clockwork.FakeClock) {
	hold := begin(t, store, 1)
	clock.Advance(2 * expiry)
	hold.Release()
	resume(t, store, 1, hold.ID).Release()
}

func releasedTwice(t *testing.T, store memory.Store, _ *clockwork.FakeClock) {
	hold := begin(t, store, 1)
	hold.Release()
	hold.Release()
	next := resume(t, store, 1, hold.ID)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Resume(ctx, 1, hold.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("two turns have the conversation: %v", err)
	}
	next.Release()
}
