package memory

import (
	"context"
	"errors"
)

// ErrNotFound says that a user has no conversation of that id: it never was, it expired, or it is another's.
var ErrNotFound = errors.New("the user has no such conversation")

// Store keeps conversations. Implementations must be safe for concurrent use.
//
// A conversation belongs to who began it: a user's number, or 0 for nobody in particular. It MUST be forgotten when
// no turn has had it for the store's expiry, and MAY be forgotten earlier to make room.
type Store interface {
	// Begin makes a conversation of owner under an id that nobody can guess, and holds it.
	Begin(ctx context.Context, owner int32) (*Hold, error)
	// Resume waits until no other turn holds the owner's conversation, and holds it. It returns ErrNotFound where owner
	// has none of this id, whoever else may, and the context's error when that ends before.
	Resume(ctx context.Context, owner int32, id string) (*Hold, error)
}

// Hold is a conversation that one turn has to itself, from Begin or Resume until Release.
type Hold struct {
	// ID names the conversation.
	ID string
	// State is what is remembered. What it is at Release is kept.
	State Conversation

	release func(Conversation)
}

// NewHold is for stores: release is called once with what is to be kept.
func NewHold(id string, state Conversation, release func(Conversation)) *Hold {
	return &Hold{ID: id, State: state, release: release}
}

// Release keeps the state and lets the next turn have the conversation. The hold is of no use after that; calling it
// again does nothing.
func (h *Hold) Release() {
	if h.release == nil {
		return
	}
	h.release(h.State)
	h.release = nil
}
