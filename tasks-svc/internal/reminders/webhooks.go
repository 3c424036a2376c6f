package reminders

import (
	"context"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// PostStore stores what is posted to webhooks and browsers. What is said of Store holds for it.
type PostStore interface {
	Store
	WebhookStore
	PushStore

	// WaitingPosts returns at most limit channels of webhooks and browsers for which something waits, those that have waited longest
	// first.
	WaitingPosts(ctx context.Context, now time.Time, limit int) ([]Channel, error)

	// Postpone says when a leased reminder is given to its channel next.
	Postpone(ctx context.Context, channel Channel, reminder Reminder, next time.Time) error
}

// WebhookStore stores webhooks. What is said of Store holds for it.
type WebhookStore interface {
	// CreateWebhook stores a webhook under the user's next number, with its channel. It MUST return ErrWebhookThere if the user has
	// one with its URL, and ErrTooManyWebhooks if the user would have more than MaxWebhooks.
	CreateWebhook(ctx context.Context, webhook Webhook) (Webhook, error)

	// Webhooks returns the user's webhooks, by number.
	Webhooks(ctx context.Context, userID int32) ([]Webhook, error)

	// Webhook returns a webhook, or ErrNoWebhook.
	Webhook(ctx context.Context, userID, id int32) (Webhook, error)

	// DeleteWebhook deletes a webhook, with its channel and what waits for it. It MUST return ErrNoWebhook if there is none.
	DeleteWebhook(ctx context.Context, userID, id int32) error
}

// Webhooks are users' webhooks. It is safe for concurrent use. All fields are required.
type Webhooks struct {
	Store WebhookStore
	Clock clock.Clock
	// Private lets webhooks be at private addresses, and without TLS.
	Private bool
}

// Create creates a webhook of a user. It returns a URLError if nothing may be posted to the URL, ErrWebhookThere if it is that of one
// already, and ErrTooManyWebhooks if the user has MaxWebhooks.
func (w *Webhooks) Create(ctx context.Context, userID int32, url string) (Webhook, error) {
	if err := checkURL(url, w.Private); err != nil {
		return Webhook{}, err
	}
	now := time.UnixMilli(w.Clock.Now().UnixMilli()).UTC()
	return w.Store.CreateWebhook(ctx, Webhook{UserID: userID, URL: url, Key: newKey(), CreatedAt: now})
}
