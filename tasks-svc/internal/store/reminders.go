package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

var _ reminders.Store = (*Store)(nil)

// isReminding is the condition of a task whose reminder is due at $1.
const isReminding = `remind_at <> 0 AND remind_at <= $1 AND completed_at = 0 AND deleted_at = 0`

// Release makes reminders that are due wait for their channels.
func (s *Store) Release(ctx context.Context, now, lapsed time.Time, limit int) (released int, err error) {
	if found, err := s.exists(ctx, `SELECT 1 FROM tasks WHERE `+isReminding+` LIMIT 1`, now.UnixMilli()); err != nil || !found {
		return 0, err
	}
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		due, err := s.due(ctx, tx, now, limit)
		if err != nil {
			return err
		}
		for _, id := range due {
			if err := release(ctx, tx, id, now, lapsed); err != nil {
				return err
			}
		}
		released = len(due)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("release reminders: %w", err)
	}
	return released, nil
}

// due returns the reminders to release. On PostgreSQL it passes over those that another transaction is about to release or to change.
func (s *Store) due(ctx context.Context, tx *sql.Tx, now time.Time, limit int) ([]reminders.ID, error) {
	//nolint:gosec // what is joined is constant
	query := `SELECT user_id, id, remind_at FROM tasks WHERE ` + isReminding + ` ORDER BY remind_at LIMIT $2` + s.skipLocked("tasks")
	rows, err := tx.QueryContext(ctx, query, now.UnixMilli(), limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, func() (id reminders.ID, err error) {
		var at int64
		err = rows.Scan(&id.UserID, &id.TaskID, &at)
		id.At = instant(at)
		return id, err
	})
}

// noDueAt is noDue as the type of its column.
const noDueAt int64 = noDue

// release makes a reminder wait for the channels that there are. Of a task that reminds on each day of its rhythm, the next is planned.
func release(ctx context.Context, tx *sql.Tx, id reminders.ID, now, lapsed time.Time) error {
	if _, err := tx.ExecContext(ctx,
		`UPDATE tasks SET remind_at = 0, plan_at = CASE
			WHEN recurrence = 'daily' AND linked_prayer <> '' OR recurrence <> '' AND due_at <> $4 THEN CAST($3 AS BIGINT) ELSE 0 END
		WHERE user_id = $1 AND id = $2`, id.UserID, id.TaskID, now.UnixMilli(), noDueAt); err != nil {
		return err
	}
	if id.At.Before(lapsed) {
		return nil
	}
	_, err := tx.ExecContext(ctx,
		`INSERT INTO reminders (channel_user_id, channel, user_id, task_id, remind_at, next_at, attempts)
		SELECT user_id, name, $1, $2, $3, $4, 0 FROM reminder_channels WHERE user_id = 0 OR user_id = $1
		ON CONFLICT (user_id, task_id, remind_at, channel_user_id, channel) DO NOTHING`,
		id.UserID, id.TaskID, id.At.UnixMilli(), now.UnixMilli())
	return err
}

// OpenChannel makes sure that a channel is there.
func (s *Store) OpenChannel(ctx context.Context, channel reminders.Channel, at time.Time) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx,
			`INSERT INTO reminder_channels (user_id, name, seen_at) VALUES ($1, $2, $3)
			ON CONFLICT (user_id, name) DO UPDATE SET seen_at = EXCLUDED.seen_at`, channel.UserID, channel.Name, at.UnixMilli()); err != nil {
			return fmt.Errorf("open a channel: %w", err)
		}
		var channels int
		err := tx.QueryRowContext(ctx,
			`SELECT COUNT(*) FROM reminder_channels WHERE user_id = $1 AND name NOT LIKE '`+reminders.PostedChannels+`'`, channel.UserID,
		).Scan(&channels)
		if err != nil {
			return fmt.Errorf("count channels: %w", err)
		}
		if channels > reminders.MaxChannels {
			return reminders.ErrTooManyChannels
		}
		return nil
	})
}

// Acknowledge removes a reminder that waits for a channel.
func (s *Store) Acknowledge(ctx context.Context, channel reminders.Channel, id reminders.ID) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM reminders WHERE `+isOfChannel, ofChannel(channel, id)...)
		if err != nil {
			return fmt.Errorf("acknowledge a reminder: %w", err)
		}
		return nil
	})
}

// Forget removes what has lapsed.
func (s *Store) Forget(ctx context.Context, lapsed, unseen time.Time) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM reminders WHERE remind_at < $1`, lapsed.UnixMilli()); err != nil {
			return fmt.Errorf("remove lapsed reminders: %w", err)
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM reminder_channels WHERE seen_at < $1`, unseen.UnixMilli()); err != nil {
			return fmt.Errorf("remove channels: %w", err)
		}
		return nil
	})
}

// cancelReminders removes the reminders of a task that wait for their channels.
func cancelReminders(ctx context.Context, tx *sql.Tx, userID, taskID int32) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM reminders WHERE user_id = $1 AND task_id = $2`, userID, taskID); err != nil {
		return fmt.Errorf("cancel reminders: %w", err)
	}
	return nil
}

// isOfChannel is the condition of the reminder of a channel that ofChannel gives.
const isOfChannel = `user_id = $1 AND task_id = $2 AND remind_at = $3 AND channel_user_id = $4 AND channel = $5`

func ofChannel(channel reminders.Channel, id reminders.ID) []any {
	return []any{id.UserID, id.TaskID, id.At.UnixMilli(), channel.UserID, channel.Name}
}

// skipLocked makes a SELECT take the rows of a table that nobody else has taken. On SQLite nobody has: there is one writer.
func (s *Store) skipLocked(table string) string {
	if s.db.Engine() == sqlstore.PostgreSQL {
		return ` FOR UPDATE OF ` + table + ` SKIP LOCKED`
	}
	return ""
}

// exists reports whether a query has a row. It spares a transaction where, as nearly always, there is nothing to do.
func (s *Store) exists(ctx context.Context, query string, arguments ...any) (bool, error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, arguments...)
	if err != nil {
		return false, fmt.Errorf("look for reminders: %w", err)
	}
	defer rows.Close()
	return rows.Next(), rows.Err()
}
