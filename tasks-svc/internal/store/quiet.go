package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Quiet returns the user's quiet hours.
func (s *Store) Quiet(ctx context.Context, userID int32) (quiet tasks.Quiet, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT quiet_from, quiet_until FROM quiet_hours WHERE user_id = $1`, userID).
		Scan(&quiet.From, &quiet.Until)
	if errors.Is(err, sql.ErrNoRows) {
		return tasks.DefaultQuiet, nil
	}
	if err != nil {
		return tasks.Quiet{}, fmt.Errorf("read the quiet hours: %w", err)
	}
	return quiet, nil
}

// SetQuiet sets the user's quiet hours, and has the tasks planned that they may be about.
func (s *Store) SetQuiet(ctx context.Context, userID int32, quiet tasks.Quiet, planAt time.Time) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx,
			`INSERT INTO quiet_hours (user_id, quiet_from, quiet_until) VALUES ($1, $2, $3)
			ON CONFLICT (user_id) DO UPDATE SET quiet_from = EXCLUDED.quiet_from, quiet_until = EXCLUDED.quiet_until`,
			userID, quiet.From, quiet.Until); err != nil {
			return fmt.Errorf("set the quiet hours: %w", err)
		}
		if _, err := tx.ExecContext(ctx,
			`UPDATE tasks SET plan_at = $2 WHERE user_id = $1 AND linked_prayer = '' AND remind_at <> 0 AND completed_at = 0 AND deleted_at = 0`,
			userID, planAt.UnixMilli()); err != nil {
			return fmt.Errorf("plan the tasks of new quiet hours: %w", err)
		}
		return nil
	})
}
