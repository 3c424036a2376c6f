package tasks

import (
	"context"
	"log/slog"
	"time"
)

// purgeBatch is the number of tasks that one transaction purges, which keeps other writers from waiting long.
const purgeBatch = 500

// Purger removes deleted tasks for good once they can no longer be restored.
type Purger struct {
	Service *Service
	// Every is the time between two rounds, more than 0.
	Every time.Duration
}

// Run purges until ctx ends. It logs a failed round; the next round does its work.
func (p *Purger) Run(ctx context.Context) {
	ticker := p.Service.Clock.NewTicker(p.Every)
	defer ticker.Stop()
	for {
		switch n, err := p.Round(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			p.Service.Log.ErrorContext(ctx, "failed to purge deleted tasks", slog.Any("error", err))
		case n > 0:
			p.Service.Log.InfoContext(ctx, "purged deleted tasks", slog.Int("tasks", n))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}

// Round purges all tasks that can no longer be restored, and returns their number.
func (p *Purger) Round(ctx context.Context) (purged int, err error) {
	until := p.Service.now().Add(-UndeleteWithin)
	for {
		n, err := p.Service.Store.Purge(ctx, until, purgeBatch)
		purged += n
		if err != nil || n < purgeBatch {
			return purged, err
		}
	}
}
