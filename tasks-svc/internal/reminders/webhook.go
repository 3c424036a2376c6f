package reminders

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/salaatflow/platform/services/webaddress"
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
	// ErrURL means that nothing may be posted to a URL.
	ErrURL = errors.New("not the URL of a webhook")
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

// checkURL returns ErrURL unless reminders may be posted to a URL, as far as it can be told without looking up its host. The address is
// checked again when it is known: see transport.
func checkURL(text string, private bool) error {
	if webaddress.Check(text) != nil {
		return ErrURL
	}
	address, err := url.Parse(text)
	if err != nil {
		return ErrURL
	}
	if private {
		return nil
	}
	if address.Scheme != "https" {
		return ErrURL
	}
	if literal, err := netip.ParseAddr(address.Hostname()); err == nil && !isPublic(literal) {
		return ErrURL
	}
	return nil
}

// reserved are the networks that are not the public internet's, beside those that netip knows: RFC 6890 and its successors. Some hold
// IPv4 addresses, which may be private.
var reserved = func() (networks []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
		"5f00::/16", "fec0::/10",
	} {
		networks = append(networks, netip.MustParsePrefix(text))
	}
	return networks
}()

// isPublic reports whether an address is one of the public internet.
func isPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	if !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	for _, network := range reserved {
		if network.Contains(address) {
			return false
		}
	}
	return true
}
