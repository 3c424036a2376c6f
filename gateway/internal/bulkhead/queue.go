package bulkhead

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/services/apperr"
)

// waiter is a call that waits for a slot.
type waiter struct {
	share    *share
	admitted chan struct{} // closed when it gets a slot
}

// enqueue adds a call to the queue. It refuses the call if the queue is full, or half full with calls of the same
// caller.
func (s *Service) enqueue(c *share) (*waiter, *apperr.Error) {
	if c.queued >= s.limiter.options.MaxQueued-len(s.queue) {
		refused := s.refuse(c)
		s.forget(c)
		return nil, refused
	}
	w := &waiter{share: c, admitted: make(chan struct{})}
	if len(s.queue) == 0 {
		s.limiter.waiting = append(s.limiter.waiting, s)
	}
	s.queue = append(s.queue, w)
	c.queued++
	return w, nil
}

// wait waits for a slot for a limited time.
func (s *Service) wait(ctx context.Context, w *waiter) (Slot, *apperr.Error) {
	timeout := s.limiter.options.Clock.NewTimer(s.limiter.options.MaxWait)
	defer timeout.Stop()
	select {
	case <-w.admitted:
		return Slot{s, w.share}, nil
	case <-timeout.Chan():
	case <-ctx.Done():
	}
	return s.leave(ctx, w)
}

// leave removes a call from the queue, unless it got a slot at the same moment.
func (s *Service) leave(ctx context.Context, w *waiter) (Slot, *apperr.Error) {
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	at := slices.Index(s.queue, w)
	if at < 0 {
		return Slot{s, w.share}, nil
	}
	s.dequeue(at)
	refused := apperr.From(ctx.Err())
	if refused == nil {
		refused = s.refuse(w.share)
	}
	s.forget(w.share)
	return Slot{}, refused
}

func (s *Service) dequeue(at int) {
	s.queue[at].share.queued--
	s.queue = slices.Delete(s.queue, at, at+1)
	if len(s.queue) == 0 {
		s.limiter.waiting = slices.DeleteFunc(s.limiter.waiting, func(other *Service) bool { return other == s })
	}
}

// dispatch admits waiting calls while there is room: services take turns, and each serves its queue in order.
func (l *Limiter) dispatch() {
	for progress := len(l.waiting) > 0; progress; {
		progress = false
		for _, s := range slices.Clone(l.waiting) {
			progress = s.admitNext() || progress
		}
	}
}

func (s *Service) admitNext() bool {
	if s.room() <= 0 {
		return false
	}
	for at, w := range s.queue {
		if s.admits(w.share) {
			s.dequeue(at)
			s.take(w.share)
			close(w.admitted)
			return true
		}
	}
	return false
}

// refuse returns an error that says which limit a call met.
func (s *Service) refuse(c *share) *apperr.Error {
	l := s.limiter
	switch {
	case l.held >= l.options.MaxInFlight:
		l.shed.WithLabelValues(s.name, "gateway").Inc()
		return apperr.RateLimited("the gateway is busy: %d calls are in flight already; try again in a second", l.held)
	case s.room() <= 0:
		l.shed.WithLabelValues(s.name, "service").Inc()
		return apperr.RateLimited("%s is busy: %d calls of it are in flight already; try again in a second", s.name, s.held)
	default:
		l.shed.WithLabelValues(s.name, "caller").Inc()
		return apperr.RateLimited("%s is still answering %d calls of yours: wait for some of them, or try again in a second", s.name, c.held)
	}
}
