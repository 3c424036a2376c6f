package reminders

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

const (
	// postTimeout bounds one post, its answer included.
	postTimeout = 10 * time.Second
	// maxAnswer is how much of an answer is read, so that its connection can be used again.
	maxAnswer = 16 << 10
)

// errAddress means that the host of a URL is not at a public address.
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
	PrayerOffset int32   `json:"prayer_offset_minutes,omitempty"`
	RemindAt     string  `json:"remind_at"`
}

// body returns what is posted of a reminder. It is the same each time.
func body(reminder Reminder) ([]byte, error) {
	at := reminder.At.UTC().Format(time.RFC3339)
	content := event{
		Type: "reminder.due", Timestamp: at,
		Data: data{
			ID: reminder.String(), UserID: reminder.UserID, TaskID: reminder.TaskID, Title: reminder.Title, RemindAt: at,
			PrayerOffset: reminder.PrayerOffset,
		},
	}
	if reminder.LinkedPrayer != "" {
		content.Data.LinkedPrayer = &reminder.LinkedPrayer
	}
	return json.Marshal(content)
}
