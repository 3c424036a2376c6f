// Package broadcast tells subscribers that something has changed, without saying what: they look.
package broadcast

import "sync"

// Broadcaster tells its subscribers of changes. The zero Broadcaster has none; it is safe for concurrent use.
type Broadcaster struct {
	mu          sync.Mutex
	subscribers map[chan struct{}]struct{}
}

// Subscribe returns a channel that has a value whenever something may have changed since the last was taken, beginning
// with one at once. Changes run together. The channel is never closed; cancel ends the subscription.
func (b *Broadcaster) Subscribe() (changed <-chan struct{}, cancel func()) {
	subscriber := make(chan struct{}, 1)
	subscriber <- struct{}{}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subscribers == nil {
		b.subscribers = map[chan struct{}]struct{}{}
	}
	b.subscribers[subscriber] = struct{}{}
	return subscriber, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subscribers, subscriber)
	}
}

// Publish tells everybody that something has changed.
func (b *Broadcaster) Publish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for subscriber := range b.subscribers {
		select {
		case subscriber <- struct{}{}:
		default: // it has yet to look
		}
	}
}
