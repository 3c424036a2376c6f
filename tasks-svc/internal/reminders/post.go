package reminders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"syscall"
	"time"
)

const (
	// postTimeout bounds one post, its answer included.
	postTimeout = 10 * time.Second
	// maxAnswer is how much of an answer is read, so that its connection can be used again.
	maxAnswer = 16 << 10
)

// errAddress means that the host of a webhook is not at a public address.
var errAddress = errors.New("the address is not a public one")

// newClient returns the client that posts. It connects only to public addresses unless private is true, which is checked when the address
// is known: a name may mean another one each time that it is looked up. It uses no proxy and follows no redirect, which would be ways
// around that.
func newClient(private bool) *http.Client {
	dialer := &net.Dialer{Timeout: postTimeout}
	if !private {
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !isPublic(to.Addr()) {
				return errAddress
			}
			return nil
		}
	}
	return &http.Client{
		Timeout:       postTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: postTimeout,
			MaxIdleConns: 100, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: maxAnswer,
		},
	}
}

// event is the body of a post.
type event struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	Data      data   `json:"data"`
}

type data struct {
	ID           string  `json:"id"`
	UserID       int32   `json:"user_id"`
	TaskID       int32   `json:"task_id"`
	Title        string  `json:"title"`
	LinkedPrayer *string `json:"linked_prayer"`
	RemindAt     string  `json:"remind_at"`
}

// body returns what is posted of a reminder. It is the same each time.
func body(reminder Reminder) ([]byte, error) {
	at := reminder.At.UTC().Format(time.RFC3339)
	content := event{
		Type: "reminder.due", Timestamp: at,
		Data: data{
			ID: reminder.String(), UserID: reminder.UserID, TaskID: reminder.TaskID, Title: reminder.Title, RemindAt: at,
		},
	}
	if reminder.LinkedPrayer != "" {
		content.Data.LinkedPrayer = &reminder.LinkedPrayer
	}
	return json.Marshal(content)
}

// post posts a reminder to a webhook at a time, and returns an error unless it is accepted.
func post(ctx context.Context, client *http.Client, webhook Webhook, reminder Reminder, now time.Time) error {
	content, err := body(reminder)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, webhook.URL, bytes.NewReader(content))
	if err != nil {
		return err
	}
	id := reminder.String()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "SalaatFlow-Webhooks")
	request.Header.Set("Webhook-Id", id)
	request.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	request.Header.Set("Webhook-Signature", Sign(webhook.Key, id, now, content))
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer)) // what it says does not matter
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the webhook answers %d", answer.StatusCode)
	}
	return nil
}
