package registrations

import (
	"context"
	"errors"
	"time"
)

// retryExpiry is the time until a failed removal of expired leases is tried again.
const retryExpiry = time.Second

// Run settles the catalogue and removes expired registrations, until ctx ends.
func (r *Registry) Run(ctx context.Context) {
	next := r.expire(ctx)
	for ctx.Err() == nil {
		timer := r.Clock.NewTimer(min(r.beat(), r.Clock.Until(next)))
		select {
		case <-ctx.Done():
		case <-timer.Chan():
			next = r.sweep(ctx, next)
		case <-r.Store.Changed():
			r.catchUp(ctx)
		}
		timer.Stop()
	}
}

// sweep detects whether the registry was paused, removes what has expired if it is time, and returns when it is time
// again.
func (r *Registry) sweep(ctx context.Context, next time.Time) time.Time {
	now, err := r.tick(ctx)
	if err == nil {
		err = r.writeRenewals(ctx, now)
	}
	r.noteAway(ctx, err)
	switch {
	case err != nil:
		return r.Clock.Now().Add(retryExpiry)
	case now.Before(next):
		r.catchUp(ctx)
		return next
	default:
		return r.expire(ctx)
	}
}

// noteAway notes whether the store can be reached, and logs it when that changes.
func (r *Registry) noteAway(ctx context.Context, err error) {
	switch was := r.away.Swap(err != nil); {
	case err != nil && !was && ctx.Err() == nil:
		r.Logger.ErrorContext(ctx, "what is registered cannot be reached: the catalogue stays as it is, and registrations wait", "error", err)
	case err == nil && was:
		r.Logger.InfoContext(ctx, "what is registered can be reached again")
	}
}

// expire removes what has expired and returns when something else may expire. That is never more than a TTL from now,
// which no lease granted meanwhile ends before.
func (r *Registry) expire(ctx context.Context) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.Clock.Now()
	expired, next, err := r.Store.DeleteExpired(ctx, now.Add(-r.missed(now)), r.depart(now, false))
	r.expired.Add(int64(len(expired)))
	for _, registration := range expired {
		r.Logger.WarnContext(ctx, "lease expired", "registrant", registration.Instance.Service,
			"instance", registration.Instance.ID, "address", registration.Instance.Address)
	}
	err = errors.Join(err, r.reconcile(ctx))
	r.noteAway(ctx, err)
	if err != nil {
		return now.Add(retryExpiry)
	}
	due := now.Add(r.TTL)
	if !next.IsZero() && next.Before(due) {
		due = next
	}
	if settles := r.settlesAt(now); !r.feed.isSettled() && settles.Before(due) {
		due = settles
	}
	return due
}

func ignoreNoLease(err error) error {
	if errors.Is(err, ErrNoLease) {
		return nil
	}
	return err
}
