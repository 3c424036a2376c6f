package mcp

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// A call that converses in a session is answered by a stream of events, on which its client may wait for long. The connection may break
// meanwhile, or the stream be ended. So what a call says is kept until its client has it all, and told from the event on that the client
// names when it comes back.

const (
	// keptFor is how long a call that has ended is kept for a client that is away, and keptSent for one to which all was sent: its
	// connection may have broken before.
	keptFor, keptSent = 2 * time.Minute, 15 * time.Second
	// mostOfCall is how many bytes are kept of a call, beside what its client has not read or its last event, and mostKept of all calls.
	mostOfCall, mostKept = 1 << 20, 32 << 20
)

// keptCalls are the calls whose streams can be taken up again. It is safe for concurrent use.
type keptCalls struct {
	clock clock.Clock

	mu    sync.Mutex
	named map[string]*keptCall
	bytes int // of all that is kept
}

func newKeptCalls(clock clock.Clock) *keptCalls {
	return &keptCalls{clock: clock, named: map[string]*keptCall{}}
}

// begin returns the response to a new call of a session, whose ids are to be written as pairs say.
func (k *keptCalls) begin(session string, pairs []pair) *keptCall {
	begun := &keptCall{kept: k, name: rand.Text(), session: session, pairs: pairs, header: http.Header{}}
	begun.changed.L = &begun.mu
	k.mu.Lock()
	defer k.mu.Unlock()
	k.named[begun.name] = begun
	return begun
}

// after returns the call of a session that an event is of, and the number of the next event.
func (k *keptCalls) after(session, event string) (call *keptCall, next int) {
	name, number, _ := strings.Cut(event, "_")
	seen, err := strconv.Atoi(number)
	k.mu.Lock()
	defer k.mu.Unlock()
	call = k.named[name]
	if err != nil || seen < 0 || call == nil || call.session != session {
		return nil, 0
	}
	return call, seen + 1
}

// ofCall reports whether an event is that of a call, kept or not: no other has such an id.
func ofCall(event string) bool { return strings.Contains(event, "_") }

// hold counts bytes, and reports whether there is room for more.
func (k *keptCalls) hold(bytes int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bytes += bytes
	return k.bytes <= mostKept
}

func (k *keptCalls) forget(call *keptCall) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.named, call.name)
}

// keptCall is the response to a call: what the SDK writes it to, and clients read it from. It is safe for concurrent use.
type keptCall struct {
	kept          *keptCalls
	name, session string
	pairs         []pair

	mu      sync.Mutex
	changed sync.Cond
	header  http.Header
	status  int      // 0 until one is written
	first   int      // the number of the first event that is kept
	events  [][]byte // or parts of a response that is no stream
	held    int      // bytes of the events
	reader  *reader  // nil while its client is away
	ended   bool
	expires interface{ Stop() bool }
}

// reader is a response by which a client reads a call.
type reader struct {
	read   int // how many events it has
	next   int // the number of the event that it takes next
	cancel context.CancelFunc
	ended  chan struct{}
}

// Header returns the header of the response.
func (c *keptCall) Header() http.Header { return c.header }

// WriteHeader writes the status.
func (c *keptCall) WriteHeader(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

// FlushError sends nothing more: events are sent as they are written.
func (c *keptCall) FlushError() error { return nil }

// Write writes an event. It waits until the client that reads the call has it, so that a service is not faster than its client.
func (c *keptCall) Write(event []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(event)
	for number := c.first + len(c.events); c.reader != nil && c.reader.read < number; {
		c.changed.Wait()
	}
	return len(event), nil
}

// prime writes the event from which a client can come back if it has no other, before the call says anything.
func (c *keptCall) prime() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first+len(c.events) == 0 {
		c.add(fmt.Appendf(nil, "retry: %d\ndata:\n\n", listenAgain.Milliseconds()))
	}
}

// add keeps an event. The caller holds mu.
func (c *keptCall) add(event []byte) {
	var kept []byte
	if c.isStream() {
		kept = fmt.Appendf(nil, "id: %s_%d\n", c.name, c.first+len(c.events))
	}
	kept = append(kept, event...)
	c.events = append(c.events, kept)
	c.held += len(kept)
	c.trim(c.kept.hold(len(kept)))
	c.changed.Broadcast()
}

