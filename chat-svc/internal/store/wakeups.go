package store

import (
	"hash/maphash"
	"sync"
)

// wakeups notifies waiting turns of this process that a conversation may be free, so that they need not wait for
// their next query. Only the database decides who holds it: a wakeup may be for another conversation, or come too
// late. The zero value is ready to use.
type wakeups [64]struct {
	mu      sync.Mutex
	waiting chan struct{} // closed to wake; nil when nobody waits
}

var seed = maphash.MakeSeed()

// next returns a channel that is closed at the next wake of id.
func (w *wakeups) next(id string) <-chan struct{} {
	one := &w[maphash.String(seed, id)%uint64(len(w))]
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.waiting == nil {
		one.waiting = make(chan struct{})
	}
	return one.waiting
}

func (w *wakeups) wake(id string) {
	one := &w[maphash.String(seed, id)%uint64(len(w))]
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.waiting != nil {
		close(one.waiting)
		one.waiting = nil
	}
}
