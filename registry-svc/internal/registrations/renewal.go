package registrations

import (
	"context"
	"maps"
	"slices"
	"sync"
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
	if r.Lazy && r.isSteady(leaseID) {
		r.noted.add(leaseID)
		return Renewal{TTL: r.TTL, Published: true}, nil
	}
	now, err := r.now(ctx)
	if err != nil {
		return Renewal{}, err
	}
	renewed, err := r.Store.Renew(ctx, []string{leaseID}, now, r.end(now))
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
		c.kept, c.silent, c.noted, c.since = true, false, true, time.Time{}
		if err := r.reconcile(ctx); err != nil {
			return Renewal{}, err
		}
		c = r.conditions[leaseID]
	}
	return Renewal{TTL: r.TTL, Published: c != nil && c.offered && r.feed.isSettled()}, nil
}

// noted are leases whose renewal is not written yet. It is safe for concurrent use.
type noted struct {
	mu     sync.Mutex
	leases map[string]struct{}
	ended  map[string]time.Time // whose streams have broken since, and when
}

func (n *noted) add(leaseIDs ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.leases == nil {
		n.leases = map[string]struct{}{}
	}
	for _, leaseID := range leaseIDs {
		n.leases[leaseID] = struct{}{}
	}
}

// end lets a renewal count as of no later than at, when its stream broke, so that a later one is known for another's.
func (n *noted) end(leaseID string, at time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, waits := n.leases[leaseID]; !waits {
		return
	}
	delete(n.leases, leaseID)
	if n.ended == nil {
		n.ended = map[string]time.Time{}
	}
	n.ended[leaseID] = at
}

func (n *noted) take() (leaseIDs []string, ended map[string]time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	leaseIDs, ended = slices.Collect(maps.Keys(n.leases)), n.ended
	n.leases, n.ended = nil, nil
	return leaseIDs, ended
}

// end returns the end of a lease that is renewed at now. Where renewals are written later, it is later by more than that
// may take, so that a lease lives for no less than its TTL.
func (r *Registry) end(now time.Time) time.Time {
	if r.Lazy {
		now = now.Add(missedBeats * r.beat())
	}
	return now.Add(r.TTL)
}

// writeRenewals writes the renewals that were only noted. Those that cannot be written are noted again.
func (r *Registry) writeRenewals(ctx context.Context, now time.Time) error {
	leaseIDs, ended := r.noted.take()
	if len(leaseIDs) > 0 {
		if _, err := r.Store.Renew(ctx, leaseIDs, now, r.end(now)); err != nil {
			r.noted.add(leaseIDs...)
			r.noted.add(slices.Collect(maps.Keys(ended))...)
			return err
		}
	}
	for leaseID, at := range ended {
		if _, err := r.Store.Renew(ctx, []string{leaseID}, now, r.end(at)); err != nil {
			r.noted.add(slices.Collect(maps.Keys(ended))...)
			return err
		}
	}
	return nil
}
