// Package bulkhead bounds the calls that the gateway has in flight, so that one service that hangs does not take the room
// of the others, and one caller that floods does not take a service's.
//
// There is one rule for both: nobody may hold more than what is left for others. A service that hangs ends up with half of
// all slots, two with a third each, and as much as each of them holds is always free for the rest. Within what a service
// may hold the same goes for its callers.
package bulkhead

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

// Options are what a Limiter needs; every field is required unless it says otherwise.
type Options struct {
	// MaxInFlight is how many calls may be in flight to all services together; at least 1.
	MaxInFlight int
	// MaxQueued is how many calls may wait for one service; 0 lets none wait.
	MaxQueued int
	// MaxWait is how long a call waits for room before it is refused.
	MaxWait time.Duration
	Clock   clock.Clock
	// Metrics gets the metrics by service; nil counts for nobody.
	Metrics prometheus.Registerer
}

// Limiter bounds the calls of a gateway. It is safe for concurrent use.
type Limiter struct {
	options Options
	shed    *prometheus.CounterVec

	mu       sync.Mutex
	held     int // over all services
	services map[string]*Service
	waiting  []*Service // those that have a queue, first come first
}

// New returns a limiter that knows no service yet.
func New(options Options) *Limiter {
	l := &Limiter{options: options, services: map[string]*Service{}, shed: newShed()}
	if options.Metrics != nil {
		options.Metrics.MustRegister(l.shed, collector{l})
	}
	return l
}

// Service gives the room of a service, the same for the same name. Rooms are kept for good, so names must be bounded in
// number, as the registry's are.
func (l *Limiter) Service(name string) *Service {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.services[name]
	if s == nil {
		s = &Service{limiter: l, name: name, callers: map[Caller]*share{}}
		l.services[name] = s
	}
	return s
}

// Service is what one service has of a limiter's slots. It is safe for concurrent use.
type Service struct {
	limiter *Limiter
	name    string

	// What follows is guarded by the limiter's mutex.
	held    int
	callers map[Caller]*share
	queue   []*waiter
}

// share is what one caller has of a service.
type share struct {
	caller       Caller
	held, queued int
}

// Slot is the right to one call. Release gives it back, once.
type Slot struct {
	service *Service
	share   *share
}

// Acquire takes a slot for a call of a caller. Where there is no room it waits for some, as long as the limiter's options
// let it, and then answers RATE_LIMITED with what is busy; it answers the end of ctx if that comes first.
func (s *Service) Acquire(ctx context.Context, caller Caller) (Slot, *apperr.Error) {
	l := s.limiter
	l.mu.Lock()
	c := s.shareOf(caller)
	if s.admits(c) { // then nobody who waits could go before: they are let in as soon as they can
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

// Release gives the slot to whoever waits for it.
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

// forget drops a caller who has nothing here any more.
func (s *Service) forget(c *share) {
	if c.held == 0 && c.queued == 0 {
		delete(s.callers, c.caller)
	}
}

// room is how many more calls the service may hold, so that as many as it holds stay free for others.
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
