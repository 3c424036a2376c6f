package registrations

import (
	"context"
	"slices"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// Position is up to where a watcher knows the catalogue. The zero Position is that of one who knows nothing.
type Position struct {
	History  string
	Revision int64
}

// Form is how a watcher is sent the catalogue. The zero Form is everything, and the whole catalogue as one message.
type Form struct {
	// Parts sends the whole catalogue in parts.
	Parts bool
	// Services are the only ones of which the watcher is told; empty for all.
	Services []string
}

// wants reports whether the watcher is told of a service; of what is nobody's, everybody is.
func (f Form) wants(service string) bool {
	return len(f.Services) == 0 || service == "" || slices.Contains(f.Services, service)
}

// Watch is one watcher's view of the changes. It is for one goroutine.
type Watch struct {
	feed  *feed
	form  Form
	ready chan struct{} // has a value when there may be something new

	// Guarded by feed.mu:
	synced  bool                        // the watcher has, or is being sent, the catalogue as of before changes
	parts   []*registryv1.WatchResponse // of that catalogue, which are still to be sent
	changes []*registryv1.WatchResponse
}

// Next waits for the next message to the watcher. The first comes once the catalogue has settled: it is the whole
// catalogue, or its first part, or says that the watcher goes on from its position. Then each change follows, or the whole
// catalogue again if the watcher missed too many. What a definition in a message holds is encoded
// already. The message is shared and must not be modified. Next fails only when ctx ends.
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
		w.parts = w.feed.whole(w.form)
	}
	if len(w.parts) > 0 {
		part := w.parts[0]
		w.parts = w.parts[1:]
		return part
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
func (w *Watch) add(change told, backlog int) bool {
	if !w.synced || !w.form.wants(change.service) {
		return true
	}
	w.changes = append(w.changes, change.message)
	if len(w.changes) > backlog {
		w.restart()
		return false
	}
	w.wake()
	return true
}

// restart lets the watcher get the whole catalogue next. The caller holds feed.mu.
func (w *Watch) restart() {
	w.parts, w.changes, w.synced = nil, nil, false
	w.wake()
}

func (w *Watch) wake() {
	select {
	case w.ready <- struct{}{}:
	default:
	}
}
