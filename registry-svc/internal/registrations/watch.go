package registrations

import (
	"context"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// Watch is one watcher's view of the changes. It is for one goroutine.
type Watch struct {
	feed  *feed
	ready chan struct{} // has a value when there may be something new

	// Guarded by feed.mu:
	synced  bool // the watcher has the catalogue as of before changes
	changes []*registryv1.WatchResponse
}

// Next waits for the next message to the watcher. The first is the whole catalogue, once it has settled. Then each
// change follows, or the whole catalogue again if the watcher missed too many. The message is shared and must not be
// modified. Next fails only when ctx ends.
func (w *Watch) Next(ctx context.Context) (*registryv1.WatchResponse, error) {
	settled := w.feed.settled
	for {
		if message := w.take(); message != nil {
			return message, nil
		}
		select {
		case <-settled:
			settled = nil // closed; waiting again would return at once
		case <-w.ready:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// Close ends the watch.
func (w *Watch) Close() {
	w.feed.mu.Lock()
	defer w.feed.mu.Unlock()
	delete(w.feed.watches, w)
}

// take returns the next message, or nil if there is none.
func (w *Watch) take() *registryv1.WatchResponse {
	w.feed.mu.Lock()
	defer w.feed.mu.Unlock()
	if !w.feed.isSettled() {
		return nil
	}
	if !w.synced {
		w.synced = true
		return w.feed.snapshot()
	}
	if len(w.changes) == 0 {
		return nil
	}
	change := w.changes[0]
	w.changes[0] = nil
	w.changes = w.changes[1:]
	return change
}

// add adds a change for the watcher. It returns false if the watcher has fallen too far behind: then the watcher loses
// all changes and will get the whole catalogue instead. The caller holds feed.mu.
func (w *Watch) add(change *registryv1.WatchResponse, backlog int) bool {
	if !w.synced {
		return true
	}
	w.changes = append(w.changes, change)
	lags := len(w.changes) > backlog
	if lags {
		w.changes, w.synced = nil, false
	}
	select {
	case w.ready <- struct{}{}:
	default:
	}
	return !lags
}
