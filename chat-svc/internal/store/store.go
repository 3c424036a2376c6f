// Package store keeps conversations in SQLite or PostgreSQL.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is the tables of conversations.
func Schema() sqlstore.Schema {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // only for a name that is no path
	}
	return sqlstore.Schema{Name: "chat", Migrations: files, Command: "chat-svc migrate", SQLite: sqlite.Pool}
}

// purgeBatch is how many conversations Purge deletes in one transaction.
const purgeBatch = 100

// Store is a conversation.Store. Replicas that share a database share its conversations; their clocks should agree to well
// within conversation.HoldTimeout.
type Store struct {
	db     *sqlstore.DB
	clock  clock.Clock
	limits conversation.Limits
	freed  wakeups
}

var _ conversation.Store = (*Store)(nil)

// New keeps conversations in db, which must have Schema. Closing db is the caller's.
func New(db *sqlstore.DB, clock clock.Clock, limits conversation.Limits) *Store {
	return &Store{db: db, clock: clock, limits: conversation.Limits{
		Expiry:    cmp.Or(limits.Expiry, time.Hour),
		PerUser:   cmp.Or(limits.PerUser, 50),
		Anonymous: cmp.Or(limits.Anonymous, 5000),
		Turns:     cmp.Or(limits.Turns, 500),
	}}
}

const deleteConversation = `DELETE FROM conversations WHERE id = $1 AND owner = $2 RETURNING used_at`

// Delete deletes a conversation of the owner with its turns.
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
	if usedAt <= s.expired(s.clock.Now()) { // it was only waiting for Purge
		return conversation.ErrNotFound
	}
	return nil
}

const purgeConversations = `DELETE FROM conversations WHERE used_at <= $1 AND held_until <= $2 AND id IN (
		SELECT id FROM conversations WHERE used_at <= $1 AND held_until <= $2 ORDER BY used_at LIMIT $3)`

// Purge removes what has expired, the oldest first, in several transactions. A conversation that a turn has is left to it.
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
			return purged, nil
		}
	}
}

// expired is the latest used_at of conversations that have expired by now.
func (s *Store) expired(now time.Time) int64 { return now.Add(-s.limits.Expiry).UnixMilli() }
