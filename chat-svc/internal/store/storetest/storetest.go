// Package storetest is a test suite that every conversation.Store must pass. It runs against each engine.
package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/clock"
)

// Database is a database that several replicas share.
type Database struct {
	// Replica returns the store of another replica.
	Replica func(clock clock.Clock, limits conversation.Limits) conversation.Store
	// Rows counts all rows, visible or not.
	Rows func(t *testing.T) (conversations, turns int)
}

// Run runs the suite. fresh returns an empty database for each test.
func Run(t *testing.T, fresh func(t *testing.T) Database) {
	cases := map[string]func(*testing.T, *world){
		"what a turn leaves the next one finds":                    remembers,
		"texts are kept whatever they hold":                        keepsTexts,
		"a conversation begun and never kept leaves nothing":       begunOnly,
		"ids cannot be guessed and never come again":               ids,
		"a hold is let go of once":                                 releasedTwice,
		"one turn at a time has a conversation":                    oneTurnAtATime,
		"one turn at a time has a conversation, on every replica":  oneTurnOnAllReplicas,
		"who waits gives up with the context":                      givesUp,
		"a replica that dies holds a conversation for a time only": deadHolder,
		"a turn that took too long is kept if nobody came":         longTurn,
		"a turn that took too long is lost if another came":        longTurnLost,
		"no turn is lost where many come at once":                  manyAtOnce,
		"a conversation is its owner's alone":                      ownersAlone,
		"the conversation used last is listed first":               listed,
		"lists come in pages":                                      listedInPages,
		"the newest turn is read first, in pages":                  turnsInPages,
		"a page begins only where the store said":                  pageTokens,
		"nobody's conversations are not listed":                    nobodysNotListed,
		"a conversation expires after its last turn":               expires,
		"a turn may end after its conversation would have expired": endsAfterExpiry,
		"purging removes what has expired":                         purged,
		"a deleted conversation is gone":                           deleted,
		"a turn of a deleted conversation is not kept":             deletedDuringATurn,
		"deleting wakes those who wait":                            deletedWhileWaiting,
		"a user's oldest conversation makes room for a new one":    perUser,
		"nobody's oldest conversation makes room for a new one":    anonymous,
		"a conversation that a turn has is not what makes room":    heldMakesNoRoom,
		"a new conversation stays where a clock is behind":         newOneStays,
		"many that begin at once leave no more than may be":        manyBeginAtOnce,
		"a conversation keeps its newest turns":                    newestTurns,
	}
	for name, promise := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promise(t, &world{Database: fresh(t), clock: clockwork.NewFakeClockAt(noon)})
		})
	}
}

// world is a database with a clock.
type world struct {
	Database
	clock *clockwork.FakeClock
}

// store returns the store of a new replica with the usual limits.
func (w *world) store() conversation.Store {
	return w.Replica(w.clock, conversation.Limits{Expiry: expiry})
}

func (w *world) wantRows(t *testing.T, conversations, turns int) {
	t.Helper()
	if c, n := w.Rows(t); c != conversations || n != turns {
		t.Errorf("there are %d conversations and %d turns, want %d and %d", c, n, conversations, turns)
	}
}

// until advances the clock in steps while somebody waits, until done receives a value.
func until[T any](t *testing.T, clock *clockwork.FakeClock, done <-chan T) T {
	t.Helper()
	waiting, cancel := context.WithCancel(t.Context())
	result := make(chan T, 1)
	go func() {
		result <- <-done
		cancel()
	}()
	for clock.BlockUntilContext(waiting, 1) == nil {
		clock.Advance(step)
	}
	return <-result
}

const (
	expiry = time.Hour
	step   = 50 * time.Millisecond
	// alice and bob are two users; nobody is the anonymous owner.
	alice, bob, nobody = 1, 2_000_000_000, 0
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// full returns a state with a value in every field.
func full() conversation.State {
	title, number := "Quran parhna", 3
	state := conversation.State{
		Language: detect.RomanUrdu,
		Prayer:   "Asr",
		Task:     conversation.Item{ID: 3, Name: title},
		Place:    conversation.Place{Area: "Clifton"},
		Listed:   conversation.Listed{Kind: conversation.Masjids, Next: "token"},
		Last:     conversation.Asked{Intent: detect.UpdateTask, Slots: detect.Slots{Title: &title, TaskID: &number}},
		Question: &conversation.Question{Asks: "confirm", Tool: "x", Arguments: []byte(`{"a":1}`)},
		Undo:     &conversation.Undo{Did: "x", Before: []byte(`{"b":2}`), Fresh: true},
	}
	for i := range int32(100) {
		state.Listed.Items = append(state.Listed.Items, conversation.Item{ID: i + 1, Name: "Masjid-e-Tooba", Urdu: "مسجد طوبیٰ"})
	}
	return state
}

// saying returns a turn with this message and a value in every field.
func saying(message string) conversation.Turn {
	return conversation.Turn{
		Message: message, Answer: "Theek hai: 'Quran' \"parhna\" $1 %\nسورۃ الکہف", Language: "ur-Latn", Intent: toolnames.CreateTask,
		Tool: toolnames.CreateTask, Error: "TIMEOUT", At: noon.Add(-time.Millisecond),
		Asks: "confirm", Arguments: `{"title":"Quran"}`, Data: `{"task":{"id":1,"title":"Quran"}}`,
	}
}

func begin(t *testing.T, store conversation.Store, owner int32) *conversation.Hold {
	t.Helper()
	hold, err := store.Begin(t.Context(), owner)
	if err != nil {
		t.Fatal(err)
	}
	return hold
}

// begun returns the id of a conversation with one turn, which says "salaam".
func begun(t *testing.T, store conversation.Store, owner int32) string {
	t.Helper()
	hold := begin(t, store, owner)
	keep(t, hold, "salaam")
	return hold.ID
}

func resume(t *testing.T, store conversation.Store, owner int32, id string) *conversation.Hold {
	t.Helper()
	hold, err := store.Resume(t.Context(), owner, id)
	if err != nil {
		t.Fatal(err)
	}
	return hold
}

func keep(t *testing.T, hold *conversation.Hold, message string) {
	t.Helper()
	noError(t, hold.Keep(t.Context(), saying(message)))
}

// says adds a turn to a conversation.
func says(t *testing.T, store conversation.Store, owner int32, id, message string) {
	t.Helper()
	keep(t, resume(t, store, owner, id), message)
}

func get(t *testing.T, store conversation.Store, owner int32, id string) conversation.Transcript {
	t.Helper()
	transcript, err := store.Get(t.Context(), owner, id, 1000, "")
	noError(t, err)
	return transcript
}

func list(t *testing.T, store conversation.Store, owner int32) conversation.Page {
	t.Helper()
	page, err := store.List(t.Context(), owner, 10_000, "")
	noError(t, err)
	return page
}

// wantNone expects that the owner has no such conversation, by every method.
func wantNone(t *testing.T, store conversation.Store, owner int32, id string) {
	t.Helper()
	_, err := store.Resume(t.Context(), owner, id)
	wantError(t, "Resume", err, conversation.ErrNotFound)
	_, err = store.Get(t.Context(), owner, id, 10, "")
	wantError(t, "Get", err, conversation.ErrNotFound)
	for _, c := range list(t, store, owner).Conversations {
		if c.ID == id {
			t.Error("it is listed")
		}
	}
	wantError(t, "Delete", store.Delete(t.Context(), owner, id), conversation.ErrNotFound)
}

func wantError(t *testing.T, doing string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: error = %v, want %v", doing, got, want)
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
