package conversation

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// Purger removes conversations for good that have expired. Every field is required.
type Purger struct {
	Store Store
	// Every is how long it rests between two rounds; more than 0.
	Every  time.Duration
	Clock  clock.Clock
	Logger *slog.Logger
}

// Run purges until ctx ends. A round that fails is logged, and the next one does its work.
func (p *Purger) Run(ctx context.Context) {
	ticker := p.Clock.NewTicker(p.Every)
	defer ticker.Stop()
	for {
		switch purged, err := p.Store.Purge(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			p.Logger.ErrorContext(ctx, "failed to purge expired conversations", "error", err)
		case purged > 0:
			p.Logger.InfoContext(ctx, "expired conversations purged", "conversations", purged)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}
