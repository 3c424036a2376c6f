package kitsql

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
)

const (
	// probePause is the time from one probe of the database to the next, and probeTimeout the most that one may take. A
	// failure is reported within the two together.
	probePause   = 500 * time.Millisecond
	probeTimeout = time.Second
)

// probe keeps the service's readiness in line with its database.
type probe struct {
	db        *sqlstore.DB
	readiness *kit.Readiness
	logger    *slog.Logger
}

func newProbe(db *sqlstore.DB, readiness *kit.Readiness, logger *slog.Logger) *probe {
	return &probe{db: db, readiness: readiness, logger: logger}
}

// needed is what the service needs, as its readiness and health call it.
const needed = "the database"

// Run probes from the service's start to its stop, and checks a large file once meanwhile.
func (p *probe) Run(ctx context.Context) {
	var checking sync.WaitGroup
	defer checking.Wait()
	checking.Go(func() {
		if err := p.db.CheckLarge(ctx); err != nil && ctx.Err() == nil {
			p.logger.WarnContext(ctx, "the database file could not be checked for damage", slog.Any("error", err))
		}
	})
	p.readiness.Follow(ctx, needed, slog.LevelWarn, probePause, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, probeTimeout)
		defer cancel()
		return p.db.Probe(ctx)
	})
}
