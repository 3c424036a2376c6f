package mcp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// listenAgain is how long a client should wait before it reopens a stream that has ended.
const listenAgain = time.Second

// streams are the responses that stay open for notifications. Their number is limited, in total and for each caller, and a session
// has one. A stream ends after a time without events, after its lifetime, when its client does not receive an event in time,
// when its session opens another, and when all are ended. A comment is sent in the meantime, so that nobody on the way takes it for
// dead, and a client that is gone is found out.
type streams struct {
	max         int
	idle, life  time.Duration
	event, beat time.Duration
	clock       clock.Clock

	mu       sync.Mutex
	open     map[*stream]bool
	sessions map[string]*stream // the stream of each session that has one
	callers  shares
	ended    bool
}

// stream is a response that stays open.
type stream struct {
	caller  caller
	session string
	call    bool
	cancel  context.CancelFunc
	ended   chan struct{} // closed when it has
	events  atomic.Pointer[eventWriter]
}

func newStreams(options Options) *streams {
	return &streams{
		max:  options.MaxStreams,
		idle: options.StreamIdle, life: options.StreamLife, event: options.EventTimeout, beat: options.Heartbeat, clock: options.Clock,
		open: map[*stream]bool{}, sessions: map[string]*stream{}, callers: newShares(options.MaxStreamsOfCaller),
	}
}

// opening is what a stream begins with.
type opening struct {
	session string // empty for none
	body    []byte // of the request; nil if it has none
	// call: it answers a call, which goes on when streams are ended.
	call bool
	// first are events to follow the first one, such as that from which a client can resume (2025-11-25 and later, in sessions);
	// without one, clients treat repeated ends as failures.
	first string
}

// serve serves a request that stays open, or refuses it.
func (s *streams) serve(next http.Handler, w http.ResponseWriter, r *http.Request, with opening) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	s.replace(ctx, with.session)
	begun := &stream{caller: whoIn(ctx), session: with.session, call: with.call, cancel: cancel, ended: make(chan struct{})}
	if status, refusal := s.begin(begun); refusal != "" {
		refuseForNow(w, with.body, status, refusal)
		return
	}
	defer s.finish(begun)
	unbuffered(w.Header())
	defer s.clock.AfterFunc(s.life, cancel).Stop()
	quiet := s.clock.AfterFunc(s.idle, cancel)
	defer quiet.Stop()
	events := &eventWriter{ResponseWriter: w, within: s.event, written: func() { quiet.Reset(s.idle) }, first: with.first}
	begun.events.Store(events)
	defer events.end()
	defer s.keepAlive(events, cancel)()
	next.ServeHTTP(events, r.WithContext(withEvents(ctx, events)))
}

// keepAlive sends a comment every now and then, until what it returns is called. A stream that cannot send it ends.
func (s *streams) keepAlive(events *eventWriter, cancel context.CancelFunc) (stop func()) {
	var mu sync.Mutex
	var timer interface{ Stop() bool }
	stopped := false
	var arm func()
	arm = func() {
		mu.Lock()
		defer mu.Unlock()
		if stopped {
			return
		}
		timer = s.clock.AfterFunc(s.beat, func() {
			if events.comment() != nil {
				cancel()
				return
			}
			arm()
		})
	}
	arm()
	return func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		timer.Stop()
	}
}

// replace ends the stream that a session has, since a client that opens another has lost it, and waits until it has ended.
func (s *streams) replace(ctx context.Context, session string) {
	old := s.endOf(session)
	if old == nil {
		return
	}
	select {
	case <-old.ended:
	case <-ctx.Done():
	}
}

// endOf ends the stream that a session has, if it has one, and returns it.
func (s *streams) endOf(session string) *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.sessions[session]
	if old != nil {
		old.cancel()
	}
	return old
}

// isOpen reports whether a session has a stream here, which has begun.
func (s *streams) isOpen(session string) bool {
	s.mu.Lock()
	open := s.sessions[session]
	s.mu.Unlock()
	if open == nil {
		return false
	}
	events := open.events.Load()
	return events != nil && events.isOpen()
}

// begin takes room for a stream, or returns the status and the reason for a refusal.
func (s *streams) begin(begun *stream) (status int, refusal string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended || len(s.open) >= s.max:
		return http.StatusServiceUnavailable, "no more streams can be opened now; try again later"
	case !s.callers.take(begun.caller):
		return http.StatusTooManyRequests, fmt.Sprintf("you already have %d open streams; close one first", s.callers.most)
	}
	s.open[begun] = true
	if begun.session != "" {
		s.sessions[begun.session] = begun
	}
	return 0, ""
}

func (s *streams) finish(finished *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, finished)
	if s.sessions[finished.session] == finished {
		delete(s.sessions, finished.session)
	}
	s.callers.release(finished.caller)
	close(finished.ended)
}

// end ends all streams and refuses new ones.
func (s *streams) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for open := range s.open {
		if !open.call {
			open.cancel()
		}
	}
}

type eventsKey struct{}

func withEvents(ctx context.Context, events *eventWriter) context.Context {
	return context.WithValue(ctx, eventsKey{}, events)
}

// eventsOf returns the stream that a request has; nil for none.
func eventsOf(ctx context.Context) *eventWriter {
	events, _ := ctx.Value(eventsKey{}).(*eventWriter)
	return events
}

// eventWriter limits the time in which a client must receive each event. A client that does not loses its connection,
// which ends the stream, because notifications wait for every client in turn. It is safe for concurrent use.
type eventWriter struct {
	http.ResponseWriter
	within  time.Duration
	written func()

	mu    sync.Mutex
	first string // events to follow the first
	begun bool   // an event was written
	ended bool   // the response belongs to nobody any more
}

// Unwrap lets http.ResponseController reach the connection.
func (w *eventWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write writes an event.
func (w *eventWriter) Write(event []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.extend()
	defer w.written()
	n, err := w.ResponseWriter.Write(event)
	if err == nil && w.first != "" {
		_, err = io.WriteString(w.ResponseWriter, w.first)
		w.first = ""
	}
	w.begun = true
	return n, err
}

// Flush sends what was written.
func (w *eventWriter) Flush() { _ = w.FlushError() } // the next write tells

// FlushError sends what was written.
func (w *eventWriter) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// isOpen reports whether the stream has begun, and not ended.
func (w *eventWriter) isOpen() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.begun && !w.ended
}

// comment sends what clients skip, once the stream has begun.
func (w *eventWriter) comment() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.send(": alive\n\n")
}

// message sends a message of JSON-RPC, once the stream has begun.
func (w *eventWriter) message(text []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.written()
	return w.send("event: message\ndata: " + string(text) + "\n\n")
}

// send sends what is no event of the SDK's. The caller holds mu.
func (w *eventWriter) send(text string) error {
	if !w.begun || w.ended {
		return nil
	}
	w.extend()
	if _, err := io.WriteString(w.ResponseWriter, text); err != nil {
		return err
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// end gives the end of the response its time. Nothing is written any more.
func (w *eventWriter) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.extend()
}

func (w *eventWriter) extend() {
	deadline := time.Now().Add(w.within) //nolint:forbidigo // the network uses real time, whatever the clock says
	// Only a response without a connection has no deadline, and then no client can be slow.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline)
}
