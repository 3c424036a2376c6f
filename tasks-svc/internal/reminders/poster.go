package reminders

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

const (
	// postLease is how long a reminder is leased for a post: long enough for all of a batch to time out.
	postLease = postBatch*postTimeout + 10*time.Second
	// postBatch is the number of reminders that are leased at once for a target.
	postBatch = 2
	// postTurn is for how long a target is given one batch after the other before it is another's turn.
	postTurn = 5 * time.Second
	// maxPosting is the number of targets that are posted to at once.
	maxPosting = 32
	// maxPosts is how often a reminder is posted to a target at most.
	maxPosts = 10
	// firstRetry is the time between the first post and the second. Each later one is four times as long, up to longestRetry.
	firstRetry   = 10 * time.Second
	longestRetry = 4 * time.Hour
)

// Poster posts reminders to webhooks and browsers. Any number may run at once, in any number of programs.
type Poster struct {
	store    PostStore
	webhooks *Webhooks
	pushes   *Pushes
	clock    clock.Clock
	log      *slog.Logger
	every    time.Duration
	client   *http.Client
	free     chan struct{} // holds a value for each target that is being posted to
}

// NewPoster returns a Poster that looks for something to post this often.
func NewPoster(store PostStore, webhooks *Webhooks, pushes *Pushes, log *slog.Logger, every time.Duration) *Poster {
	return &Poster{
		store: store, webhooks: webhooks, pushes: pushes, clock: webhooks.Clock, log: log, every: every,
		client: newClient(webhooks.Private), free: make(chan struct{}, maxPosting),
	}
}

// Run posts until ctx ends, and returns when nothing is being posted any more. It logs a failed round; the next round does its work.
func (p *Poster) Run(ctx context.Context) {
	ticker := p.clock.NewTicker(p.every)
	defer ticker.Stop()
	defer p.client.CloseIdleConnections()
	var posting sync.WaitGroup
	defer posting.Wait()
	for {
		if err := p.round(ctx, &posting); err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, "failed to post reminders", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}

// round begins to post to the targets for which something waits, as many as may be posted to now.
func (p *Poster) round(ctx context.Context, posting *sync.WaitGroup) error {
	channels, err := p.store.WaitingPosts(ctx, p.clock.Now(), maxPosting)
	if err != nil {
		return err
	}
	for _, channel := range channels {
		select {
		case p.free <- struct{}{}:
		default:
			return nil // what waits is leased to nobody, and is found again
		}
		now := p.clock.Now()
		leased, err := p.store.Lease(ctx, channel, now, now.Add(postLease), postBatch)
		if err != nil {
			<-p.free
			return err
		}
		posting.Go(func() {
			defer func() { <-p.free }()
			if err := p.postTo(ctx, channel, leased); err != nil && ctx.Err() == nil {
				p.log.ErrorContext(ctx, "failed to post reminders", slog.Any("error", err))
			}
		})
	}
	return nil
}

// postTo posts what is leased for a target and, while it is its turn, what else waits for it.
func (p *Poster) postTo(ctx context.Context, channel Channel, leased []Reminder) error {
	began := p.clock.Now()
	for {
		if err := p.postAll(ctx, channel, leased); err != nil || len(leased) < postBatch {
			return err
		}
		now := p.clock.Now()
		if now.Sub(began) >= postTurn {
			return nil
		}
		var err error
		if leased, err = p.store.Lease(ctx, channel, now, now.Add(postLease), postBatch); err != nil || len(leased) == 0 {
			return err
		}
	}
}

func (p *Poster) postAll(ctx context.Context, channel Channel, leased []Reminder) error {
	to, err := p.target(ctx, channel)
	switch {
	case errors.Is(err, ErrNoWebhook), errors.Is(err, ErrNoSubscription):
		return nil // it was deleted, and with it what waited
	case errors.Is(err, ErrNoPush):
		return nil // until there is a key again, or it lapses
	}
	if err != nil {
		return err
	}
	for _, reminder := range leased {
		err := p.postOne(ctx, channel, to, reminder)
		if errors.Is(err, errGone) {
			p.log.InfoContext(ctx, "nobody is any more where reminders were posted", slog.Int("user_id", int(channel.UserID)), to.attribute())
			return to.remove(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// target returns where the reminders of a channel are posted.
func (p *Poster) target(ctx context.Context, channel Channel) (target, error) {
	if id := channel.WebhookID(); id != 0 {
		webhook, err := p.webhooks.Store.Webhook(ctx, channel.UserID, id)
		return toWebhook{webhook, p.webhooks.Store}, err
	}
	if p.pushes.Sender == nil {
		return nil, ErrNoPush
	}
	subscription, err := p.pushes.Store.Subscription(ctx, channel.UserID, channel.SubscriptionID())
	return toBrowser{subscription, p.pushes}, err
}

// postOne posts a reminder. When that fails it is posted again later, unless it was the last time. It returns errGone if there is nobody
// to post to.
func (p *Poster) postOne(ctx context.Context, channel Channel, to target, reminder Reminder) error {
	failure := post(ctx, p.client, to, reminder, p.clock)
	if ctx.Err() != nil { // nobody knows whether it arrived; it is posted again when the lease ends
		return ctx.Err()
	}
	if failure == nil {
		return p.store.Acknowledge(ctx, channel, reminder.ID)
	}
	if errors.Is(failure, errGone) {
		return errGone
	}
	attributes := []any{
		slog.Int("user_id", int(channel.UserID)), to.attribute(), slog.Int("attempt", int(reminder.Attempt)),
		slog.Any("error", withoutURL(failure)),
	}
	if reminder.Attempt >= maxPosts {
		p.log.WarnContext(ctx, "gave up posting a reminder", attributes...)
		return p.store.Acknowledge(ctx, channel, reminder.ID)
	}
	p.log.InfoContext(ctx, "failed to post a reminder; trying again later", attributes...)
	return p.store.Postpone(ctx, channel, reminder, p.clock.Now().Add(retryAfter(reminder.Attempt, failure)))
}

// withoutURL takes the URL out of an error, which may hold a secret of the user's.
func withoutURL(err error) error {
	var ofURL *url.Error
	if errors.As(err, &ofURL) {
		return ofURL.Err
	}
	return err
}

// retryAfter returns the time between an attempt that failed and the next, which is no less than the answer asked for, up to longestRetry.
func retryAfter(attempt int32, failure error) time.Duration {
	wait := firstRetry
	for ; attempt > 1 && wait < longestRetry; attempt-- {
		wait *= 4
	}
	var refused refusal
	if errors.As(failure, &refused) {
		wait = max(wait, refused.after)
	}
	return min(wait, longestRetry)
}
