// Package store stores conversations in SQLite or PostgreSQL.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema returns the tables of conversations.
func Schema() sqlstore.Schema {
	return sqlstore.Schema{Name: "chat", Migrations: sqlstore.Embedded(migrations), Command: "chat-svc migrate", SQLite: sqlite.Pool}
}

// purgeBatch is the number of conversations that Purge deletes in one transaction.
const purgeBatch = 100

// Store implements conversation.Store. Replicas that share a database share its conversations. Their clocks should
// differ by much less than conversation.HoldTimeout.
type Store struct {
	db     *sqlstore.DB
	clock  clock.Clock
	limits conversation.Limits
	freed  wakeups
}

var _ conversation.Store = (*Store)(nil)

// New returns a store in db, which must have Schema. The caller closes db.
func New(db *sqlstore.DB, clock clock.Clock, limits conversation.Limits) *Store {
	return &Store{db: db, clock: clock, limits: conversation.Limits{
		Expiry:    cmp.Or(limits.Expiry, time.Hour),
		PerUser:   cmp.Or(limits.PerUser, 50),
		Anonymous: cmp.Or(limits.Anonymous, 5000),
		Turns:     cmp.Or(limits.Turns, 500),
	}}
}

const deleteConversation = `DELETE FROM conversations WHERE id = $1 AND owner = $2 RETURNING used_at`

// Delete deletes one of the owner's conversations with its turns. On SQLite no text of it stays in the file or its log,
// unless something reads the file for longer, such as a backup; then it stays in the log until the next Purge.
func (s *Store) Delete(ctx context.Context, owner int32, id string) error {
	if !isID(id) {
		return conversation.ErrNotFound
	}
	var usedAt int64
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, deleteConversation, id, owner).Scan(&usedAt)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return conversation.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("delete a conversation: %w", err)
	}
	s.freed.wake(id)
	if _, err := s.db.TruncateLog(ctx); err != nil {
		return fmt.Errorf("delete the text of a conversation: %w", err)
	}
	if usedAt <= s.expired(s.clock.Now()) { // it had expired already
		return conversation.ErrNotFound
	}
	return nil
}

const purgeConversations = `DELETE FROM conversations WHERE used_at <= $1 AND held_until <= $2 AND id IN (
		SELECT id FROM conversations WHERE used_at <= $1 AND held_until <= $2 ORDER BY used_at LIMIT $3)`

// Purge deletes expired conversations, oldest first, in several transactions. It skips those that a turn holds. On SQLite
// it then removes from the log what was deleted since it was last called.
func (s *Store) Purge(ctx context.Context) (purged int, err error) {
	now := s.clock.Now()
	for {
		var batch int64
		err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
			result, err := tx.ExecContext(ctx, purgeConversations, s.expired(now), now.UnixMilli(), purgeBatch)
			if err != nil {
				return err
			}
			batch, err = result.RowsAffected()
			return err
		})
		if err != nil {
			return purged, fmt.Errorf("purge conversations: %w", err)
		}
		purged += int(batch)
		if batch < purgeBatch {
			break
		}
	}
	if _, err := s.db.TruncateLog(ctx); err != nil {
		return purged, fmt.Errorf("purge the texts of conversations: %w", err)
	}
	return purged, nil
}

// expired returns the latest used_at of a conversation that has expired by now.
func (s *Store) expired(now time.Time) int64 { return now.Add(-s.limits.Expiry).UnixMilli() }
