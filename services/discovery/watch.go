package discovery

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/backoff"
)

// UnsettledHeader is in the headers of a watch when the registry has just started: it sends no catalogue until the services
// that it waits for have registered.
const UnsettledHeader = "salaatflow-unsettled"

// run watches, again and again, until ctx ends.
func (w *Watcher) run(ctx context.Context) {
	defer close(w.stopped)
	waits := backoff.Exponential{Min: 100 * time.Millisecond, Max: 2 * time.Second}
	away := w.newAbsence(ctx)
	away.begins(neverThere)
	defer away.stop()
	for {
		err := w.watch(ctx, away, waits.Reset)
		if ctx.Err() != nil {
			return
		}
		wait := waits.Next()
		// An end by itself says nothing: connections are renewed when they are old, and a registry that restarts says goodbye.
		w.logger.DebugContext(ctx, "watching the registry again", "because", err, "retry_in", wait)
		away.begins(notBack)
		if !w.wait(ctx, wait) {
			return
		}
	}
}

// watch follows one stream of the registry until it breaks. It waits for a connection, so that it goes out as soon as
// the registry is there.
func (w *Watcher) watch(ctx context.Context, away *absence, synced func()) error {
	ctx, cancel := context.WithCancelCause(ctx)
	messages := make(chan *registryv1.WatchResponse, 64)
	w.picture.coming = nil // what of it came by another stream
	from := &registryv1.WatchRequest{History: w.picture.history, Parts: true, Services: w.services}
	if from.GetHistory() != "" {
		from.Revision = w.picture.revision
	}
	go func() {
		defer close(messages)
		cancel(w.receive(ctx, from, away, messages))
	}()
	defer func() {
		cancel(nil)
		for range messages {
		}
	}()
	wasAway := w.Known()
	for {
		select {
		case message, ok := <-messages:
			if !ok {
				return context.Cause(ctx)
			}
			if err := w.apply(message, messages, wasAway); err != nil {
				return err
			}
			wasAway = false
			synced()
		case <-w.graceOver():
			w.letGo()
		}
	}
}

// receive passes on what the registry sends, and says why it ended.
func (w *Watcher) receive(
	ctx context.Context, from *registryv1.WatchRequest, away *absence, messages chan<- *registryv1.WatchResponse,
) error {
	stream, err := w.client.Watch(ctx, from,
		grpc.WaitForReady(true), grpc.MaxCallRecvMsgSize(maxMessageBytes))
	if err == nil {
		var header metadata.MD
		header, err = stream.Header() // the registry is there, though it may say nothing until its catalogue is settled
		if len(header.Get(UnsettledHeader)) > 0 {
			w.sayUnsettled.Do(func() { close(w.unsettled) })
		}
	}
	if err == nil {
		away.ends()
	}
	for err == nil {
		var message *registryv1.WatchResponse
		if message, err = stream.Recv(); err == nil {
			select {
			case messages <- message:
			case <-ctx.Done():
				err = context.Cause(ctx)
			}
		}
	}
	return fmt.Errorf("watch the registry: %w", err)
}

// apply takes a message and those that wait behind it, and publishes what comes of them at once.
func (w *Watcher) apply(message *registryv1.WatchResponse, more <-chan *registryv1.WatchResponse, wasAway bool) error {
	for {
		if err := w.picture.apply(message, wasAway); err != nil {
			return err
		}
		select {
		case next, ok := <-more:
			if ok {
				message, wasAway = next, false
				continue
			}
		default:
		}
		break
	}
	if w.picture.coming != nil {
		return nil // more of it comes
	}
	w.replace(w.picture.catalog())
	if !isClosed(w.synced) {
		close(w.synced) // before subscribers are told: keep looks once, and stores only what the registry sent
	}
	w.subscribers.Publish()
	w.beginGrace()
	return nil
}

// beginGrace starts the time that missed instances have to come back, if there are any and it does not run yet.
func (w *Watcher) beginGrace() {
	switch {
	case len(w.picture.missed) == 0:
		w.endGrace()
	case w.grace <= 0:
		w.letGo()
	case w.graceTimer == nil:
		w.graceTimer = w.clock.NewTimer(w.grace)
	}
}

func (w *Watcher) endGrace() {
	if w.graceTimer != nil {
		w.graceTimer.Stop()
		w.graceTimer = nil
	}
}

// graceOver is nil, which never has a value, while nothing is missed.
func (w *Watcher) graceOver() <-chan time.Time {
	if w.graceTimer == nil {
		return nil
	}
	return w.graceTimer.Chan()
}

// letGo takes out the instances that have not come back.
func (w *Watcher) letGo() {
	w.endGrace()
	for _, instance := range w.picture.missed {
		w.logger.Warn("an instance has not registered again since the registry was away; it is taken out",
			"service", instance.Service, "instance", instance.ID)
	}
	w.picture.forgetMissed()
	w.publish(w.picture.catalog())
}

// wait waits before the next try. What is missed is kept: nobody can tell whether it came back.
func (w *Watcher) wait(ctx context.Context, wait time.Duration) bool {
	w.endGrace()
	return backoff.Wait(ctx, w.clock, wait)
}

func isClosed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}
