// Package backoff computes how long to wait between retries, and waits.
package backoff

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// Exponential doubles the wait with each try, from Min up to Max, and subtracts a random part of up to half. So many
// clients that lost the same peer do not return at once. It is not safe for concurrent use.
type Exponential struct {
	// Min and Max bound the wait before the random part is subtracted; 0 < Min <= Max.
	Min, Max time.Duration

	next time.Duration
}

// Next returns the wait before the next try.
func (e *Exponential) Next() time.Duration {
	wait := max(e.next, e.Min)
	e.next = min(2*wait, e.Max)
	return wait - rand.N(wait/2+1)
}

// Reset starts again at Min, after a try that succeeded.
func (e *Exponential) Reset() { e.next = 0 }

// Wait waits by the clock. It returns false if ctx ends first.
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
