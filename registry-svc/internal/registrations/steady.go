package registrations

// isSteady reports whether a lease is in the state that it should be in, so that its renewal changes nothing else. It
// waits for nobody.
func (r *Registry) isSteady(leaseID string) bool {
	if !r.feed.isSettled() {
		return false
	}
	_, ok := r.steady.Load(leaseID)
	return ok
}

// noteSteady notes which leases are steady now. The caller holds mu.
func (r *Registry) noteSteady() {
	for leaseID, c := range r.conditions {
		switch is := c.isKept() && c.offered; {
		case is == c.steady:
			continue
		case is:
			r.steady.Store(leaseID, struct{}{})
		default:
			r.steady.Delete(leaseID)
		}
		c.steady = !c.steady
	}
}
