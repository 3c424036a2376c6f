package access

import "sync"

// Subscribe returns a channel that has a value after the rules have changed, and follows the file until cancel, also while nobody
// asks for a decision. Without a policy file nothing ever changes.
func (d *Decider) Subscribe() (changed <-chan struct{}, cancel func()) {
	if d == nil {
		return nil, func() {}
	}
	changed, unsubscribe := d.rules.changes.Subscribe()
	<-changed // the value that is there at once
	ticker := d.clock.NewTicker(checkInterval)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticker.Chan():
				d.rules.current()
			}
		}
	}()
	return changed, sync.OnceFunc(func() {
		close(stop)
		<-stopped
		unsubscribe()
	})
}
