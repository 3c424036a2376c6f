package registrations

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// beats is how often in the time of a lease the registry looks at the clock, and missedBeats how many of these looks
// must be missed at once for it to be sure that it could not run: shorter pauses end no lease that is kept alive.
const (
	beats       = 10
	missedBeats = 2
)

// pulse remembers when the registry was last known to run. A process that is paused, or starved of the processor, reads no
// renewals, and its instances are not lost for that.
type pulse struct {
	mu   sync.Mutex                // held by who counts lost time
	last atomic.Pointer[time.Time] // when the registry ran
	lost atomic.Int64              // nanoseconds, all together
}

func (p *pulse) beat(now time.Time) { p.last.Store(&now) }

// missed gives how long the registry did not run before now; 0 when it did.
func (r *Registry) missed(now time.Time) time.Duration {
	gap := now.Sub(*r.pulse.last.Load())
	if gap <= missedBeats*r.beat() {
		return 0
	}
	return gap
}

// beat is how often the registry looks at the clock.
func (r *Registry) beat() time.Duration { return r.TTL / beats }

// now gives the time. When the registry did not run for a while before, every lease, and the settling, first get that while
// added, so that who looks at the end of a lease by this time counts only what the registry could see.
func (r *Registry) now(ctx context.Context) (time.Time, error) {
	now := r.Clock.Now()
	if r.missed(now) == 0 {
		return now, nil
	}
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	now = r.Clock.Now()
	lost := r.missed(now)
	if lost == 0 {
		return now, nil // somebody else has counted it
	}
	if err := r.Store.Postpone(ctx, lost); err != nil {
		return time.Time{}, fmt.Errorf("give the leases the %s that the registry did not run: %w", lost, err)
	}
	r.pulse.lost.Add(int64(lost))
	r.pulse.beat(now)
	r.Logger.WarnContext(ctx, "the registry could not look after its leases; they live longer by that time", "lost", lost)
	return now, nil
}

// settlesAt is when the catalogue is settled though not all is there that is required, as known now.
func (r *Registry) settlesAt(now time.Time) time.Time {
	return r.settles.Add(time.Duration(r.pulse.lost.Load()) + r.missed(now))
}
