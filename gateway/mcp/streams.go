package mcp

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// listenAgain is after how long a client should open a stream again that has ended.
const listenAgain = time.Second

// streams are the responses that stay open to tell of changes. There is a limit to them, over all and for each caller; each
// ends when nothing was told on it for a while, after its lifetime, when its client does not take what is told, and when
// all are ended.
type streams struct {
	max, ofCaller int
	idle, life    time.Duration
	event         time.Duration
	clock         clock.Clock

	mu      sync.Mutex
	last    uint64
	open    map[uint64]context.CancelFunc
	callers map[string]int // how many each has
	ended   bool
}

func newStreams(options Options) *streams {
	return &streams{
		max: options.MaxStreams, ofCaller: options.MaxStreamsOfCaller,
		idle: options.StreamIdle, life: options.StreamLife, event: options.EventTimeout, clock: options.Clock,
		open: map[uint64]context.CancelFunc{}, callers: map[string]int{},
	}
}

// serve serves a request that stays open, or refuses it. A primed stream tells its client at once by which event it can be
// taken up again when it has ended (2025-11-25 and later in sessions): a client without one takes repeated ends for a fault.
func (s *streams) serve(next http.Handler, w http.ResponseWriter, r *http.Request, primed bool) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	caller := callerOf(ctx)
	name, status, refusal := s.begin(caller, cancel)
	if refusal != "" {
		w.Header().Set("Retry-After", retryAfter)
		http.Error(w, refusal, status)
		return
	}
	defer s.finish(name, caller)
	defer s.clock.AfterFunc(s.life, cancel).Stop()
	quiet := s.clock.AfterFunc(s.idle, cancel)
	defer quiet.Stop()
	events := &eventWriter{ResponseWriter: w, within: s.event, written: func() { quiet.Reset(s.idle) }}
	if primed {
		events.first = fmt.Sprintf("id: %s\nretry: %d\ndata:\n\n", rand.Text(), listenAgain.Milliseconds())
	}
	defer events.extend() // for the end of the response
	next.ServeHTTP(events, r.WithContext(ctx))
}

// begin takes room for a stream, or says with which status and why there is none.
func (s *streams) begin(caller string, cancel context.CancelFunc) (name uint64, status int, refusal string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended || len(s.open) >= s.max:
		return 0, http.StatusServiceUnavailable, "no further stream can be opened now; try again later"
	case s.callers[caller] >= s.ofCaller:
		return 0, http.StatusTooManyRequests, fmt.Sprintf("%d streams of yours are open already; close one first", s.ofCaller)
	}
	s.last++
	s.open[s.last] = cancel
	s.callers[caller]++
	return s.last, 0, ""
}

func (s *streams) finish(name uint64, caller string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, name)
	if s.callers[caller]--; s.callers[caller] == 0 {
		delete(s.callers, caller)
	}
}

// end ends all streams and refuses new ones.
func (s *streams) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for _, cancel := range s.open {
		cancel()
	}
}

// eventWriter gives a client a time for each event. One that does not take it loses its connection, which ends the stream:
// whoever tells of a change waits for every client in turn.
type eventWriter struct {
	http.ResponseWriter
	within  time.Duration
	written func()
	first   string // an event to follow the first
}

// Unwrap lets http.ResponseController reach the connection.
func (w *eventWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write writes an event.
func (w *eventWriter) Write(event []byte) (int, error) {
	w.extend()
	defer w.written()
	n, err := w.ResponseWriter.Write(event)
	if err == nil && w.first != "" {
		_, err = io.WriteString(w.ResponseWriter, w.first)
		w.first = ""
	}
	return n, err
}

func (w *eventWriter) extend() {
	deadline := time.Now().Add(w.within) //nolint:forbidigo // the network has the real time, whatever the clock is set to
	// Only what is no connection has no deadline, and then there is nobody who could be slow.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline)
}
