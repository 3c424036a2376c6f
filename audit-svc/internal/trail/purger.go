package trail

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// cutLines is how many lines are removed at once, so that those who add some do not wait long.
const cutLines = 5000

// Purger removes entries that are older than the retention.
type Purger struct {
	Store Store
	// Retention is how long entries are kept; 0 is for ever.
	Retention time.Duration
	// Every is the time between two rounds, more than 0.
	Every  time.Duration
	Clock  clock.Clock
	Logger *slog.Logger
}

// Run purges until ctx ends. It logs a failed round; the next round does its work.
func (p *Purger) Run(ctx context.Context) {
	if p.Retention == 0 {
		return
	}
	ticker := p.Clock.NewTicker(p.Every)
	defer ticker.Stop()
	for {
		switch n, err := p.Round(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			p.Logger.ErrorContext(ctx, "failed to purge the audit trail", slog.Any("error", err))
		case n > 0:
			p.Logger.InfoContext(ctx, "purged the audit trail", slog.Int64("entries", n))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}

// Round removes all entries that are older than the retention, and returns their number.
func (p *Purger) Round(ctx context.Context) (purged int64, err error) {
	now := p.Clock.Now()
	for {
		n, err := p.Store.Cut(ctx, now.Add(-p.Retention), now, cutLines)
		purged += n
		if err != nil || n < cutLines {
			return purged, err
		}
	}
}
