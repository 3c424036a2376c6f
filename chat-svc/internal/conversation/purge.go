package conversation

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// Purger permanently deletes expired conversations. Every field is required.
type Purger struct {
	Store Store
	// Every is the pause between two runs. It must be more than 0.
	Every  time.Duration
	Clock  clock.Clock
	Logger *slog.Logger
}

// Run purges until ctx ends. It logs a run that fails; the next run makes up for it.
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
