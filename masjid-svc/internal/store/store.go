// Package store stores masjids in SQLite or PostgreSQL.
package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema returns the tables of masjids.
func Schema() sqlstore.Schema {
	return sqlstore.Schema{Name: "masjids", Migrations: sqlstore.Embedded(migrations), Command: "masjid-svc migrate", SQLite: sqlite.Pool}
}

// Store implements masjids.Store.
type Store struct{ db *sqlstore.DB }

var _ masjids.Store = (*Store)(nil)

// New returns a Store on db, which must have Schema. The caller closes db.
func New(db *sqlstore.DB) *Store { return &Store{db: db} }

// Revision returns a number that grows with each import that changes anything.
func (s *Store) Revision(ctx context.Context) (revision int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT revision FROM masjid_state WHERE id = 1`).Scan(&revision)
	if err != nil {
		return 0, fmt.Errorf("read the revision of the masjids: %w", err)
	}
	return revision, nil
}

// Each calls do with every masjid, ordered by id.
func (s *Store) Each(ctx context.Context, do func(masjids.Masjid) error) error {
	rows, err := s.db.Reader().QueryContext(ctx, selectMasjid+` ORDER BY id`)
	if err != nil {
		return fmt.Errorf("read the masjids: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		masjid, err := scan(rows)
		if err != nil {
			return err
		}
		if err := do(masjid); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the masjids: %w", err)
	}
	return nil
}

// Get returns the masjids with these ids in their order.
func (s *Store) Get(ctx context.Context, ids []int32) ([]masjids.Masjid, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, arguments := numbers(ids)
	rows, err := s.db.Reader().QueryContext(ctx, selectMasjid+` WHERE id IN (`+list+`)`, arguments...)
	if err != nil {
		return nil, fmt.Errorf("read masjids: %w", err)
	}
	found, err := collect(rows)
	if err != nil {
		return nil, err
	}
	inOrder(found, ids)
	return found, nil
}

// numbers returns the placeholders of ids, from $1 on, and their values.
func numbers(ids []int32) (list string, values []any) {
	places := make([]string, len(ids))
	for i, id := range ids {
		values, places[i] = append(values, id), "$"+strconv.Itoa(i+1)
	}
	return strings.Join(places, ", "), values
}

// collect reads all masjids of rows, and closes them.
func collect(rows *sql.Rows) (found []masjids.Masjid, err error) {
	defer rows.Close()
	for rows.Next() {
		masjid, err := scan(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, masjid)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read masjids: %w", err)
	}
	return found, nil
}

func inOrder(found []masjids.Masjid, ids []int32) {
	place := make(map[int32]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(found, func(a, b masjids.Masjid) int { return place[a.ID] - place[b.ID] })
}

// state is the single row that counts, while a transaction has it locked.
type state struct {
	last    int32 // the last id assigned
	changed bool
}

// change runs do in a transaction, and counts a revision if it has changed anything. Changes take turns: each locks the
// single row that counts.
func (s *Store) change(ctx context.Context, do func(tx *sql.Tx, state *state) error) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var state state
		err := tx.QueryRowContext(ctx,
			`UPDATE masjid_state SET last_id = last_id WHERE id = 1 RETURNING last_id`).Scan(&state.last)
		if err != nil {
			return fmt.Errorf("wait for other imports: %w", err)
		}
		if err := do(tx, &state); err != nil || !state.changed {
			return err
		}
		_, err = tx.ExecContext(ctx,
			`UPDATE masjid_state SET revision = revision + 1, last_id = $1 WHERE id = 1`, state.last)
		if err != nil {
			return fmt.Errorf("count the revision: %w", err)
		}
		return nil
	})
}
