// Package clock gives the time to whoever rules by it. Production code takes a Clock; tests pass
// clockwork.NewFakeClockAt.
package clock

import (
	"time"

	"github.com/jonboulle/clockwork"
)

// Clock tells the time and waits. It is safe for concurrent use.
type Clock = clockwork.Clock

// System is the machine's clock.
func System() Clock { return clockwork.NewRealClock() }

// StartingAt is a clock that stands at t now and then runs on at the usual pace. Timers and tickers take as long as
// ever.
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
