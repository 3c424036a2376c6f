// Package kit composes a service. A service's module.go lists what is its own. The kit adds a gRPC server with health and
// reflection, registration with a lease, logs, traces, metrics, an ops port, and a graceful shutdown. Main makes a program
// of it.
package kit

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/metric"
	"go.uber.org/fx"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/registration"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/telemetry"
)

// Module is a part of a program that App runs. A service's Module function returns one.
type Module = fx.Option

// Service composes a service from what the kit provides and what is its own. Everything is private to the service,
// so that several live in one App. Constructors may ask for
//
//	*slog.Logger            the service's log
//	clock.Clock             the time
//	metric.MeterProvider    instruments
//	prometheus.Registerer   collectors of their own
//	grpcclient.Options      how to dial another service, traced, with the platform's credential and this program's certificate
//	*mtls.Source            this program's certificate, nil without TLS
//	*registration.Descriptions  to add text to the comments of RPCs, at any time
//	*kit.Preparation        to do something before the first call
//	*kit.Readiness          to report while something is unavailable that the service needs
//	*kit.Peers              to ask another service
//	*access.Decider         who may call what
//	audit.Recorder          to record an act that is no call
//
// and gRPC services are registered with GRPC. On start the service prepares, listens, serves, looks for the services that it
// asks, and then registers. It is ready, for /readyz and gRPC health, while gateways can know it and everything that it depends
// on, such as its database, works. On stop it answers NOT_SERVING, deregisters, waits until gateways know, lets running calls
// finish, and then closes what its constructors opened.
func Service(name string, config Config, own ...fx.Option) fx.Option {
	options := []fx.Option{
		fx.Error(nonNil(setting.Wrong(config.Validate()))...),
		fx.Provide(
			fx.Private,
			func(lc fx.Lifecycle) (*telemetry.Telemetry, error) { return newTelemetry(lc, name, config) },
			func(t *telemetry.Telemetry) *slog.Logger { return t.Logger },
			func(t *telemetry.Telemetry) metric.MeterProvider { return t.MeterProvider },
			func(t *telemetry.Telemetry) prometheus.Registerer { return t.Registerer },
			config.OpenCredential,
			config.OpenTLS,
			func(t *telemetry.Telemetry, c *credential.Credential, s *mtls.Source) grpcclient.Options {
				return grpcclient.Options{TracerProvider: t.TracerProvider, Credential: c, TLS: s}
			},
			func() clock.Clock { return clock.OrSystem(config.Clock) },
			func(
				lc fx.Lifecycle, t *telemetry.Telemetry, dial grpcclient.Options,
			) (audit.Recorder, error) {
				return newRecorder(lc, name, config, t, dial)
			},
			registration.NewDescriptions,
			func(t *telemetry.Telemetry) (*access.Decider, error) {
				return config.OpenAccess(t, clock.OrSystem(config.Clock))
			},
			func(c *credential.Credential, s *mtls.Source, d *access.Decider) grpcserver.Options {
				return grpcserver.Options{Service: name, Credential: c, TLS: s, Edges: config.Edges, Access: d}
			},
			func(t *telemetry.Telemetry, o grpcserver.Options, r audit.Recorder) *grpcserver.Server {
				o.Audit = r
				return newServer(config, t, o)
			},
			func(s *grpcserver.Server) grpc.ServiceRegistrar { return s },
			func(s *grpcserver.Server, c clock.Clock, logger *slog.Logger) *Readiness {
				readiness := newReadiness(s, c, logger)
				config.Together.add(name, readiness)
				return readiness
			},
			newPreparation,
			newPeers,
		),
	}
	options = append(options, own...)
	return fx.Module(name, append(options, fx.Invoke(
		func(
			lc fx.Lifecycle, t *telemetry.Telemetry, s *grpcserver.Server, r *Readiness, dial grpcclient.Options,
			d *registration.Descriptions, p *Preparation, peers *Peers, fail Fail,
		) {
			i := &instance{
				name: name, config: config, dial: dial, telemetry: t, server: s, readiness: r, preparation: p, descriptions: d,
				peers: peers, fail: fail,
			}
			lc.Append(fx.StartStopHook(i.start, i.stop)) // last to start, first to stop
		},
	))...)
}

// GRPC registers a gRPC service, with the Register function that its proto generated: kit.GRPC(
// tasksv1.RegisterTaskServiceServer). A constructor of the service's own gives the server interface.
func GRPC[Server any](register func(grpc.ServiceRegistrar, Server)) fx.Option {
	return fx.Invoke(func(registrar grpc.ServiceRegistrar, server Server) { register(registrar, server) })
}

// OnBehalf lets further programs than the edges say for which user they call one method, given by its full name.
func OnBehalf(fullMethod string, programs ...string) fx.Option {
	return fx.Invoke(func(server *grpcserver.Server) { server.AllowOnBehalf(fullMethod, programs...) })
}

// EdgesOnly lets only the edges call one method, given by its full name, where certificates say who calls.
func EdgesOnly(fullMethod string) fx.Option {
	return fx.Invoke(func(server *grpcserver.Server) { server.EdgesOnly(fullMethod) })
}

// ClassifyErrors turns errors of what the service depends on, such as an unreachable database, into the platform's before
// callers get them: classify returns an *apperr.Error, or the error as it is.
func ClassifyErrors(classify func(error) error) fx.Option {
	return fx.Decorate(func(o grpcserver.Options) grpcserver.Options {
		o.Classify = classify
		return o
	})
}

func newTelemetry(lc fx.Lifecycle, name string, config Config) (*telemetry.Telemetry, error) {
	ctx := context.Background() //nolint:forbidigo // a constructor has none, and this one waits for nobody
	t, err := telemetry.New(ctx, telemetry.Options{
		Service:    name,
		Version:    VersionOr(config.Version),
		Config:     config.Telemetry,
		Output:     config.LogOutput,
		Registerer: config.Registerer,
	})
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(t.Shutdown))
	return t, nil
}

func newServer(config Config, t *telemetry.Telemetry, options grpcserver.Options) *grpcserver.Server {
	options.Logger = t.Logger
	options.TracerProvider = t.TracerProvider
	options.MeterProvider = t.MeterProvider
	options.Deadline = config.Deadline
	options.MaxConnectionAge = config.MaxConnectionAge
	return grpcserver.New(options)
}

func nonNil(err error) []error {
	if err == nil {
		return nil
	}
	return []error{err}
}
