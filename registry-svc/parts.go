package registrysvc

import (
	"log/slog"

	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/registry-svc/internal/api"
	"github.com/salaatflow/platform/registry-svc/internal/grants"
	"github.com/salaatflow/platform/registry-svc/internal/health"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/sqlstore"
)

// maxCatalogBytes is the largest catalogue that is sent as one message.
const maxCatalogBytes = 64 << 20

// answering lets the server send a large catalogue, say of a database that is away that callers may try again, and admit
// callers by their grants.
func answering(options grpcserver.Options, rules *grants.Rules) grpcserver.Options {
	options.Admission = api.Admission{Grants: rules}
	options.Classify = sqlstore.Classify
	options.ServerOptions = append(options.ServerOptions, grpc.MaxSendMsgSize(maxCatalogBytes))
	return options
}

func newRegistry(
	config Config, store registrations.Store, recorder audit.Recorder, clock leaseClock, logger *slog.Logger,
) (*registrations.Registry, error) {
	owners, err := ownership.Parse(config.PlatformServices)
	if err != nil {
		return nil, err
	}
	reserved, err := owners.Reserved()
	if err != nil {
		return nil, err
	}
	return registrations.New(registrations.Options{
		Store:         store,
		Lazy:          config.DatabaseURL != "",
		TTL:           config.LeaseTTL,
		Settling:      config.SettlingTime,
		RequiredTools: config.RequiredTools,
		Owners:        owners,
		Reserved:      reserved,
		Limits:        config.Limits.limits(),
		Audit:         recorder,
		Clock:         clock,
		Logger:        logger,

		PinReleasesOnly: config.PinReleasesOnly,
	}), nil
}

func newGrants(
	config Config, tls *mtls.Source, shared *credential.Credential, clock clock.Clock, logger *slog.Logger, meters metric.MeterProvider,
) (*grants.Rules, error) {
	owners, err := ownership.Parse(config.PlatformServices)
	if err != nil {
		return nil, err
	}
	return grants.New(grants.Options{
		File: config.Grants, TLS: tls, Credential: shared, Strangers: config.AdmitStrangers, Owners: owners,
		Clock: clock, Logger: logger, Meters: meters,
	})
}

func newServer(config Config, registry *registrations.Registry, rules *grants.Rules) (*api.Server, error) {
	allowed, err := addresses.Parse(config.AllowAddresses)
	if err != nil {
		return nil, err
	}
	return api.New(api.Options{
		Registry:  registry,
		Addresses: addresses.New(config.AllowLoopback || config.servesLoopback(), allowed...),
		Grants:    rules,
	}), nil
}

func newChecker(
	config Config, registry *registrations.Registry, tls *mtls.Source, clock clock.Clock, logger *slog.Logger,
) *health.Checker {
	return health.New(health.Options{
		Registry: registry,
		Interval: config.HealthInterval,
		Timeout:  config.HealthTimeout,
		TLS:      tls,
		Clock:    clock,
		Logger:   logger,
	})
}
