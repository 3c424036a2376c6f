package toolcall

import (
	"sync/atomic"

	"github.com/salaatflow/platform/services/apperr"
)

// Limiter bounds the calls in flight over all edges. Beyond the bound a call is refused at once; nothing queues.
type Limiter struct {
	max      int64
	inFlight atomic.Int64
}

// NewLimiter returns a limiter of at most n calls at a time; n is at least 1.
func NewLimiter(n int) *Limiter {
	return &Limiter{max: int64(n)}
}

// Acquire takes a slot, which Release gives back, or answers RATE_LIMITED.
func (l *Limiter) Acquire() *apperr.Error {
	if l.inFlight.Add(1) > l.max {
		l.inFlight.Add(-1)
		return apperr.RateLimited("%d calls are in flight already: try again in a second", l.max)
	}
	return nil
}

// Release gives a slot back.
func (l *Limiter) Release() { l.inFlight.Add(-1) }

// InFlight says how many slots are taken.
func (l *Limiter) InFlight() int64 { return l.inFlight.Load() }