func (c *keptCall) isStream() bool {
	return strings.HasPrefix(c.header.Get(contentTypeHeader), contentTypeEvents)
}

// trim lets go of the first events where they are too much: of those that a client has read, or that nobody reads. The caller holds mu.
func (c *keptCall) trim(room bool) {
	for len(c.events) > 0 && (!room || c.held > mostOfCall) {
		switch {
		case c.reader != nil && c.reader.read <= c.first:
			return
		case c.reader == nil && room && len(c.events) == 1:
			return
		}
		size := len(c.events[0])
		c.events = c.events[1:]
		c.first++
		c.held -= size
		room = c.kept.hold(-size)
	}
}

// end ends the call. It stays for its client, if that has not read all.
func (c *keptCall) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.changed.Broadcast()
	c.expire(keptFor)
}

// expire has a call that has ended be forgotten if nobody comes for it in time. The caller holds mu.
func (c *keptCall) expire(within time.Duration) {
	if !c.ended || c.reader != nil {
		return
	}
	c.expires = c.kept.clock.AfterFunc(within, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.reader == nil {
			c.drop()
		}
	})
}

// drop forgets the call. The caller holds mu.
func (c *keptCall) drop() {
	c.kept.forget(c)
	c.kept.hold(-c.held)
	c.held, c.events, c.first = 0, nil, c.first+len(c.events)
}

// errGone is of events that are not kept any more.
var errGone = errors.New("what followed this event is not kept any more; call again")

// attach has a response read the call from an event on. Another one that does is ended first: its client has lost it, which is known
// here long after.
func (c *keptCall) attach(ctx context.Context, next int) (context.Context, *reader, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.reader != nil {
		before := c.reader
		before.cancel()
		c.mu.Unlock()
		<-before.ended
		c.mu.Lock()
	}
	if next < c.first || next > c.first+len(c.events) {
		return nil, nil, errGone
	}
	if c.expires != nil {
		c.expires.Stop()
	}
	ctx, cancel := context.WithCancel(ctx)
	c.reader = &reader{read: next, next: next, cancel: cancel, ended: make(chan struct{})}
	return ctx, c.reader, nil
}

// detach ends what attach began.
func (c *keptCall) detach(by *reader, whole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	by.cancel()
	close(by.ended)
	c.reader = nil
	c.changed.Broadcast()
	if whole {
		c.expire(keptSent)
		return
	}
	c.expire(keptFor)
}

// copyTo writes the call to a response from an event on, until it or the response ends.
func (c *keptCall) copyTo(w http.ResponseWriter, r *http.Request, next int) error {
	ctx, by, err := c.attach(r.Context(), next)
	if err != nil {
		return err
	}
	whole := false
	defer func() { c.detach(by, whole) }()
	defer context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.changed.Broadcast()
	})()
	event, status := []byte(": again\n\n"), http.StatusOK // so that it begins, whenever the next event comes
	if next == 0 {
		event, status = c.take(ctx, by)
	}
	maps.Copy(w.Header(), c.header)
	w.WriteHeader(cmp.Or(status, http.StatusOK))
	for event != nil {
		if _, err := w.Write(event); err != nil { //nolint:gosec // events and JSON, as their type says
			return nil // the client has gone, and may come back
		}
		_ = http.NewResponseController(w).Flush() // the next write tells
		event, _ = c.take(ctx, by)
	}
	whole = ctx.Err() == nil
	return nil
}

// take returns the next event of a reader, who has the one before, and the status of the response; no event when there is none any more.
func (c *keptCall) take(ctx context.Context, by *reader) (event []byte, status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	by.read = by.next
	c.changed.Broadcast()
	for {
		switch at := by.next - c.first; {
		case ctx.Err() != nil:
			return nil, c.status
		case at < len(c.events):
			by.next++
			return c.events[at], c.status
		case c.ended:
			return nil, c.status
		}
		c.changed.Wait()
	}
}
