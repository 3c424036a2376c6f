package registrations

// isSteady reports whether a lease is in the state that it should be in, so that its renewal changes nothing else. It
// waits for nobody.
func (r *Registry) isSteady(leaseID string) bool {
	steady := r.steady.Load()
	if steady == nil || !r.feed.isSettled() {
		return false
	}
	_, ok := (*steady)[leaseID]
	return ok
}

// noteSteady notes which leases are steady now. The caller holds mu.
func (r *Registry) noteSteady() {
	steady := make(map[string]struct{}, len(r.conditions))
	for leaseID, c := range r.conditions {
		if c.isKept() && c.offered {
			steady[leaseID] = struct{}{}
		}
	}
	r.steady.Store(&steady)
}
