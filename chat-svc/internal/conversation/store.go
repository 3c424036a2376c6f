package conversation

import (
	"context"
	"errors"
	"time"
)

var (
	// ErrNotFound says that a user has no conversation of that id: it never was, it expired, it was deleted, or it is
	// another's.
	ErrNotFound = errors.New("the user has no such conversation")
	// ErrLost says that the hold was taken away before its turn was kept: it lasted longer than HoldTimeout and another
	// turn has the conversation, or the conversation was deleted. The turn is not kept.
	ErrLost = errors.New("the conversation is no longer this turn's")
	// ErrPageToken says that a page token is none that the store gave for this list.
	ErrPageToken = errors.New("no page begins there")
)

// HoldTimeout is how long a turn has a conversation to itself. One that takes longer has died with its replica, or will
// not be waited for; after it the next turn may have the conversation.
const HoldTimeout = 15 * time.Second

// Limits bound what is kept. Zero in a field means the default.
type Limits struct {
	// Expiry is how long a conversation is kept after its last turn. Default an hour.
	Expiry time.Duration
	// PerUser is how many conversations are kept of one user. Default 50.
	PerUser int
	// Anonymous is how many conversations are kept that nobody in particular began. Default 5,000.
	Anonymous int
	// Turns is how many turns are kept of a conversation. Default 500.
	Turns int
}

// Turn is a message and its answer, as people read them again.
type Turn struct {
	// Number counts the conversation's turns from 1. The store gives it.
	Number int32
	// Message and Answer are what was written and answered.
	Message, Answer string
	// Language is that of the answer, as a BCP 47 tag.
	Language string
	// Intent is what was understood.
	Intent string
	// Tool is the one that was run, empty for none, and Error its error code, empty for none.
	Tool, Error string
	// At is when the message was received.
	At time.Time
}

// Summary is a conversation without its turns.
type Summary struct {
	ID string
	// FirstMessage is what the person wrote first.
	FirstMessage string
	// Turns is how many turns are kept.
	Turns int
	// Created, Updated and Expires are when it began, when its last turn was, and when it is forgotten unless it goes on.
	Created, Updated, Expires time.Time
}

// Page is a part of a user's conversations.
type Page struct {
	// Conversations are the ones used last first.
	Conversations []Summary
	// Count is how many there are on all pages.
	Count int
	// NextPageToken is where the next page begins; empty on the last.
	NextPageToken string
}

// Transcript is a conversation with a part of its turns.
type Transcript struct {
	Summary
	// Page are turns, the newest first.
	Page []Turn
	// NextPageToken is where the next page of turns begins; empty on the last.
	NextPageToken string
}

// Store keeps conversations. Implementations must be safe for concurrent use, by several replicas too.
//
// A conversation belongs to who began it: a user's number, or 0 for nobody in particular. It MUST be forgotten when
// no turn was kept for Limits.Expiry. When there are more than Limits allow, the one used longest ago that no turn has is
// forgotten for a new one; so is the oldest turn of a conversation with too many. Texts may hold anything: what a database
// cannot keep, NUL and what is no UTF-8, is replaced by U+FFFD.
type Store interface {
	// Begin makes a conversation of owner under an id that nobody can guess, and holds it. It is kept once its first turn
	// is: before, nobody finds it, and if that turn is not kept nothing remains.
	Begin(ctx context.Context, owner int32) (*Hold, error)
	// Resume waits until no other turn holds the owner's conversation, on whichever replica, and holds it. It returns
	// ErrNotFound where owner has none of this id, whoever else may, and the context's error when that ends before.
	Resume(ctx context.Context, owner int32, id string) (*Hold, error)
	// List returns at most limit (1 or more) of the owner's conversations from the page token on; an empty token is the
	// beginning. Of owner 0 it lists none: those conversations belong to whoever knows their id.
	List(ctx context.Context, owner int32, limit int, pageToken string) (Page, error)
	// Get returns the owner's conversation with at most limit (1 or more) turns from the page token on, or ErrNotFound.
	Get(ctx context.Context, owner int32, id string, limit int, pageToken string) (Transcript, error)
	// Delete deletes the owner's conversation with everything that was said in it, or returns ErrNotFound. A turn that has
	// it then is not kept.
	Delete(ctx context.Context, owner int32, id string) error
	// Purge removes what has expired, and returns how many conversations that were.
	Purge(ctx context.Context) (int, error)
}

// Hold is a conversation that one turn has to itself, from Begin or Resume until Keep or Release. It is used by one
// goroutine.
type Hold struct {
	// ID names the conversation.
	ID string
	// State is what is remembered. What it is at Keep is kept.
	State State

	end func(ctx context.Context, state State, turn *Turn) error
}

// NewHold is for stores: end is called once, with the turn to keep, or with nil to let go of the conversation as it was.
func NewHold(id string, state State, end func(ctx context.Context, state State, turn *Turn) error) *Hold {
	return &Hold{ID: id, State: state, end: end}
}

// Keep keeps the state and the turn, and lets the next turn have the conversation. It returns ErrLost when it was not this
// turn's any more; nothing is kept then.
func (h *Hold) Keep(ctx context.Context, turn Turn) error {
	err := h.end(ctx, h.State, &turn)
	if err == nil || errors.Is(err, ErrLost) {
		h.end = nil // else Release lets go of it
	}
	return err
}

// Release lets the next turn have the conversation as it was before; after Keep it does nothing. It returns why that
// failed: the conversation is then held until HoldTimeout.
func (h *Hold) Release(ctx context.Context) error {
	if h.end == nil {
		return nil
	}
	end := h.end
	h.end = nil
	return end(ctx, h.State, nil)
}
