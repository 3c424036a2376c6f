// Package registrysvc is the registry, which keeps track of the services that run and the tools they offer.
package registrysvc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/health"
	"github.com/salaatflow/platform/registry-svc/internal/metrics"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Name is the name of the service.
const Name = "registry-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module { return ModuleWith(config) }

// ModuleWith returns the service with more parts, which may ask for what it provides.
func ModuleWith(config Config, more ...kit.Module) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		fx.Decorate(answering),
		storing(config),
		fx.Provide(
			fx.Private,
			newRegistry,
			newGrants,
			newChecker,
			fx.Annotate(newServer, fx.As(new(registryv1.RegistryServiceServer))),
		),
		kit.GRPC(registryv1.RegisterRegistryServiceServer),
		kit.Background[*registrations.Registry](), // expires leases
		kit.Background[*health.Checker](),         // checks the health of instances
		fx.Invoke(metrics.Register),
		fx.Options(more...),
	)
}

// storing gives the registry its store and the clock by which leases end: in memory, or in a database that it may share
// with other registries. It takes over what is there before its first call. It stays ready while the database is away,
// because the catalogue is still served.
func storing(config Config) fx.Option {
	if config.DatabaseURL == "" {
		return fx.Provide(fx.Private,
			func(clock clock.Clock) leaseClock { return clock },
			func() (registrations.Store, error) { return openMemory(config) },
		)
	}
	return fx.Options(
		fx.Provide(fx.Private,
			func(
				lc fx.Lifecycle, preparation *kit.Preparation, local clock.Clock, metrics prometheus.Registerer,
			) (*store.Postgres, leaseClock, error) {
				return openStore(lc, preparation, local, metrics, config)
			},
			func(s *store.Postgres) registrations.Store { return s },
		),
		kit.Background[*store.Postgres](), // hears of what other registries do
		fx.Invoke(func(preparation *kit.Preparation, registry *registrations.Registry) {
			preparation.Append("the database", registry.Begin)
		}),
	)
}

// openMemory opens a store in memory, which remembers definitions in a file if there is one.
func openMemory(config Config) (registrations.Store, error) {
	if config.DefinitionsFile == "" || !config.PinDefinitions {
		return store.NewMemory(), nil
	}
	memory, err := store.OpenMemory(config.DefinitionsFile)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--definitions-file: %w", err))
	}
	memory.RememberAtMost(config.Limits.RememberedServices)
	return memory, nil
}

// leaseClock is the clock by which leases end.
type leaseClock clock.Clock

// openTimeout bounds opening the database, whose server may be away.
const openTimeout = time.Minute

func openStore(
	lc fx.Lifecycle, preparation *kit.Preparation, local clock.Clock, metrics prometheus.Registerer, config Config,
) (*store.Postgres, leaseClock, error) {
	ctx, cancel := context.WithTimeout(context.Background(), openTimeout) //nolint:forbidigo // constructors have none
	defer cancel()
	db, err := sqlstore.Open(ctx, config.DatabaseURL.Reveal(), store.Schema())
	if err != nil {
		return nil, nil, err
	}
	lc.Append(fx.StopHook(db.Close))
	if err := kitsql.CountFailures(metrics, db); err != nil {
		return nil, nil, err
	}
	s, clock := store.NewPostgres(db, local)
	s.RememberAtMost(config.Limits.RememberedServices)
	if !config.PinDefinitions {
		s.WithoutPins()
	}
	preparation.Append("the database", db.Prepare)
	preparation.Append("the database", s.Synchronize)
	return s, clock, nil
}

// Migrate brings the database up to date, and reports on out what it did.
func Migrate(ctx context.Context, out io.Writer, config Config) error {
	if config.DatabaseURL == "" {
		return errors.New("--database-url: is required: postgres://USER:PASSWORD@HOST/DATABASE; " +
			"a registry that keeps everything in memory has nothing to migrate")
	}
	return kitsql.Migrate(ctx, out, kitsql.Config{URL: config.DatabaseURL}, store.Schema())
}
