// Package backoff says how long to wait before trying again, and waits.
package backoff

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// Exponential doubles the wait with each try, from Min up to Max, and takes a random part of up to half away, so that
// many who lost the same peer do not come back at once. It is for one goroutine.
type Exponential struct {
	// Min and Max bound the wait before the random part is taken away; 0 < Min <= Max.
	Min, Max time.Duration

	next time.Duration
}

// Next gives the wait before the next try.
func (e *Exponential) Next() time.Duration {
	wait := max(e.next, e.Min)
	e.next = min(2*wait, e.Max)
	return wait - rand.N(wait/2+1)
}

// Reset begins again at Min: the last try went well.
func (e *Exponential) Reset() { e.next = 0 }

// Wait waits by the clock; false when ctx ends first.
func Wait(ctx context.Context, clock clock.Clock, wait time.Duration) bool {
	timer := clock.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.Chan():
		return true
	case <-ctx.Done():
		return false
	}
}
