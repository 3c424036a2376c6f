// Package skillssvc is the service of skills: instructions for a task, with the tools that fit it.
package skillssvc

import (
	"context"
	"io"
	"log/slog"

	"go.opentelemetry.io/otel/metric"
	"go.uber.org/fx"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/registration"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/skills-svc/internal/activations"
	"github.com/salaatflow/platform/skills-svc/internal/announcement"
	"github.com/salaatflow/platform/skills-svc/internal/api"
	"github.com/salaatflow/platform/skills-svc/internal/capability"
	"github.com/salaatflow/platform/skills-svc/internal/classification"
	"github.com/salaatflow/platform/skills-svc/internal/library"
	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
	"github.com/salaatflow/platform/skills-svc/internal/store"
	"github.com/salaatflow/platform/skills-svc/internal/toolcache"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// Name is the name of the service.
const Name = "skills-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		fx.Invoke(func(*policy.Policy, *capability.Map) {}), // before anything is opened that a mistake in them would leave open
		kitsql.Database(config.Database, store.Schema()),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.NewOverrides, fx.As(new(skills.Store))),
			fx.Annotate(store.NewClassifications, fx.As(new(classification.Store))),
			readPolicy, readCapabilities,
			newLibrary, newRegistry, newOverrides, newClassifier, newResolver,
			activations.New, newAnnouncer, newFinder, newServer,
		),
		kit.GRPC(skillsv1.RegisterSkillServiceServer),
		kit.Background[*library.Library](),
		kit.Background[*overrides.Register](),
		kit.Background[*classification.Classifier](),
		kit.Background[*resolution.Resolver](),
		kit.Background[*announcement.Announcer](),
		kit.Background[*toolsearch.Finder](),
	)
}

// Schema returns the tables of the service's data.
func Schema() sqlstore.Schema { return store.Schema() }

// Migrate brings the database up to date, and reports on out what it did.
func Migrate(ctx context.Context, out io.Writer, config Config) error {
	return kitsql.Migrate(ctx, out, config.Database, store.Schema())
}

// newLibrary reads the skills before the service serves.
func newLibrary(
	lifecycle fx.Lifecycle, config Config, clock clock.Clock, logger *slog.Logger, meters metric.MeterProvider,
) (*library.Library, error) {
	opened, err := library.New(library.Options{Roots: config.roots(), Clock: clock, Logger: logger, Meters: meters})
	if err != nil {
		return nil, err
	}
	lifecycle.Append(fx.StartHook(opened.Load))
	return opened, nil
}

// newRegistry follows the catalogue. Without a registry, it stays empty.
func newRegistry(
	lifecycle fx.Lifecycle, config Config, dial grpcclient.Options, clock clock.Clock, logger *slog.Logger,
) (resolution.Registry, error) {
	if config.Registry.Address == "" {
		return nowhere{}, nil
	}
	conn, err := replicas.Dial(config.Registry.Address, dial)
	if err != nil {
		return nil, err
	}
	lifecycle.Append(fx.StopHook(conn.Close))
	watcher := discovery.New(discovery.Options{Registry: conn, Clock: clock, Logger: logger})
	lifecycle.Append(fx.StartStopHook(watcher.Start, watcher.Stop))
	return watcher, nil
}

// newOverrides reads the overrides before the service serves.
func newOverrides(
	preparation *kit.Preparation, config Config, store skills.Store, clock clock.Clock, logger *slog.Logger,
) *overrides.Register {
	register := overrides.New(overrides.Options{Store: store, Refresh: config.RefreshInterval, Clock: clock, Logger: logger})
	preparation.Append("the overrides", register.Load)
	return register
}

// newClassifier classifies tools while the service runs.
func newClassifier(
	lifecycle fx.Lifecycle, config Config, registry resolution.Registry, store classification.Store,
	known *capability.Map, clock clock.Clock, logger *slog.Logger, meters metric.MeterProvider,
) (*classification.Classifier, error) {
	model, err := languagemodel.New(languagemodel.Options{Config: config.Model, Clock: clock, MeterProvider: meters})
	if err != nil {
		return nil, err
	}
	lifecycle.Append(fx.StopHook(model.Close))
	cache, err := toolcache.New(toolcache.Options{Config: config.Redis, Clock: clock, Logger: logger, MeterProvider: meters})
	if err != nil {
		return nil, err
	}
	return classification.New(classification.Options{
		Source: registry, Store: store, Known: known, Model: model, Cache: cache, Refresh: config.RefreshInterval,
		Clock: clock, Logger: logger, MeterProvider: meters,
	})
}

// newAnnouncer announces the skills before the service registers.
func newAnnouncer(
	lifecycle fx.Lifecycle, library *library.Library, descriptions *registration.Descriptions,
) *announcement.Announcer {
	announcer := announcement.New(library, descriptions)
	lifecycle.Append(fx.StartHook(announcer.Announce))
	return announcer
}

func newFinder(registry resolution.Registry) (*toolsearch.Finder, error) {
	return toolsearch.New(registry)
}

func newServer(
	library *library.Library, registry resolution.Registry, resolver *resolution.Resolver, overrides *overrides.Register,
	classifier *classification.Classifier, activations *activations.Count, finder *toolsearch.Finder, decider *access.Decider,
	logger *slog.Logger,
) skillsv1.SkillServiceServer {
	return api.New(api.Parts{
		Library: library, Registry: registry, Resolver: resolver, Overrides: overrides, Classifier: classifier,
		Activations: activations, Finder: finder, Access: decider, Logger: logger,
	})
}
