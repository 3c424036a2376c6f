// Package broadcast notifies subscribers that something has changed. Subscribers look up for themselves what it was.
package broadcast

import "sync"

// Broadcaster notifies its subscribers of changes. The zero Broadcaster has no subscribers. It is safe for concurrent use.
type Broadcaster struct {
	mu          sync.Mutex
	subscribers map[chan struct{}]struct{}
}

// Subscribe returns a channel that has a value whenever something may have changed since the last value was taken. It
// has a value at once, and combines changes. The channel is never closed. cancel ends the subscription.
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

// Publish notifies all subscribers of a change.
func (b *Broadcaster) Publish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for subscriber := range b.subscribers {
		select {
		case subscriber <- struct{}{}:
		default: // it has not looked yet
		}
	}
}
