// Package registrysvc is the registry, which keeps track of the services that run and the tools they offer.
package registrysvc

import (
	"go.uber.org/fx"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/health"
	"github.com/salaatflow/platform/registry-svc/internal/metrics"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/registry-svc/internal/store"
	"github.com/salaatflow/platform/services/kit"
)

// Name is the name of the service.
const Name = "registry-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		fx.Decorate(largeAnswers),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.NewMemory, fx.As(new(registrations.Store))),
			newRegistry,
			newChecker,
			fx.Annotate(newServer, fx.As(new(registryv1.RegistryServiceServer))),
		),
		kit.GRPC(registryv1.RegisterRegistryServiceServer),
		kit.Background[*registrations.Registry](), // expires leases
		kit.Background[*health.Checker](),         // checks the health of instances
		fx.Invoke(metrics.Register),
	)
}
