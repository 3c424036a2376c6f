// Package clock is how code that depends on the time gets it. Production code takes a Clock; tests pass
// clockwork.NewFakeClockAt.
package clock

import (
	"time"

	"github.com/jonboulle/clockwork"
)

// Clock tells the time and waits. It is safe for concurrent use.
type Clock = clockwork.Clock

// System returns the machine's clock.
func System() Clock { return clockwork.NewRealClock() }

// OrSystem returns a clock that is given, or the machine's if that is nil.
func OrSystem(given Clock) Clock {
	if given == nil {
		return System()
	}
	return given
}

// StartingAt returns a clock that starts at t and runs at the usual pace. The durations of timers and tickers are
// unchanged.
func StartingAt(t time.Time) Clock {
	system := clockwork.NewRealClock()
	return shifted{Clock: system, from: t, began: system.Now()}
}

type shifted struct {
	clockwork.Clock
	from, began time.Time
}

func (s shifted) Now() time.Time { return s.from.Add(s.Clock.Since(s.began)) }

func (s shifted) Since(t time.Time) time.Duration { return s.Now().Sub(t) }

func (s shifted) Until(t time.Time) time.Duration { return t.Sub(s.Now()) }
