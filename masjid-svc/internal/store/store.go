// Package store keeps masjids in SQLite or PostgreSQL.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is the tables of masjids.
func Schema() sqlstore.Schema {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // only for a name that is no path
	}
	return sqlstore.Schema{Name: "masjids", Migrations: files, Command: "masjid-svc migrate"}
}

// Store is a masjids.Store.
type Store struct{ db *sqlstore.DB }

var _ masjids.Store = (*Store)(nil)

// New keeps masjids in db, which must have Schema. Closing db is the caller's.
func New(db *sqlstore.DB) *Store { return &Store{db: db} }

// Revision grows with each import that changes anything.
func (s *Store) Revision(ctx context.Context) (revision int64, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT revision FROM masjid_state WHERE id = 1`).Scan(&revision)
	if err != nil {
		return 0, fmt.Errorf("read the revision of the masjids: %w", err)
	}
	return revision, nil
}

// Each calls do with every masjid, by number.
func (s *Store) Each(ctx context.Context, do func(masjids.Masjid) error) error {
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT `+columns+` FROM masjids ORDER BY id`)
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

// Get returns the masjids of these numbers in their order.
func (s *Store) Get(ctx context.Context, ids []int32) ([]masjids.Masjid, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	arguments, places := make([]any, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		arguments[i], places[i] = id, "$"+strconv.Itoa(i+1)
	}
	rows, err := s.db.Reader().QueryContext(ctx,
		`SELECT `+columns+` FROM masjids WHERE id IN (`+strings.Join(places, ", ")+`)`, arguments...)
	if err != nil {
		return nil, fmt.Errorf("read masjids: %w", err)
	}
	defer rows.Close()
	found := make([]masjids.Masjid, 0, len(ids))
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
	inOrder(found, ids)
	return found, nil
}

func inOrder(found []masjids.Masjid, ids []int32) {
	place := make(map[int32]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(found, func(a, b masjids.Masjid) int { return place[a.ID] - place[b.ID] })
}

// Import keeps masjids, all or none. Imports take turns: each locks the one row that counts.
func (s *Store) Import(ctx context.Context, records []masjids.Masjid) (outcome masjids.Outcome, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		outcome = masjids.Outcome{}
		var last int32
		err := tx.QueryRowContext(ctx,
			`UPDATE masjid_state SET last_id = last_id WHERE id = 1 RETURNING last_id`).Scan(&last)
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		for _, record := range records {
			if err := keep(ctx, tx, record, &last, &outcome); err != nil {
				return fmt.Errorf("%s %s: %w", record.Source, record.SourceRef, err)
			}
		}
		if outcome.Added+outcome.Changed == 0 {
			return nil
		}
		_, err = tx.ExecContext(ctx, `UPDATE masjid_state SET revision = revision + 1, last_id = $1 WHERE id = 1`, last)
		return err
	})
	if err != nil {
		return masjids.Outcome{}, fmt.Errorf("import masjids: %w", err)
	}
	return outcome, nil
}

// keep inserts a record under the number after last, or replaces the one it was before.
func keep(ctx context.Context, tx *sql.Tx, record masjids.Masjid, last *int32, outcome *masjids.Outcome) error {
	known, err := scan(tx.QueryRowContext(ctx,
		`SELECT `+columns+` FROM masjids WHERE source = $1 AND source_ref = $2`, record.Source, record.SourceRef))
	if errors.Is(err, sql.ErrNoRows) {
		*last++
		outcome.Added++
		record.ID = *last
		_, err = tx.ExecContext(ctx, insertMasjid, values(record)...)
		return err
	}
	if err != nil {
		return err
	}
	record.ID = known.ID
	if slices.Equal(values(known), values(record)) {
		outcome.Unchanged++
		return nil
	}
	outcome.Changed++
	_, err = tx.ExecContext(ctx, updateMasjid, values(record)...)
	return err
}
