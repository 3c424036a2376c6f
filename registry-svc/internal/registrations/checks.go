package registrations

import (
	"context"
	"time"
)

// Silent records that the stream which renewed a lease has broken. The lease lives on, but its instance is checked at
// once, and one failed check is enough to remove it, unless the lease is renewed again meanwhile.
func (r *Registry) Silent(leaseID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.conditions[leaseID]; c != nil {
		c.silent, c.noted, c.since = true, true, r.Clock.Now()
		r.noted.end(leaseID, c.since)
		r.noteSteady()
		r.suspect(leaseID)
	}
}

// Leads reports whether this registry, of all that share a store, checks the health of all instances for a while.
func (r *Registry) Leads(ctx context.Context, during time.Duration) (bool, error) {
	now := r.Clock.Now()
	return r.Store.Lead(ctx, now, now.Add(during))
}

// Observe records the results of health checks, by lease, and why instances do not serve. It ignores unknown leases.
func (r *Registry) Observe(ctx context.Context, found map[string]Health, why map[string]string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.hearOfRenewals(ctx, found); err != nil {
		return err
	}
	for leaseID, health := range found {
		if c := r.conditions[leaseID]; c != nil {
			c.observe(health, why[leaseID])
		}
	}
	if r.Store.Changed() == nil && r.feed.isSettled() && len(r.untold()) == 0 {
		return nil // mostly an instance is as well as it was, and no other registry has anything to say
	}
	return r.reconcile(ctx)
}

// hearOfRenewals notes which instances are silent no more, because another registry renews their leases: they left this one
// while it was slow. What is found of them counts as of any other instance. The caller holds mu.
func (r *Registry) hearOfRenewals(ctx context.Context, found map[string]Health) error {
	silent := false
	for leaseID := range found {
		c := r.conditions[leaseID]
		silent = silent || c != nil && c.silent
	}
	if !r.Lazy || !silent {
		return nil
	}
	all, err := r.Store.List(ctx)
	if err != nil {
		return err
	}
	for _, registration := range all {
		c := r.conditions[registration.LeaseID]
		if c != nil && c.silent && !c.since.IsZero() && registration.Expires.After(r.end(c.since)) {
			c.silent, c.since = false, time.Time{}
		}
	}
	return nil
}

// Suspects has a value when TakeSuspects would return leases.
func (r *Registry) Suspects() <-chan struct{} { return r.checks }

// TakeSuspects returns the leases whose instances should be checked at once, and forgets them.
func (r *Registry) TakeSuspects() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	suspects := r.suspects
	r.suspects = nil
	return suspects
}

// suspect asks for a check. The caller holds mu.
func (r *Registry) suspect(leaseID string) {
	r.suspects = append(r.suspects, leaseID)
	select {
	case r.checks <- struct{}{}:
	default:
	}
}
