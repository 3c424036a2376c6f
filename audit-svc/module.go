// Package auditsvc is the service that keeps the audit trail of all programs, as one chain of entries.
package auditsvc

import (
	"context"
	"io"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"

	"github.com/salaatflow/platform/audit-svc/internal/api"
	"github.com/salaatflow/platform/audit-svc/internal/store"
	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Name is the name of the service.
const Name = "audit-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		kitsql.Database(config.Database, store.Schema()),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.New, fx.As(new(trail.Store))),
			newPurger,
			newAnchorer,
			fx.Annotate(api.New, fx.As(new(auditv1.AuditServiceServer))),
		),
		kit.GRPC(auditv1.RegisterAuditServiceServer),
		kit.Background[*trail.Purger](),
		kit.Background[*trail.Anchorer](),
	)
}

// Schema returns the tables of the service's data.
func Schema() sqlstore.Schema { return store.Schema() }

// Migrate brings the database up to date, and reports on out what it did.
func Migrate(ctx context.Context, out io.Writer, config Config) error {
	return kitsql.Migrate(ctx, out, config.Database, store.Schema())
}

func newPurger(config Config, kept trail.Store, clk clock.Clock, logger *slog.Logger) *trail.Purger {
	return &trail.Purger{
		Store: kept, Retention: config.Retention, Every: config.PurgeInterval, Clock: clk, Logger: logger,
	}
}

func newAnchorer(
	config Config, kept trail.Store, clk clock.Clock, logger *slog.Logger, metrics prometheus.Registerer,
) *trail.Anchorer {
	return &trail.Anchorer{
		Store: kept, File: config.AnchorFile, Every: config.AnchorInterval, Clock: clk, Logger: logger,
		Metrics: trail.NewAnchorMetrics(metrics, config.AnchorInterval),
	}
}
