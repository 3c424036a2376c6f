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

// listenAgain is how long a client should wait before it reopens a stream that has ended.
const listenAgain = time.Second

// streams are the responses that stay open for notifications. Their number is limited, in total and for each caller.
// A stream ends after a time without events, after its lifetime, when its client does not receive an event in time,
// and when all are ended.
type streams struct {
	max, ofCaller int
	idle, life    time.Duration
	event         time.Duration
	clock         clock.Clock

	mu      sync.Mutex
	last    uint64
	open    map[uint64]context.CancelFunc
	callers map[string]int // number of streams of each
	ended   bool
}

func newStreams(options Options) *streams {
	return &streams{
		max: options.MaxStreams, ofCaller: options.MaxStreamsOfCaller,
		idle: options.StreamIdle, life: options.StreamLife, event: options.EventTimeout, clock: options.Clock,
		open: map[uint64]context.CancelFunc{}, callers: map[string]int{},
	}
}

// serve serves a request that stays open, or refuses it. A primed stream begins with the event from which its client
// can resume (2025-11-25 and later, in sessions); without one, clients treat repeated ends as failures.
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

// begin takes room for a stream, or returns the status and the reason for a refusal.
func (s *streams) begin(caller string, cancel context.CancelFunc) (name uint64, status int, refusal string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended || len(s.open) >= s.max:
		return 0, http.StatusServiceUnavailable, "no more streams can be opened now; try again later"
	case s.callers[caller] >= s.ofCaller:
		return 0, http.StatusTooManyRequests, fmt.Sprintf("you already have %d open streams; close one first", s.ofCaller)
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

// eventWriter limits the time in which a client must receive each event. A client that does not loses its connection,
// which ends the stream, because notifications wait for every client in turn.
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
	deadline := time.Now().Add(w.within) //nolint:forbidigo // the network uses real time, whatever the clock says
	// Only a response without a connection has no deadline, and then no client can be slow.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline)
}
