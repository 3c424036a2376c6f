package registrations

import (
	"context"
	"errors"
	"time"
)

// retryExpiry is how soon a store that failed is asked again for what has expired.
const retryExpiry = time.Second

// Run settles the catalogue and takes out what expires, until ctx ends.
func (r *Registry) Run(ctx context.Context) {
	for ctx.Err() == nil {
		timer := r.Clock.NewTimer(r.expire(ctx))
		select {
		case <-ctx.Done():
		case <-timer.Chan():
		}
		timer.Stop()
	}
}

// expire takes out what has expired and tells how long to wait until something else may: never longer than the TTL,
// which every lease given meanwhile has before it.
func (r *Registry) expire(ctx context.Context) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.Clock.Now()
	expired, next, err := r.Store.DeleteExpired(ctx, now)
	r.expired.Add(int64(len(expired)))
	for _, registration := range expired {
		r.Logger.WarnContext(ctx, "the lease expired", "registrant", registration.Instance.Service,
			"instance", registration.Instance.ID, "address", registration.Instance.Address)
	}
	if err = errors.Join(err, r.reconcile(ctx)); err != nil {
		r.Logger.ErrorContext(ctx, "what has expired cannot be taken out; trying again", "error", err)
		return retryExpiry
	}
	wait := r.TTL
	if !next.IsZero() {
		wait = min(wait, next.Sub(now))
	}
	if !r.feed.isSettled() {
		wait = min(wait, r.settles.Sub(now))
	}
	return wait
}

func ignoreNoLease(err error) error {
	if errors.Is(err, ErrNoLease) {
		return nil
	}
	return err
}
