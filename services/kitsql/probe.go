package kitsql

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
)

const (
	// probePause is how long after one probe of the database the next begins, and probeTimeout how long one may take: what
	// is wrong is said within the two together.
	probePause   = 500 * time.Millisecond
	probeTimeout = time.Second
)

// probe keeps the service's readiness to what is true of its database.
type probe struct {
	db        *sqlstore.DB
	readiness *kit.Readiness
}

func newProbe(db *sqlstore.DB, readiness *kit.Readiness) *probe {
	return &probe{db: db, readiness: readiness}
}

// Run probes from the service's start to its stop.
func (p *probe) Run(ctx context.Context) {
	if p.db.Engine() == sqlstore.SQLite { // a file does not go away
		return
	}
	p.readiness.Follow(ctx, "the database", slog.LevelWarn, probePause, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, probeTimeout)
		defer cancel()
		return p.db.Probe(ctx)
	})
}
