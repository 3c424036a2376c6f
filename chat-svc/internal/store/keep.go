package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
)

const (
	keepState = `UPDATE conversations SET state = $1, used_at = $2, last_number = last_number + 1,
		turns = CASE WHEN turns < $3 THEN turns + 1 ELSE $3 END, held_by = '', held_until = 0
		WHERE id = $4 AND owner = $5 AND held_by = $6
		RETURNING last_number`
	insertConversation = `INSERT INTO conversations
		(id, owner, state, first_message, turns, last_number, created_at, used_at, held_by, held_until)
		VALUES ($1, $2, $3, $4, 1, 1, $5, $6, '', 0)`
	deleteTurns       = `DELETE FROM turns WHERE conversation_id = $1 AND number <= $2`
	countOwned        = `SELECT COUNT(*) FROM conversations WHERE owner = $1`
	deleteUsedLongest = `DELETE FROM conversations WHERE held_until <= $3 AND id IN (
		SELECT id FROM conversations WHERE owner = $1 AND id <> $2 AND held_until <= $3 ORDER BY used_at, id
		LIMIT (SELECT CASE WHEN COUNT(*) > $4 THEN COUNT(*) - $4 ELSE 0 END FROM conversations WHERE owner = $1))`
)

// keep stores a turn and releases the conversation. It returns ErrLost if the turn no longer holds it. A turn that
// took longer than HoldTimeout is stored unless another has taken the conversation.
func (s *Store) keep(
	ctx context.Context, owner int32, id, token string, state conversation.State, turn conversation.Turn,
) error {
	text, err := encode(state)
	if err != nil {
		return err
	}
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		usedAt := s.clock.Now().UnixMilli()
		err := tx.QueryRowContext(ctx, keepState, text, usedAt, s.limits.Turns, id, owner, token).Scan(&turn.Number)
		if errors.Is(err, sql.ErrNoRows) {
			return conversation.ErrLost
		}
		if err != nil {
			return err
		}
		if oldest := int(turn.Number) - s.limits.Turns; oldest > 0 {
			if _, err := tx.ExecContext(ctx, deleteTurns, id, oldest); err != nil {
				return err
			}
		}
		return insert(ctx, tx, id, turn)
	})
	if err != nil && !errors.Is(err, conversation.ErrLost) {
		return fmt.Errorf("keep a turn: %w", err)
	}
	return err
}

// keepFirst stores a new conversation with its first turn.
func (s *Store) keepFirst(
	ctx context.Context, owner int32, id string, began time.Time, state conversation.State, turn conversation.Turn,
) error {
	text, err := encode(state)
	if err != nil {
		return err
	}
	turn.Number = 1
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		now := s.clock.Now()
		_, err := tx.ExecContext(ctx, insertConversation,
			id, owner, text, storable(turn.Message), began.UnixMilli(), now.UnixMilli())
		if err != nil {
			return err
		}
		if err := insert(ctx, tx, id, turn); err != nil {
			return err
		}
		return s.forgetOldest(ctx, tx, owner, id, now)
	})
	if err != nil {
		return fmt.Errorf("keep a conversation's first turn: %w", err)
	}
	return nil
}

// forgetOldest deletes the owner's least recently used conversations beyond the limit. It never deletes the new one,
// whatever the clocks of other replicas say, nor those that a turn holds. On PostgreSQL, conversations that begin at
// the same instant do not see each other; the next one deletes any excess they leave. So what is deleted is counted by the same
// statement: by a count from before, each would delete again what another has deleted since, and fewer than the limit would stay.
func (s *Store) forgetOldest(ctx context.Context, tx *sql.Tx, owner int32, id string, now time.Time) error {
	var owned int
	if err := tx.QueryRowContext(ctx, countOwned, owner).Scan(&owned); err != nil {
		return err
	}
	limit := s.limits.PerUser
	if owner == 0 {
		limit = s.limits.Anonymous
	}
	if owned <= limit {
		return nil
	}
	_, err := tx.ExecContext(ctx, deleteUsedLongest, owner, id, now.UnixMilli(), limit)
	return err
}
