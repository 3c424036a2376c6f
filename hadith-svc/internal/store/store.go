// Package store stores the library of hadiths in SQLite or PostgreSQL.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Store implements hadith.Store.
type Store struct {
	db      *sqlstore.DB
	words   words
	results results
}

var _ hadith.Store = (*Store)(nil)

// New returns a Store on db, which must have Schema. The caller closes db.
func New(db *sqlstore.DB) *Store {
	if db.Engine() == sqlstore.PostgreSQL {
		return &Store{db: db, words: postgresWords{}}
	}
	return &Store{db: db, words: sqliteWords{}}
}

// Get returns a hadith.
func (s *Store) Get(ctx context.Context, id int32) (hadith.Hadith, error) {
	return found(s.db.Reader().QueryRowContext(ctx, selectHadith+` WHERE h.id = $1`, id))
}

// ByNumber returns the hadith of a number in a collection.
func (s *Store) ByNumber(ctx context.Context, collection, number string) (hadith.Hadith, error) {
	return found(s.db.Reader().QueryRowContext(ctx, selectHadith+` WHERE h.collection = $1 AND h.number = $2`, collection, number))
}

func found(row *sql.Row) (hadith.Hadith, error) {
	h, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return hadith.Hadith{}, hadith.ErrNotFound
	}
	return h, err
}

// Collections returns the collections.
func (s *Store) Collections(ctx context.Context) (all []hadith.Collection, err error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		`SELECT key, name, name_arabic, name_urdu, numbering, licence, source_url,
			(SELECT COUNT(*) FROM hadiths h WHERE h.collection = c.key) FROM collections c ORDER BY key`)
	if err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var c hadith.Collection
		err := rows.Scan(&c.Key, &c.Name, &c.NameArabic, &c.NameUrdu, &c.Numbering, &c.Licence, &c.SourceURL, &c.Count)
		if err != nil {
			return nil, fmt.Errorf("read a collection: %w", err)
		}
		all = append(all, c)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	return all, nil
}
