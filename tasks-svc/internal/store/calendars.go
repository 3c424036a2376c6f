package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
)

var _ calendar.Store = (*Store)(nil)

// CreateLink stores a private address of a calendar feed.
func (s *Store) CreateLink(ctx context.Context, link calendar.Link) (calendar.Link, error) {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, // which also makes other transactions of this user wait
			`INSERT INTO calendar_counters (user_id, last_number) VALUES ($1, 1)
			ON CONFLICT (user_id) DO UPDATE SET last_number = calendar_counters.last_number + 1
			RETURNING last_number`, link.UserID).Scan(&link.ID)
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		var links int
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM calendars WHERE user_id = $1`, link.UserID).Scan(&links); err != nil {
			return fmt.Errorf("count calendars: %w", err)
		}
		if links >= calendar.MaxLinks {
			return calendar.ErrTooManyLinks
		}
		if _, err := tx.ExecContext(ctx,
			`INSERT INTO calendars (user_id, id, name, digest, created_at, read_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			link.UserID, link.ID, link.Name, link.Digest[:], at(link.CreatedAt), at(link.ReadAt)); err != nil {
			return fmt.Errorf("create a calendar: %w", err)
		}
		return nil
	})
	return link, err
}

const linkColumns = `SELECT user_id, id, name, digest, created_at, read_at FROM calendars`

// Links returns the private addresses of the user's calendar feed.
func (s *Store) Links(ctx context.Context, userID int32) ([]calendar.Link, error) {
	return s.links(ctx, linkColumns+` WHERE user_id = $1 ORDER BY id`, userID)
}

// LinkOf returns the private address whose secret has a digest.
func (s *Store) LinkOf(ctx context.Context, digest calendar.Digest) (calendar.Link, error) {
	found, err := s.links(ctx, linkColumns+` WHERE digest = $1`, digest[:])
	if err != nil {
		return calendar.Link{}, err
	}
	if len(found) == 0 {
		return calendar.Link{}, calendar.ErrNoLink
	}
	return found[0], nil
}

func (s *Store) links(ctx context.Context, query string, arguments ...any) ([]calendar.Link, error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, fmt.Errorf("read calendars: %w", err)
	}
	return collect(rows, func() (link calendar.Link, err error) {
		var created, read int64
		var digest []byte
		err = rows.Scan(&link.UserID, &link.ID, &link.Name, &digest, &created, &read)
		link.CreatedAt, link.ReadAt = instant(created), instant(read)
		copy(link.Digest[:], digest)
		return link, err
	})
}

// LinkRead stores when a calendar feed was last read by a private address.
func (s *Store) LinkRead(ctx context.Context, link calendar.Link, when time.Time) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE calendars SET read_at = $3 WHERE user_id = $1 AND id = $2`,
			link.UserID, link.ID, at(when)); err != nil {
			return fmt.Errorf("note that a calendar was read: %w", err)
		}
		return nil
	})
}

// DeleteLink deletes a private address of a calendar feed.
func (s *Store) DeleteLink(ctx context.Context, userID, id int32) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM calendars WHERE user_id = $1 AND id = $2`, userID, id)
		if err != nil {
			return fmt.Errorf("delete a calendar: %w", err)
		}
		deleted, err := result.RowsAffected()
		if err != nil {
			return fmt.Errorf("delete a calendar: %w", err)
		}
		if deleted == 0 {
			return calendar.ErrNoLink
		}
		return nil
	})
}
