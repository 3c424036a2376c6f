package registrations

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// beats is how often in the life of a lease the registry looks at the clock. missedBeats is how many consecutive looks
// it must miss to be sure that it could not run. A shorter pause ends no lease that is renewed.
const (
	beats       = 10
	missedBeats = 2
)

// pulse remembers when the registry last ran. A process that is paused, or starved of the processor, reads no renewals,
// and must not lose its instances for that.
type pulse struct {
	mu   sync.Mutex                // held by whoever counts lost time
	last atomic.Pointer[time.Time] // when the registry ran
	lost atomic.Int64              // nanoseconds in all
}

func (p *pulse) beat(now time.Time) { p.last.Store(&now) }

// missed returns how long the registry did not run before now, or 0 if it did run.
func (r *Registry) missed(now time.Time) time.Duration {
	gap := now.Sub(*r.pulse.last.Load())
	if gap <= missedBeats*r.beat() {
		return 0
	}
	return gap
}

// beat returns how often the registry looks at the clock.
func (r *Registry) beat() time.Duration { return r.TTL / beats }

// now returns the time. If the registry did not run before that, now first extends every lease, and the settling time,
// by as long as it did not run. So whoever compares the end of a lease with this time counts only time in which the
// registry ran.
func (r *Registry) now(ctx context.Context) (time.Time, error) {
	now := r.Clock.Now()
	if r.missed(now) == 0 {
		return now, nil
	}
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	now = r.Clock.Now()
	if r.missed(now) == 0 {
		return now, nil // somebody else has counted it
	}
	return now, r.count(ctx, *r.pulse.last.Load(), now)
}

// count tells the store that the registry runs at now, and since when it did not. What no registry that shares the store
// has run is added to every lease. The caller holds pulse.mu.
func (r *Registry) count(ctx context.Context, last, now time.Time) error {
	lost, err := r.Store.Beat(ctx, last, now, missedBeats*r.beat())
	if err != nil {
		return fmt.Errorf("extend the leases by the time in which no registry ran: %w", err)
	}
	r.pulse.beat(now)
	if lost > 0 {
		r.pulse.lost.Add(int64(lost))
		r.Logger.Log(ctx, r.levelOf(lost), "the registry could not run for a while; its leases are extended by that time", "lost", lost)
	}
	return nil
}

// tick looks at the clock, as the registry does all the time.
func (r *Registry) tick(ctx context.Context) (time.Time, error) {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	now := r.Clock.Now()
	return now, r.count(ctx, *r.pulse.last.Load(), now)
}

// levelOf returns the log level of a pause. Instances renew three times in the life of a lease, so a pause of less than
// two thirds of it would have ended none.
func (r *Registry) levelOf(lost time.Duration) slog.Level {
	if lost < r.TTL*2/3 {
		return slog.LevelInfo
	}
	return slog.LevelWarn
}

// settlesAt returns when the catalogue settles even if required tools are missing, as known now.
func (r *Registry) settlesAt(now time.Time) time.Time {
	return r.settles.Add(time.Duration(r.pulse.lost.Load()) + r.missed(now))
}
