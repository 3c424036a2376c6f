package reminders

import (
	"context"
	"log/slog"
	"time"
)

// forgetEvery is how often what has lapsed is removed.
const forgetEvery = 10 * time.Minute

// Releaser releases reminders as their time comes. Any number may run at once, in any number of programs.
type Releaser struct{ Service *Service }

// Run releases reminders until ctx ends. It logs a failed round; the next round does its work.
func (r *Releaser) Run(ctx context.Context) {
	ticker := r.Service.Clock.NewTicker(r.Service.Every)
	defer ticker.Stop()
	var forgot time.Time
	for {
		if _, err := r.Service.Release(ctx); err != nil && ctx.Err() == nil {
			r.Service.Log.ErrorContext(ctx, "failed to release reminders", slog.Any("error", err))
		}
		if now := r.Service.Clock.Now(); now.Sub(forgot) >= forgetEvery {
			forgot = now
			if err := r.Service.Forget(ctx); err != nil && ctx.Err() == nil {
				r.Service.Log.ErrorContext(ctx, "failed to remove lapsed reminders", slog.Any("error", err))
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}
