package store

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// DatabaseClock tells the time of the database, so that registries whose machines disagree about the time agree about
// leases. Between two looks at it, it goes by the local clock, whose timers it has.
type DatabaseClock struct {
	clock.Clock
	ahead atomic.Int64 // nanoseconds by which the database is ahead of the local clock
}

// Now implements clock.Clock.
func (c *DatabaseClock) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.ahead.Load())) }

// Since implements clock.Clock.
func (c *DatabaseClock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }

// Until implements clock.Clock.
func (c *DatabaseClock) Until(t time.Time) time.Duration { return t.Sub(c.Now()) }

// Synchronize looks at the database's clock.
func (p *Postgres) Synchronize(ctx context.Context) error {
	return within(ctx, func(ctx context.Context) error {
		var there int64 // microseconds
		asked := p.clock.Clock.Now()
		err := p.db.Reader().QueryRowContext(ctx, "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint").Scan(&there)
		if err != nil {
			return fmt.Errorf("look at the database's clock: %w", err)
		}
		here := asked.Add(p.clock.Clock.Since(asked) / 2)
		p.clock.ahead.Store(int64(time.UnixMicro(there).Sub(here)))
		return nil
	})
}
