package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

// CreateSubscription stores a push subscription and its channel, or new keys of one that is there.
func (s *Store) CreateSubscription(
	ctx context.Context, subscription reminders.Subscription,
) (stored reminders.Subscription, err error) {
	err = s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		stored = subscription
		number, err := nextSubscription(ctx, tx, stored.UserID) // which also makes other transactions of this user wait
		if err != nil {
			return err
		}
		before, err := subscriptionAt(ctx, tx, stored.Endpoint)
		if err != nil {
			return err
		}
		if before.ID != 0 && before.UserID == stored.UserID {
			stored.ID, stored.CreatedAt = before.ID, before.CreatedAt
			return changeKeys(ctx, tx, stored)
		}
		if before.ID != 0 {
			if err := deleteSubscription(ctx, tx, before.UserID, before.ID); err != nil {
				return err
			}
		}
		stored.ID = number
		return insertSubscription(ctx, tx, stored)
	})
	return stored, err
}

// nextSubscription returns the next number of a user's subscriptions.
func nextSubscription(ctx context.Context, tx *sql.Tx, userID int32) (number int32, err error) {
	err = tx.QueryRowContext(ctx,
		`INSERT INTO push_counters (user_id, last_number) VALUES ($1, 1)
		ON CONFLICT (user_id) DO UPDATE SET last_number = push_counters.last_number + 1
		RETURNING last_number`, userID).Scan(&number)
	if err != nil {
		return 0, fmt.Errorf("count: %w", err)
	}
	return number, nil
}

// subscriptionAt returns the subscription of any user at an endpoint; the zero one if there is none.
func subscriptionAt(ctx context.Context, tx *sql.Tx, endpoint string) (found reminders.Subscription, err error) {
	var created int64
	err = tx.QueryRowContext(ctx, `SELECT user_id, id, created_at FROM push_subscriptions WHERE endpoint = $1`, endpoint).
		Scan(&found.UserID, &found.ID, &created)
	if errors.Is(err, sql.ErrNoRows) {
		return reminders.Subscription{}, nil
	}
	if err != nil {
		return reminders.Subscription{}, fmt.Errorf("look for a push subscription: %w", err)
	}
	found.CreatedAt = instant(created)
	return found, nil
}

func changeKeys(ctx context.Context, tx *sql.Tx, changed reminders.Subscription) error {
	if _, err := tx.ExecContext(ctx, `UPDATE push_subscriptions SET point = $3, auth = $4 WHERE user_id = $1 AND id = $2`,
		changed.UserID, changed.ID, changed.Browser.Point, changed.Browser.Auth); err != nil {
		return fmt.Errorf("change a push subscription: %w", err)
	}
	return nil
}

func insertSubscription(ctx context.Context, tx *sql.Tx, made reminders.Subscription) error {
	var there int
	if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM push_subscriptions WHERE user_id = $1`, made.UserID).Scan(&there); err != nil {
		return fmt.Errorf("count push subscriptions: %w", err)
	}
	if there >= reminders.MaxSubscriptions {
		return reminders.ErrTooManySubscriptions
	}
	if _, err := tx.ExecContext(ctx,
		`INSERT INTO push_subscriptions (user_id, id, endpoint, point, auth, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		made.UserID, made.ID, made.Endpoint, made.Browser.Point, made.Browser.Auth, at(made.CreatedAt)); err != nil {
		return fmt.Errorf("create a push subscription: %w", err)
	}
	return openPosts(ctx, tx, made.Channel())
}

const subscriptionColumns = `SELECT user_id, id, endpoint, point, auth, created_at FROM push_subscriptions WHERE user_id = $1`

// Subscriptions returns the user's push subscriptions.
func (s *Store) Subscriptions(ctx context.Context, userID int32) ([]reminders.Subscription, error) {
	return s.subscriptions(ctx, subscriptionColumns+` ORDER BY id`, userID)
}

// Subscription returns a push subscription of the user.
func (s *Store) Subscription(ctx context.Context, userID, id int32) (reminders.Subscription, error) {
	found, err := s.subscriptions(ctx, subscriptionColumns+` AND id = $2`, userID, id)
	if err != nil {
		return reminders.Subscription{}, err
	}
	if len(found) == 0 {
		return reminders.Subscription{}, reminders.ErrNoSubscription
	}
	return found[0], nil
}

func (s *Store) subscriptions(ctx context.Context, query string, arguments ...any) ([]reminders.Subscription, error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, fmt.Errorf("read push subscriptions: %w", err)
	}
	return collect(rows, func() (read reminders.Subscription, err error) {
		var created int64
		err = rows.Scan(&read.UserID, &read.ID, &read.Endpoint, &read.Browser.Point, &read.Browser.Auth, &created)
		read.CreatedAt = instant(created)
		return read, err
	})
}

// DeleteSubscription deletes a push subscription, its channel, and what waits for it.
func (s *Store) DeleteSubscription(ctx context.Context, userID, id int32) error {
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error { return deleteSubscription(ctx, tx, userID, id) })
}

func deleteSubscription(ctx context.Context, tx *sql.Tx, userID, id int32) error {
	result, err := tx.ExecContext(ctx, `DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2`, userID, id)
	if err != nil {
		return fmt.Errorf("delete a push subscription: %w", err)
	}
	deleted, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("delete a push subscription: %w", err)
	}
	if deleted == 0 {
		return reminders.ErrNoSubscription
	}
	return removeChannel(ctx, tx, reminders.Subscription{UserID: userID, ID: id}.Channel())
}
