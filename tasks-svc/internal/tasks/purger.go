package tasks

import (
	"context"
	"log/slog"
	"time"
)

// purgeBatch is how many tasks one transaction purges, so that it holds no writer up for long.
const purgeBatch = 500

// Purger removes tasks for good that can no longer be brought back.
type Purger struct {
	Service *Service
	// Every is how long it rests between two rounds; more than 0.
	Every time.Duration
}

// Run purges until ctx ends. A round that fails is logged, and the next one does its work.
func (p *Purger) Run(ctx context.Context) {
	ticker := p.Service.Clock.NewTicker(p.Every)
	defer ticker.Stop()
	for {
		switch n, err := p.Round(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			p.Service.Log.ErrorContext(ctx, "deleted tasks could not be purged", slog.Any("error", err))
		case n > 0:
			p.Service.Log.InfoContext(ctx, "deleted tasks purged", slog.Int("tasks", n))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}

// Round purges all that can no longer be brought back, and returns how many those were.
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
