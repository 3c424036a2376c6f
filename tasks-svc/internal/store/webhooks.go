package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

var _ reminders.PostStore = (*Store)(nil)

// CreateWebhook stores a webhook and its channel.
func (s *Store) CreateWebhook(ctx context.Context, webhook reminders.Webhook) (reminders.Webhook, error) {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, // which also makes other transactions of this user wait
			`INSERT INTO webhook_counters (user_id, last_number) VALUES ($1, 1)
			ON CONFLICT (user_id) DO UPDATE SET last_number = webhook_counters.last_number + 1
			RETURNING last_number`, webhook.UserID).Scan(&webhook.ID)
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		var webhooks, same int
		if err := tx.QueryRowContext(ctx,
			`SELECT COUNT(*), COUNT(CASE WHEN url = $2 THEN 1 END) FROM webhooks WHERE user_id = $1`, webhook.UserID, webhook.URL,
		).Scan(&webhooks, &same); err != nil {
			return fmt.Errorf("count webhooks: %w", err)
		}
		switch {
		case same > 0:
			return reminders.ErrWebhookThere
		case webhooks >= reminders.MaxWebhooks:
			return reminders.ErrTooManyWebhooks
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO webhooks (user_id, id, url, secret, created_at) VALUES ($1, $2, $3, $4, $5)`,
			webhook.UserID, webhook.ID, webhook.URL, webhook.Key, webhook.CreatedAt.UnixMilli()); err != nil {
			return fmt.Errorf("create a webhook: %w", err)
		}
		return openPosts(ctx, tx, webhook.Channel())
	})
	return webhook, err
}

const webhookColumns = `SELECT user_id, id, url, secret, created_at FROM webhooks WHERE user_id = $1`

// Webhooks returns the user's webhooks.
func (s *Store) Webhooks(ctx context.Context, userID int32) ([]reminders.Webhook, error) {
	return s.webhooks(ctx, webhookColumns+` ORDER BY id`, userID)
}

// Webhook returns a webhook of the user.
func (s *Store) Webhook(ctx context.Context, userID, id int32) (reminders.Webhook, error) {
	found, err := s.webhooks(ctx, webhookColumns+` AND id = $2`, userID, id)
	if err != nil {
		return reminders.Webhook{}, err
	}
	if len(found) == 0 {
		return reminders.Webhook{}, reminders.ErrNoWebhook
	}
	return found[0], nil
}

func (s *Store) webhooks(ctx context.Context, query string, arguments ...any) ([]reminders.Webhook, error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, fmt.Errorf("read webhooks: %w", err)
	}
	return collect(rows, func() (w reminders.Webhook, err error) {
		var created int64
		err = rows.Scan(&w.UserID, &w.ID, &w.URL, &w.Key, &created)
		w.CreatedAt = instant(created)
		return w, err
	})
}

// DeleteWebhook deletes a webhook, its channel, and what waits for it.
func (s *Store) DeleteWebhook(ctx context.Context, userID, id int32) error {
	channel := reminders.Webhook{UserID: userID, ID: id}.Channel()
	return s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM webhooks WHERE user_id = $1 AND id = $2`, userID, id)
		if err != nil {
			return fmt.Errorf("delete a webhook: %w", err)
		}
		deleted, err := result.RowsAffected()
		if err != nil {
			return fmt.Errorf("delete a webhook: %w", err)
		}
		if deleted == 0 {
			return reminders.ErrNoWebhook
		}
		return removeChannel(ctx, tx, channel)
	})
}

// openPosts makes a channel that is posted to, until it is removed.
func openPosts(ctx context.Context, tx *sql.Tx, channel reminders.Channel) error {
	if _, err := tx.ExecContext(ctx, `INSERT INTO reminder_channels (user_id, name, seen_at) VALUES ($1, $2, $3)`,
		channel.UserID, channel.Name, reminders.NeverUnseen.UnixMilli()); err != nil {
		return fmt.Errorf("create a channel: %w", err)
	}
	return nil
}

// removeChannel removes a channel, and what waits for it.
func removeChannel(ctx context.Context, tx *sql.Tx, channel reminders.Channel) error {
	for _, statement := range []string{
		`DELETE FROM reminder_channels WHERE user_id = $1 AND name = $2`,
		`DELETE FROM reminders WHERE channel_user_id = $1 AND channel = $2`,
	} {
		if _, err := tx.ExecContext(ctx, statement, channel.UserID, channel.Name); err != nil {
			return fmt.Errorf("delete a channel: %w", err)
		}
	}
	return nil
}

// WaitingPosts returns the channels that are posted to and for which something waits.
func (s *Store) WaitingPosts(ctx context.Context, now time.Time, limit int) ([]reminders.Channel, error) {
	rows, err := s.db.Reader().QueryContext(ctx,
		`SELECT channel_user_id, channel, MIN(next_at) AS since FROM reminders
		WHERE channel LIKE '`+reminders.PostedChannels+`' AND next_at <= $1
		GROUP BY channel_user_id, channel ORDER BY since LIMIT $2`, now.UnixMilli(), limit)
	if err != nil {
		return nil, fmt.Errorf("look for what is to be posted: %w", err)
	}
	return collect(rows, func() (channel reminders.Channel, err error) {
		var since int64
		err = rows.Scan(&channel.UserID, &channel.Name, &since)
		return channel, err
	})
}

// Postpone stores when a reminder is given to its channel next.
func (s *Store) Postpone(ctx context.Context, channel reminders.Channel, reminder reminders.Reminder, next time.Time) error {
	err := s.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return setNext(ctx, tx, channel, []reminders.Reminder{reminder}, next)
	})
	if err != nil {
		return fmt.Errorf("postpone a reminder: %w", err)
	}
	return nil
}
