package reminders

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math"
	"strconv"
	"time"
)

// MaxWebhooks is the largest number of webhooks of a user.
const MaxWebhooks = 5

var (
	// ErrTooManyWebhooks means that the user has MaxWebhooks webhooks already.
	ErrTooManyWebhooks = errors.New("too many webhooks")
	// ErrWebhookThere means that the user has a webhook with this URL, to which everything would be posted twice.
	ErrWebhookThere = errors.New("a webhook of this URL is there")
	// ErrNoWebhook means that the user has no such webhook.
	ErrNoWebhook = errors.New("no such webhook")
)

// Webhook is a URL to which a user's reminders are posted.
type Webhook struct {
	// UserID is its user, and ID its number, from 1 for each user, which is never used again.
	UserID, ID int32
	URL        string
	// Key is what its posts are signed with.
	Key []byte
	// CreatedAt is in UTC and whole milliseconds.
	CreatedAt time.Time
}

// webhookPrefix begins the names of the channels of webhooks.
const webhookPrefix = "webhook:"

// NeverUnseen is when a channel that is posted to was last watched, so that it is never removed for that.
var NeverUnseen = time.UnixMilli(math.MaxInt64)

// Channel returns the channel on which the webhook is given reminders.
func (w Webhook) Channel() Channel {
	return Channel{UserID: w.UserID, Name: webhookPrefix + strconv.Itoa(int(w.ID))}
}

// WebhookID returns the number of the webhook whose channel it is; 0 if it is none's.
func (c Channel) WebhookID() int32 { return c.numberAfter(webhookPrefix) }

// Secret returns the key as its user is shown it, in the form of Standard Webhooks.
func (w Webhook) Secret() string { return "whsec_" + base64.StdEncoding.EncodeToString(w.Key) }

// newKey returns a key of 256 bits; Standard Webhooks ask for 192 to 512.
func newKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	return key
}

// Sign returns the signature of a message, as it stands in the header webhook-signature: v1, HMAC-SHA256. It is a few lines, which a
// test compares with the published example; so there is no dependency for it.
func Sign(key []byte, id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
