package registrations

import "time"

// Stats are what the registry counts.
type Stats struct {
	// Watchers is how many watch now.
	Watchers int64
	// Resyncs is how often a watcher lagged too far behind and was sent the whole catalogue again.
	Resyncs int64
	// Expired is how many leases ended because nobody kept them alive.
	Expired int64
	// Lost is the time in which the registry could not look after its leases, and by which they lived longer.
	Lost time.Duration
}

// Stats gives what was counted since the start.
func (r *Registry) Stats() Stats {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	return Stats{
		Watchers: int64(len(r.feed.watches)), Resyncs: r.feed.resyncs, Expired: r.expired.Load(),
		Lost: time.Duration(r.pulse.lost.Load()),
	}
}
