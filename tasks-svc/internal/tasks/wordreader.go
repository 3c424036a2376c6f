package tasks

import (
	"context"
	"log/slog"
	"time"
)

// readBatch is the number of tasks whose words one transaction reads, which keeps other writers from waiting long.
const readBatch = 200

// WordReader makes tasks known to the search that are not: those from before there was one, and those that a program without one
// has written to the same database, as while a new version rolls out.
type WordReader struct {
	Service *Service
	// Every is the time between two rounds, more than 0.
	Every time.Duration
}

// Run reads until ctx ends. It logs a failed round; the next round does its work.
func (r *WordReader) Run(ctx context.Context) {
	ticker := r.Service.Clock.NewTicker(r.Every)
	defer ticker.Stop()
	for {
		switch n, err := r.Round(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			r.Service.Log.ErrorContext(ctx, "failed to read the words of tasks for the search", slog.Any("error", err))
		case n > 0:
			r.Service.Log.InfoContext(ctx, "read the words of tasks for the search", slog.Int("tasks", n))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
		}
	}
}

// Round reads the words of all tasks that the search does not know, and returns their number.
func (r *WordReader) Round(ctx context.Context) (read int, err error) {
	for {
		n, err := r.Service.Store.ReadWords(ctx, readBatch)
		read += n
		if err != nil || n < readBatch {
			return read, err
		}
	}
}
