package storetest

import (
	"reflect"
	"slices"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
)

func remembers(t *testing.T, w *world) {
	store := w.store()
	hold := begin(t, store, alice)
	if !reflect.DeepEqual(hold.State, conversation.State{}) {
		t.Errorf("a new conversation remembers %+v", hold.State)
	}
	hold.State = full()
	keep(t, hold, "salaam")

	released := resume(t, store, alice, hold.ID)
	if released.ID != hold.ID || !reflect.DeepEqual(released.State, full()) {
		t.Errorf("remembered %+v", released.State)
	}
	released.State.Prayer = "Isha"
	noError(t, released.Release(t.Context()))

	again := resume(t, w.store(), alice, hold.ID)
	if !reflect.DeepEqual(again.State, full()) {
		t.Errorf("after a turn that was not kept, remembered %+v", again.State)
	}
	again.State = conversation.State{Prayer: "Maghrib"}
	keep(t, again, "aur?")
	last := resume(t, store, alice, hold.ID)
	if !reflect.DeepEqual(last.State, conversation.State{Prayer: "Maghrib"}) {
		t.Errorf("after the second turn, remembered %+v", last.State)
	}
	noError(t, last.Release(t.Context()))

	first, second := saying("salaam"), saying("aur?")
	first.Number, second.Number = 1, 2
	if got := get(t, store, alice, hold.ID); !slices.Equal(got.Page, []conversation.Turn{second, first}) {
		t.Errorf("the turns are %+v", got.Page)
	}
}

// PostgreSQL stores neither NUL nor invalid UTF-8. Both engines replace such a character, so that the turn is not lost.
func keepsTexts(t *testing.T, w *world) {
	store := w.store()
	hold := begin(t, store, alice)
	hold.State.Prayer = "A\x00s\xffr"
	hold.State.Undo = &conversation.Undo{Before: []byte("{\"title\":\"a\xffb\"}")}
	const broken, mended = "a\x00b\xff", "a\uFFFDb\uFFFD"
	noError(t, hold.Keep(t.Context(), conversation.Turn{
		Message: broken, Answer: broken, Language: broken, Intent: broken, Tool: broken, Error: broken, At: noon,
		Asks: broken, Arguments: broken, Data: broken,
	}))
	want := conversation.Turn{
		Number: 1, Message: mended, Answer: mended, Language: mended, Intent: mended, Tool: mended, Error: mended, At: noon,
		Asks: mended, Arguments: mended, Data: mended,
	}
	got := get(t, store, alice, hold.ID)
	if got.FirstMessage != mended || len(got.Page) != 1 || got.Page[0] != want {
		t.Errorf("kept %+v", got)
	}
	again := resume(t, store, alice, hold.ID)
	if again.State.Prayer != "A\x00s\uFFFDr" || string(again.State.Undo.Before) != "{\"title\":\"a\uFFFDb\"}" {
		t.Errorf("remembered %q and %q", again.State.Prayer, again.State.Undo.Before)
	}
	noError(t, again.Keep(t.Context(), conversation.Turn{Message: broken, At: noon}))
	for _, id := range []string{"", broken, hold.ID + "\x00", hold.ID[1:] + "\xff", "no such id"} {
		wantNone(t, store, alice, id)
	}
}

func begunOnly(t *testing.T, w *world) {
	store := w.store()
	released, dropped := begin(t, store, alice), begin(t, store, nobody)
	w.wantRows(t, 0, 0)
	wantNone(t, store, alice, released.ID)
	noError(t, released.Release(t.Context()))
	w.clock.Advance(2 * conversation.HoldTimeout)
	for _, hold := range []*conversation.Hold{released, dropped} {
		wantNone(t, store, alice, hold.ID)
		wantNone(t, store, nobody, hold.ID)
	}
	w.wantRows(t, 0, 0)
}

func ids(t *testing.T, w *world) {
	store, seen := w.store(), map[string]bool{}
	for range 1000 {
		id := begin(t, store, alice).ID
		if len(id) < 26 || seen[id] { // 128 bits at 5 each
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}

func releasedTwice(t *testing.T, w *world) {
	store := w.store()
	kept := begin(t, store, alice)
	keep(t, kept, "salaam")
	noError(t, kept.Release(t.Context()))
	released := resume(t, store, alice, kept.ID)
	noError(t, released.Release(t.Context()))

	now := resume(t, store, alice, kept.ID)
	noError(t, released.Release(t.Context()))
	noError(t, kept.Release(t.Context()))
	w.wantHeld(t, store, kept.ID)
	keep(t, now, "aur?")
}
