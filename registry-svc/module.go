// Package registrysvc is the registry: who offers which tool, right now.
package registrysvc

import (
	"context"
	"sync"

	"go.uber.org/fx"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/api"
	"github.com/salaatflow/platform/registry-svc/internal/health"
	"github.com/salaatflow/platform/registry-svc/internal/metrics"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/kit"
)

// Name is the name of the service.
const Name = "registry-svc"

// Module is the service.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		fx.Error(problems(config)...),
		fx.Supply(fx.Private, config),
		fx.Decorate(guard),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.NewMemory, fx.As(new(registrations.Store))),
			newRegistry,
			newChecker,
			fx.Annotate(api.New, fx.As(new(registryv1.RegistryServiceServer))),
		),
		kit.GRPC(registryv1.RegisterRegistryServiceServer),
		fx.Invoke(run, metrics.Register),
	)
}

func problems(config Config) []error {
	if err := config.Validate(); err != nil {
		return []error{err}
	}
	return nil
}

// run lets leases expire and asks instances whether they serve, while the service runs.
func run(lifecycle fx.Lifecycle, registry *registrations.Registry, checker *health.Checker) {
	ctx, cancel := context.WithCancel(context.Background()) //nolint:forbidigo // ends with the service
	var running sync.WaitGroup
	lifecycle.Append(fx.StartStopHook(
		func() {
			running.Go(func() { registry.Run(ctx) })
			running.Go(func() { checker.Run(ctx) })
		},
		func() {
			cancel()
			running.Wait()
		},
	))
}
