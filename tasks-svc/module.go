// Package taskssvc is the service of users' spiritual tasks.
package taskssvc

import (
	"context"
	"log/slog"
	"sync"

	"go.uber.org/fx"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/tasks-svc/internal/api"
	"github.com/salaatflow/platform/tasks-svc/internal/profiles"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Name is the name of the service.
const Name = "tasks-svc"

// Module is the service.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		fx.Error(problems(config)...),
		fx.Supply(fx.Private, config),
		kit.Database(config.Database, store.Schema()),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.New, fx.As(new(tasks.Store))),
			newProfiles,
			newService,
			fx.Annotate(api.New, fx.As(new(tasksv1.TaskServiceServer))),
		),
		kit.GRPC(tasksv1.RegisterTaskServiceServer),
		fx.Invoke(purge),
	)
}

// Migrate brings the database up to date.
func Migrate(ctx context.Context, config Config) error {
	return kit.Migrate(ctx, config.Database, store.Schema())
}

func problems(config Config) []error {
	if err := config.Validate(); err != nil {
		return []error{err}
	}
	return nil
}

func newProfiles(
	lifecycle fx.Lifecycle, config Config, dial grpcclient.Options, clock clock.Clock, logger *slog.Logger,
) (tasks.Profiles, error) {
	opened, err := profiles.Open(profiles.Options{
		Address: config.UsersAddress, Registry: config.Registry.Address, Dial: dial, Clock: clock, Logger: logger,
	})
	if err != nil || opened == nil {
		return nil, err
	}
	lifecycle.Append(fx.StartStopHook(opened.Start, opened.Stop))
	return opened, nil
}

func newService(
	store tasks.Store, profiles tasks.Profiles, clock clock.Clock, logger *slog.Logger,
) *tasks.Service {
	return &tasks.Service{Store: store, Profiles: profiles, Clock: clock, Log: logger}
}

// purge removes tasks that can no longer be brought back, while the service runs.
func purge(lifecycle fx.Lifecycle, config Config, service *tasks.Service) {
	purger := tasks.Purger{Service: service, Every: config.PurgeInterval}
	ctx, cancel := context.WithCancel(context.Background()) //nolint:forbidigo // ends with the service
	var running sync.WaitGroup
	lifecycle.Append(fx.StartStopHook(
		func() { running.Go(func() { purger.Run(ctx) }) },
		func() {
			cancel()
			running.Wait()
		},
	))
}
