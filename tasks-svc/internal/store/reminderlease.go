package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

// isWaiting is the condition of the reminders that a channel may be given at $3.
const isWaiting = `channel_user_id = $1 AND channel = $2 AND next_at <= $3`

// Lease leases reminders that wait for a channel.
func (s *Store) Lease(
	ctx context.Context, channel reminders.Channel, now, until time.Time, limit int,
) (leased []reminders.Reminder, err error) {
	waiting := []any{channel.UserID, channel.Name, now.UnixMilli()}
	if found, err := s.exists(ctx, `SELECT 1 FROM reminders WHERE `+isWaiting+` LIMIT 1`, waiting...); err != nil || !found {
		return nil, err
	}
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		leased, err = s.waiting(ctx, tx, append(waiting, limit))
		if err != nil {
			return err
		}
		return setNext(ctx, tx, channel, leased, until)
	})
	if err != nil {
		return nil, fmt.Errorf("lease reminders: %w", err)
	}
	return leased, nil
}

// waiting returns the reminders to lease, each with the attempt that it is leased for.
func (s *Store) waiting(ctx context.Context, tx *sql.Tx, arguments []any) ([]reminders.Reminder, error) {
	//nolint:gosec // what is joined is constant
	query := `SELECT r.user_id, r.task_id, r.remind_at, r.attempts + 1, t.title, t.linked_prayer, t.prayer_offset
		FROM reminders AS r JOIN tasks AS t ON t.user_id = r.user_id AND t.id = r.task_id
		WHERE ` + isWaiting + ` ORDER BY r.next_at, r.user_id, r.task_id LIMIT $4` + s.skipLocked("r")
	rows, err := tx.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	return collect(rows, func() (r reminders.Reminder, err error) {
		var at int64
		err = rows.Scan(&r.UserID, &r.TaskID, &at, &r.Attempt, &r.Title, &r.LinkedPrayer, &r.PrayerOffset)
		r.At = instant(at)
		return r, err
	})
}

// Return ends leases as if there had been none.
func (s *Store) Return(ctx context.Context, channel reminders.Channel, unsent []reminders.Reminder, now time.Time) error {
	returned := make([]reminders.Reminder, len(unsent))
	for i, reminder := range unsent {
		reminder.Attempt--
		returned[i] = reminder
	}
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error { return setNext(ctx, tx, channel, returned, now) })
	if err != nil {
		return fmt.Errorf("return reminders: %w", err)
	}
	return nil
}

// setNext stores when reminders of a channel are sent next, and their attempts.
func setNext(ctx context.Context, tx *sql.Tx, channel reminders.Channel, changed []reminders.Reminder, next time.Time) error {
	for _, reminder := range changed {
		if _, err := tx.ExecContext(ctx, `UPDATE reminders SET next_at = $6, attempts = $7 WHERE `+isOfChannel,
			append(ofChannel(channel, reminder.ID), next.UnixMilli(), reminder.Attempt)...); err != nil {
			return err
		}
	}
	return nil
}

// collect reads all rows, and closes them.
func collect[T any](rows *sql.Rows, read func() (T, error)) (all []T, err error) {
	defer rows.Close()
	for rows.Next() {
		one, err := read()
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
