package registrations

import (
	"context"
	"time"
)

// Renewal is what an instance learns when its lease is renewed.
type Renewal struct {
	// TTL is how long the lease lives from now.
	TTL time.Duration
	// Published reports whether watchers have been told of the instance.
	Published bool
}

// KeepAlive renews a lease for another TTL. It returns ErrNoLease for an unknown lease. If the renewal changes nothing
// else, it waits for nobody: a flood of registrations, or a slow change of the catalogue, must not make living
// instances look lost.
func (r *Registry) KeepAlive(ctx context.Context, leaseID string) (Renewal, error) {
	now, err := r.now(ctx)
	if err != nil {
		return Renewal{}, err
	}
	renewed, err := r.Store.Renew(ctx, []string{leaseID}, now, now.Add(r.TTL))
	if err != nil {
		return Renewal{}, err
	}
	if len(renewed) == 0 {
		return Renewal{}, ErrNoLease
	}
	if r.isSteady(leaseID) {
		return Renewal{TTL: r.TTL, Published: true}, nil
	}
	return r.keep(ctx, leaseID)
}

// keep notes that a lease is being renewed.
func (r *Registry) keep(ctx context.Context, leaseID string) (Renewal, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.conditions[leaseID]
	if c == nil { // it was given by another registry a moment ago
		if err := r.refresh(ctx); err != nil {
			return Renewal{}, err
		}
		c = r.conditions[leaseID]
	}
	if c != nil && !c.isKept() {
		if !c.kept {
			r.suspect(leaseID)
		}
		c.kept, c.silent, c.noted = true, false, true
		if err := r.reconcile(ctx); err != nil {
			return Renewal{}, err
		}
		c = r.conditions[leaseID]
	}
	return Renewal{TTL: r.TTL, Published: c != nil && c.offered && r.feed.isSettled()}, nil
}
