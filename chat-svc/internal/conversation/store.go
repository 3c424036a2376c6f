package conversation

import (
	"context"
	"errors"
	"time"
)

var (
	// ErrNotFound means that the user has no conversation with that id: it never existed, it expired, it was deleted,
	// or it is another user's.
	ErrNotFound = errors.New("the user has no such conversation")
	// ErrLost means that the hold was lost before its turn was kept: it lasted longer than HoldTimeout and another
	// turn took the conversation, or the conversation was deleted. The turn is not kept.
	ErrLost = errors.New("the conversation is no longer this turn's")
	// ErrPageToken means that the store did not issue a page token for this list.
	ErrPageToken = errors.New("the page token does not belong to this list")
)

// HoldTimeout is how long a turn has a conversation to itself. After that its replica has presumably died, and the
// next turn may take the conversation.
const HoldTimeout = 15 * time.Second

// Limits bounds what is kept. A zero field means the default.
type Limits struct {
	// Expiry is how long a conversation is kept after its last turn. The default is an hour.
	Expiry time.Duration
	// PerUser is the most conversations kept for one user. The default is 50.
	PerUser int
	// Anonymous is the most conversations kept for all anonymous users together. The default is 5,000.
	Anonymous int
	// Turns is the most turns kept of a conversation. The default is 500.
	Turns int
}

// Turn is a message and its answer, as people can read them again.
type Turn struct {
	// Number counts the conversation's turns from 1. The store assigns it.
	Number int32
	// Message is what the person wrote, and Answer the reply.
	Message, Answer string
	// Language is that of the answer, as a BCP 47 tag.
	Language string
	// Intent is the detected intent.
	Intent string
	// Tool is the tool that was called, and Error its error code. Both may be empty.
	Tool, Error string
	// Asks is what the answer waits for; empty for nothing.
	Asks string
	// Arguments and Data are what the tool was called with and what it answered, as JSON objects; empty for none.
	Arguments, Data string
	// At is when the message was received.
	At time.Time
}

// Summary is a conversation without its turns.
type Summary struct {
	ID string
	// FirstMessage is the person's first message.
	FirstMessage string
	// Turns is the number of turns kept.
	Turns int
	// Created is when the conversation began, Updated when its last turn was, and Expires when it will be forgotten
	// without another turn.
	Created, Updated, Expires time.Time
}

// Page is a page of a user's conversations.
type Page struct {
	// Conversations are sorted by last use, the latest first.
	Conversations []Summary
	// Count is the number of conversations on all pages.
	Count int
	// NextPageToken is where the next page begins; empty on the last.
	NextPageToken string
}

// Transcript is a conversation with a page of its turns.
type Transcript struct {
	Summary
	// Page holds the turns, newest first.
	Page []Turn
	// NextPageToken is where the next page of turns begins; empty on the last.
	NextPageToken string
}

// Store stores conversations. Implementations must be safe for concurrent use, also by several replicas.
//
// A conversation belongs to its owner: a user's number, or 0 for anonymous users. It must be forgotten Limits.Expiry
// after its last turn. If there are more conversations than Limits allow, a new one replaces the least recently used
// one that no turn holds. A conversation with too many turns loses its oldest ones. Texts may contain anything; what
// a database cannot store, NUL and invalid UTF-8, is replaced by U+FFFD.
type Store interface {
	// Begin creates a conversation of owner with an unguessable id, and holds it. The conversation exists only once
	// its first turn is kept: nobody finds it before, and nothing remains if that turn is not kept.
	Begin(ctx context.Context, owner int32) (*Hold, error)
	// Resume waits until no other turn, on any replica, holds the owner's conversation, and holds it. It returns
	// ErrNotFound if owner has no conversation with this id, even if another user does, and the context's error if
	// the context ends first.
	Resume(ctx context.Context, owner int32, id string) (*Hold, error)
	// List returns at most limit (1 or more) of the owner's conversations from the page token on. An empty token
	// means the first page. For owner 0 it lists none: those conversations belong to whoever knows their id.
	List(ctx context.Context, owner int32, limit int, pageToken string) (Page, error)
	// Get returns the owner's conversation with at most limit (1 or more) turns from the page token on, or
	// ErrNotFound.
	Get(ctx context.Context, owner int32, id string, limit int, pageToken string) (Transcript, error)
	// Delete deletes the owner's conversation with all its turns, or returns ErrNotFound. A turn that holds it is not
	// kept.
	Delete(ctx context.Context, owner int32, id string) error
	// Purge deletes expired conversations and returns how many it deleted.
	Purge(ctx context.Context) (int, error)
}

// Hold is a conversation that one turn has to itself, from Begin or Resume until Keep or Release. It is used by one
// goroutine.
type Hold struct {
	// ID is the id of the conversation.
	ID string
	// State is the conversation's state. Keep stores it.
	State State

	end func(ctx context.Context, state State, turn *Turn) error
}

// NewHold is for stores. It calls end once: with the turn to keep, or with nil to release the conversation unchanged.
func NewHold(id string, state State, end func(ctx context.Context, state State, turn *Turn) error) *Hold {
	return &Hold{ID: id, State: state, end: end}
}

// Keep stores the state and the turn, and releases the conversation. It returns ErrLost, and stores nothing, if the
// hold was lost.
func (h *Hold) Keep(ctx context.Context, turn Turn) error {
	err := h.end(ctx, h.State, &turn)
	if err == nil || errors.Is(err, ErrLost) {
		h.end = nil // otherwise Release must end it
	}
	return err
}

// Release releases the conversation unchanged. After a successful Keep it does nothing. If it returns an error, the
// conversation stays held until HoldTimeout.
func (h *Hold) Release(ctx context.Context) error {
	if h.end == nil {
		return nil
	}
	end := h.end
	h.end = nil
	return end(ctx, h.State, nil)
}
