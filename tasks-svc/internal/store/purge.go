package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Purge removes deleted tasks for good, the oldest deletion first.
func (s *Store) Purge(ctx context.Context, deletedUntil time.Time, limit int) (purged int, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		removed, err := readAll(tx.QueryContext(ctx,
			`DELETE FROM tasks WHERE deleted_at <> 0 AND deleted_at <= $1 AND (user_id, id) IN (
				SELECT user_id, id FROM tasks WHERE deleted_at <> 0 AND deleted_at <= $1 ORDER BY deleted_at LIMIT $2)
			RETURNING `+columns, deletedUntil.UnixMilli(), limit))
		if err != nil {
			return err
		}
		for _, task := range removed {
			if err := removeWords(ctx, tx, task, wordsOf(task)); err != nil {
				return err
			}
		}
		purged = len(removed)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("purge deleted tasks: %w", err)
	}
	if purged > 0 {
		_, err = s.db.TruncateLog(ctx)
	}
	if err != nil {
		return purged, fmt.Errorf("purge the texts of deleted tasks: %w", err)
	}
	return purged, nil
}
