package reminders

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush"
)

// MaxSubscriptions is the largest number of browsers of a user.
const MaxSubscriptions = 10

var (
	// ErrTooManySubscriptions means that the user has MaxSubscriptions browsers already.
	ErrTooManySubscriptions = errors.New("too many push subscriptions")
	// ErrNoSubscription means that the user has no such subscription.
	ErrNoSubscription = errors.New("no such push subscription")
	// ErrNoPush means that this installation has no key to send with.
	ErrNoPush = errors.New("web push is not set up")
)

// Subscription is a browser that shows a user's reminders.
type Subscription struct {
	// UserID is its user, and ID its number, from 1 for each user, which is never used again.
	UserID, ID int32
	// Endpoint is the URL of the browser's push service to which messages for it are posted.
	Endpoint string
	Browser  webpush.Browser
	// CreatedAt is in UTC and whole milliseconds.
	CreatedAt time.Time
}

// pushPrefix begins the names of the channels of browsers.
const pushPrefix = "push:"

// Channel returns the channel on which the browser is given reminders.
func (s Subscription) Channel() Channel {
	return Channel{UserID: s.UserID, Name: pushPrefix + strconv.Itoa(int(s.ID))}
}

// SubscriptionID returns the number of the subscription whose channel it is; 0 if it is none's.
func (c Channel) SubscriptionID() int32 { return c.numberAfter(pushPrefix) }

// PushStore stores push subscriptions. What is said of Store holds for it.
type PushStore interface {
	// CreateSubscription stores a subscription under the user's next number, with its channel. An endpoint is of one browser, which has one
	// user: a subscription of the same user with the same endpoint gets the new keys and keeps its number and its channel, and one of
	// another user MUST go as by DeleteSubscription. It MUST return ErrTooManySubscriptions if the user would have more than
	// MaxSubscriptions.
	CreateSubscription(ctx context.Context, subscription Subscription) (Subscription, error)

	// Subscriptions returns the user's subscriptions, by number.
	Subscriptions(ctx context.Context, userID int32) ([]Subscription, error)

	// Subscription returns a subscription, or ErrNoSubscription.
	Subscription(ctx context.Context, userID, id int32) (Subscription, error)

	// DeleteSubscription deletes a subscription, with its channel and what waits for it. It MUST return ErrNoSubscription if there is none.
	DeleteSubscription(ctx context.Context, userID, id int32) error
}

// Pushes are users' push subscriptions. It is safe for concurrent use.
type Pushes struct {
	Store PushStore
	Clock clock.Clock
	// Sender sends; nil where there is no key, and nobody can subscribe.
	Sender *webpush.Sender
	// Private lets push services be at private addresses, and without TLS.
	Private bool
	// Body is what a reminder says to a user below the title of the task.
	Body func(ctx context.Context, userID int32) Said
}

// Said is what a reminder says below the title of its task, with its language, such as ur-Latn.
type Said struct{ Text, Language string }

// Create subscribes a browser of a user. It returns ErrNoPush where nothing can be sent, a URLError if nothing may be posted to the
// endpoint, webpush.ErrKeys if its keys are none, and ErrTooManySubscriptions if the user has MaxSubscriptions.
func (p *Pushes) Create(ctx context.Context, userID int32, endpoint string, browser webpush.Browser) (Subscription, error) {
	if p.Sender == nil {
		return Subscription{}, ErrNoPush
	}
	if err := checkURL(endpoint, p.Private); err != nil {
		return Subscription{}, err
	}
	if strings.ContainsFunc(endpoint, isNotASCII) {
		return Subscription{}, URLError("must be of ASCII characters alone, as the browser gives it")
	}
	if err := browser.Check(); err != nil {
		return Subscription{}, err
	}
	now := time.UnixMilli(p.Clock.Now().UnixMilli()).UTC()
	return p.Store.CreateSubscription(ctx, Subscription{UserID: userID, Endpoint: endpoint, Browser: browser, CreatedAt: now})
}

func isNotASCII(r rune) bool { return r > '~' }
