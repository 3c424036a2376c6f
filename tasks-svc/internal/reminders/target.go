package reminders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush"
)

// postedMark is in the names of the channels to which this program posts, and of no channel that is watched.
const postedMark = ":"

// PostedChannels is the LIKE pattern of the names of these channels.
const PostedChannels = "%" + postedMark + "%"

// numberAfter returns the number that follows a prefix of the name; 0 if it is none.
func (c Channel) numberAfter(prefix string) int32 {
	number, found := strings.CutPrefix(c.Name, prefix)
	if !found {
		return 0
	}
	id, _ := strconv.ParseInt(number, 10, 32) // 0 if it is none
	return int32(id)
}

// target is where reminders of a channel are posted.
type target interface {
	// request returns the request that posts a reminder at a time.
	request(ctx context.Context, reminder Reminder, now time.Time) (*http.Request, error)
	// gone reports whether an answer's status says that there is nothing any more to post to, and remove removes the target then.
	gone(status int) bool
	remove(ctx context.Context) error
	// attribute tells it from others, in a log.
	attribute() slog.Attr
}

// errGone means that there is nothing any more to post to.
var errGone = errors.New("nobody is there any more")

// refusal is an answer that does not accept a reminder.
type refusal struct {
	status int
	after  time.Duration // for which nothing more should be sent; 0 if it does not say
}

func (r refusal) Error() string { return fmt.Sprintf("the answer is %d", r.status) }

// post posts a reminder, and returns an error unless it is accepted.
func post(ctx context.Context, client *http.Client, to target, reminder Reminder, clock clock.Clock) error {
	request, err := to.request(ctx, reminder, clock.Now())
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer)) // what it says does not matter
	switch {
	case to.gone(answer.StatusCode):
		return errGone
	case answer.StatusCode < 200 || answer.StatusCode > 299:
		return refusal{answer.StatusCode, backoff.RetryAfter(answer.Header, clock)}
	}
	return nil
}

// toWebhook posts to a webhook. It stays until its user deletes it, or it answers that nothing is to be posted any more.
type toWebhook struct {
	webhook  Webhook
	webhooks WebhookStore
}

func (t toWebhook) gone(status int) bool { return status == http.StatusGone }

func (t toWebhook) remove(ctx context.Context) error {
	err := t.webhooks.DeleteWebhook(ctx, t.webhook.UserID, t.webhook.ID)
	if errors.Is(err, ErrNoWebhook) {
		return nil
	}
	return err
}

func (t toWebhook) attribute() slog.Attr { return slog.Int("webhook_id", int(t.webhook.ID)) }

func (t toWebhook) request(ctx context.Context, reminder Reminder, now time.Time) (*http.Request, error) {
	content, err := body(reminder)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.webhook.URL, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	id := reminder.String()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "SalaatFlow-Webhooks")
	request.Header.Set("Webhook-Id", id)
	request.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	request.Header.Set("Webhook-Signature", Sign(t.webhook.Key, id, now, content))
	return request, nil
}

// toBrowser posts to the push service of a browser, which says when the browser has gone.
type toBrowser struct {
	subscription Subscription
	pushes       *Pushes
}

func (t toBrowser) gone(status int) bool {
	return status == http.StatusNotFound || status == http.StatusGone
}

func (t toBrowser) remove(ctx context.Context) error {
	err := t.pushes.Store.DeleteSubscription(ctx, t.subscription.UserID, t.subscription.ID)
	if errors.Is(err, ErrNoSubscription) {
		return nil
	}
	return err
}

func (t toBrowser) attribute() slog.Attr { return slog.Int("subscription_id", int(t.subscription.ID)) }

// shown is what the app's service worker is sent.
type shown struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Body     string `json:"body"`
	Language string `json:"lang"`
	Path     string `json:"path"`
}

func (t toBrowser) request(ctx context.Context, reminder Reminder, now time.Time) (*http.Request, error) {
	said := t.pushes.Body(ctx, reminder.UserID)
	text, err := json.Marshal(shown{
		ID: reminder.String(), Title: reminder.Title, Body: said.Text, Language: said.Language,
		Path: "/tasks/" + strconv.Itoa(int(reminder.TaskID)),
	})
	if err != nil {
		return nil, err
	}
	message := webpush.Message{ID: reminder.String(), Text: text, Lives: reminder.At.Add(Lapse).Sub(now)}
	return t.pushes.Sender.Request(ctx, t.subscription.Endpoint, t.subscription.Browser, message, now)
}
