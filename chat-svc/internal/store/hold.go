package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/backoff"
)

// A turn that waits for a conversation queries it again after lookFirst at most, then less and less often, but at least every
// lookLongest.
const (
	lookFirst   = 10 * time.Millisecond
	lookLongest = 200 * time.Millisecond
)

// errHeld means that another turn holds the conversation.
var errHeld = errors.New("another turn has the conversation")

// Begin generates an id. It writes nothing until the first turn is kept: nobody else knows the id, so the turn has
// the conversation to itself anyway, and a turn that fails leaves nothing behind.
func (s *Store) Begin(_ context.Context, owner int32) (*conversation.Hold, error) {
	id, began := rand.Text(), s.clock.Now()
	end := func(ctx context.Context, state conversation.State, turn *conversation.Turn) error {
		if turn == nil {
			return nil
		}
		return s.keepFirst(ctx, owner, id, began, state, *turn)
	}
	return conversation.NewHold(id, conversation.State{}, end), nil
}

// Resume takes the conversation by writing the turn's token into its row, with the time from which another turn may
// take it. No transaction stays open during the turn.
func (s *Store) Resume(ctx context.Context, owner int32, id string) (*conversation.Hold, error) {
	if !isID(id) {
		return nil, conversation.ErrNotFound
	}
	token := rand.Text()
	looks := backoff.Exponential{Min: lookFirst, Max: lookLongest}
	for {
		freed := s.freed.next(id) // before the query, so that no wakeup is missed
		state, err := s.take(ctx, owner, id, token)
		if errors.Is(err, errHeld) {
			err = s.wait(ctx, looks.Next(), freed)
			if err == nil {
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		return conversation.NewHold(id, state, func(ctx context.Context, state conversation.State, turn *conversation.Turn) error {
			defer s.freed.wake(id)
			if turn == nil {
				return s.release(ctx, owner, id, token)
			}
			return s.keep(ctx, owner, id, token, state, *turn)
		}), nil
	}
}

// wait waits until the conversation may be free.
func (s *Store) wait(ctx context.Context, atMost time.Duration, freed <-chan struct{}) error {
	timer := s.clock.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-freed:
		return nil
	case <-timer.Chan():
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for the previous turn of the conversation: %w", ctx.Err())
	}
}

const (
	takeConversation = `UPDATE conversations SET held_by = $1, held_until = $2
		WHERE id = $3 AND owner = $4 AND used_at > $5 AND held_until <= $6
		RETURNING state`
	findConversation = `SELECT COUNT(*) FROM conversations WHERE id = $1 AND owner = $2 AND used_at > $3`
)

// take takes the conversation if it is free, and returns errHeld if not.
func (s *Store) take(ctx context.Context, owner int32, id, token string) (state conversation.State, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		now := s.clock.Now()
		until := now.Add(conversation.HoldTimeout).UnixMilli()
		var text string
		err := tx.QueryRowContext(ctx, takeConversation, token, until, id, owner, s.expired(now), now.UnixMilli()).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			var there int
			if err := tx.QueryRowContext(ctx, findConversation, id, owner, s.expired(now)).Scan(&there); err != nil {
				return err
			}
			if there == 0 {
				return conversation.ErrNotFound
			}
			return errHeld
		}
		if err != nil {
			return err
		}
		state, err = decode(text)
		return err
	})
	switch {
	case err == nil || errors.Is(err, errHeld) || errors.Is(err, conversation.ErrNotFound):
		return state, err
	case ctx.Err() != nil: // a driver may return an error of its own
		err = ctx.Err()
	}
	return conversation.State{}, fmt.Errorf("resume a conversation: %w", err)
}

const releaseConversation = `UPDATE conversations SET held_by = '', held_until = 0 WHERE id = $1 AND owner = $2 AND held_by = $3`

// release releases the conversation if this turn still holds it.
func (s *Store) release(ctx context.Context, owner int32, id, token string) error {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, releaseConversation, id, owner, token)
		return err
	})
	if err != nil {
		return fmt.Errorf("release a conversation: %w", err)
	}
	return nil
}
