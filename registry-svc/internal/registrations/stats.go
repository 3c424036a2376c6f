package registrations

import "time"

// Stats are the registry's counters.
type Stats struct {
	// Watchers is how many watchers there are now.
	Watchers int64
	// Resyncs is how often a watcher fell too far behind and was sent the whole catalogue again.
	Resyncs int64
	// Expired is how many leases ended because they were not renewed.
	Expired int64
	// Lost is the time in which the registry could not run, by which it extended all leases.
	Lost time.Duration
	// Waiting is how many instances get no calls now because their version skips a major one, by service.
	Waiting map[string]int64
}

// Stats returns the counters since the start.
func (r *Registry) Stats() Stats {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	var waiting map[string]int64
	if counted := r.waiting.Load(); counted != nil {
		waiting = *counted
	}
	return Stats{
		Watchers: int64(len(r.feed.watches)), Resyncs: r.feed.resyncs, Expired: r.expired.Load(),
		Lost: time.Duration(r.pulse.lost.Load()), Waiting: waiting,
	}
}
