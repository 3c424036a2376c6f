// Package bulkhead bounds the gateway's calls in flight, so that a service that hangs does not use up the capacity of
// the others, and a caller that floods does not use up a service's.
//
// One rule covers both: nobody may hold more than what is left for others. A service that hangs ends up with half of
// all slots, two with a third each, and as many as each of them holds always stay free for the rest. The same rule
// applies to the callers of a service.
package bulkhead

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

// Options configures a Limiter. Every field is required unless it says otherwise.
type Options struct {
	// MaxInFlight is the most calls in flight to all services together. It must be at least 1.
	MaxInFlight int
	// MaxQueued is the most calls that may wait for one service. With 0, none may.
	MaxQueued int
	// MaxWait is how long a call may wait before it is refused.
	MaxWait time.Duration
	Clock   clock.Clock
	// Metrics receives the metrics by service. It may be nil.
	Metrics prometheus.Registerer
}

// Limiter bounds the calls of a gateway. It is safe for concurrent use.
type Limiter struct {
	options Options
	shed    *prometheus.CounterVec

	mu       sync.Mutex
	held     int // by all services
	services map[string]*Service
	waiting  []*Service // services with a queue, in the order in which they got it
}

// New returns a limiter without services.
func New(options Options) *Limiter {
	l := &Limiter{options: options, services: map[string]*Service{}, shed: newShed()}
	if options.Metrics != nil {
		options.Metrics.MustRegister(l.shed, collector{l})
	}
	return l
}

// Service returns the service with this name, and creates it if necessary. Services are never removed, so the number
// of names must be bounded, as the registry's is.
func (l *Limiter) Service(name string) *Service {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.services[name]
	if s == nil {
		s = &Service{limiter: l, name: name, callers: map[Caller]*share{}}
		l.services[name] = s
		for _, bound := range bounds {
			l.shed.WithLabelValues(name, bound) // 0, so that the first one is an increase
		}
	}
	return s
}

// Service is one service's share of a limiter's slots. It is safe for concurrent use.
type Service struct {
	limiter *Limiter
	name    string

	// The fields below are guarded by the limiter's mutex.
	held    int
	callers map[Caller]*share
	queue   []*waiter
}

// share is one caller's share of a service.
type share struct {
	caller       Caller
	held, queued int
}

// Slot is the right to make one call. It must be released once.
type Slot struct {
	service *Service
	share   *share
}

// Acquire takes a slot for a call. If none is free, it waits for at most MaxWait, and then returns RATE_LIMITED with
// what is busy. If ctx ends first, it returns that error.
func (s *Service) Acquire(ctx context.Context, caller Caller) (Slot, *apperr.Error) {
	l := s.limiter
	l.mu.Lock()
	c := s.shareOf(caller)
	if s.admits(c) { // then no waiting call comes first: those are admitted as soon as possible
		s.take(c)
		l.mu.Unlock()
		return Slot{s, c}, nil
	}
	w, refused := s.enqueue(c)
	l.mu.Unlock()
	if refused != nil {
		return Slot{}, refused
	}
	return s.wait(ctx, w)
}

// Release returns the slot, for the next waiting call.
func (slot Slot) Release() {
	l := slot.service.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held--
	slot.service.held--
	slot.share.held--
	slot.service.forget(slot.share)
	l.dispatch()
}

func (s *Service) shareOf(caller Caller) *share {
	c := s.callers[caller]
	if c == nil {
		c = &share{caller: caller}
		s.callers[caller] = c
	}
	return c
}

// forget removes a caller that holds and waits for nothing.
func (s *Service) forget(c *share) {
	if c.held == 0 && c.queued == 0 {
		delete(s.callers, c.caller)
	}
}

// room returns how many more calls the service may hold, so that as many as it holds stay free for others.
func (s *Service) room() int {
	return s.limiter.options.MaxInFlight - s.limiter.held - s.held
}

// admits reports whether the service has room, and the caller holds less of it than is left for other callers.
func (s *Service) admits(c *share) bool { return c.held < s.room() }

func (s *Service) take(c *share) {
	s.limiter.held++
	s.held++
	c.held++
}
