package kitsql

import (
	"context"
	"log/slog"
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
}

func newProbe(db *sqlstore.DB, readiness *kit.Readiness) *probe {
	return &probe{db: db, readiness: readiness}
}

// needed is what the service needs, as its readiness and health call it.
const needed = "the database"

// Run probes from the service's start to its stop.
func (p *probe) Run(ctx context.Context) {
	if p.db.Engine() == sqlstore.SQLite { // a file does not go away
		p.readiness.Met(needed)
		return
	}
	p.readiness.Follow(ctx, needed, slog.LevelWarn, probePause, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, probeTimeout)
		defer cancel()
		return p.db.Probe(ctx)
	})
}
