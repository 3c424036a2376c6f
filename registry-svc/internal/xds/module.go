package xds

import (
	"log/slog"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/kit"
)

// Module returns the part of a registry that speaks xDS, at the registry's own address. It is not a part of every registry,
// because it is large: the protocol's messages are a fifth of the program.
func Module(limits Limits) kit.Module {
	return fx.Options(
		fx.Provide(
			fx.Private,
			func(r *registrations.Registry, c clock.Clock, l *slog.Logger) *Server {
				return New(Options{Registry: r, Limits: limits, Clock: c, Logger: l})
			},
		),
		fx.Invoke(func(server *grpcserver.Server, s *Server) { s.Register(server) }),
		kit.Background[*Server](), // tells clients what changes
		fx.Invoke(measure),
	)
}
