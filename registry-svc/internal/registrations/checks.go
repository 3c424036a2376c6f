package registrations

import (
	"context"
	"time"
)

// Silent records that the stream which renewed a lease has broken. The lease lives on, but its instance is checked at
// once, and one failed check is enough to remove it.
func (r *Registry) Silent(leaseID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.conditions[leaseID]; c != nil {
		c.silent, c.noted = true, true
		r.noteSteady()
		r.suspect(leaseID)
	}
}

// Leads reports whether this registry, of all that share a store, checks the health of all instances for a while.
func (r *Registry) Leads(ctx context.Context, during time.Duration) (bool, error) {
	now := r.Clock.Now()
	return r.Store.Lead(ctx, now, now.Add(during))
}

// Observe records the results of health checks, by lease. It ignores unknown leases.
func (r *Registry) Observe(ctx context.Context, found map[string]Health) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for leaseID, health := range found {
		if c := r.conditions[leaseID]; c != nil {
			c.observe(health)
		}
	}
	return r.reconcile(ctx)
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
