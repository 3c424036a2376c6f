package gateway

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/telemetry"
)

// Module returns the gateway as a part of a program. If serving fails, it logs the reason and ends the program with
// exit code 1. If started is not nil, it is called once the gateway listens.
func Module(config Config, started func(*Gateway)) kit.Module {
	return fx.Module("gateway",
		fx.Provide(fx.Private,
			func() Config { return config },
			newTelemetry,
			newGateway,
		),
		fx.Invoke(func(lc fx.Lifecycle, g *Gateway, fail kit.Fail) {
			lc.Append(fx.StartStopHook(func(ctx context.Context) error { return g.run(ctx, started, fail) }, g.Stop))
		}),
	)
}

func newTelemetry(lc fx.Lifecycle, config Config) (*telemetry.Telemetry, error) {
	options := telemetry.Options{
		Service: "gateway", Version: kit.VersionOr(config.Version), Config: config.Telemetry, Output: config.LogOutput,
	}
	if config.Metrics != nil {
		// Other parts of the program have metrics with the same names.
		options.Registerer = prometheus.WrapRegistererWith(prometheus.Labels{"component": "gateway"}, config.Metrics)
	}
	t, err := telemetry.New(context.Background(), options) //nolint:forbidigo // a constructor has none, and does not block
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(t.Shutdown))
	return t, nil
}

func newGateway(lc fx.Lifecycle, config Config, t *telemetry.Telemetry) (*Gateway, error) {
	shared, err := config.OpenCredential(t)
	if err != nil {
		return nil, err
	}
	source, err := config.OpenTLS(t)
	if err != nil {
		return nil, err
	}
	dial := grpcclient.Options{TracerProvider: t.TracerProvider, Credential: shared, TLS: source}
	registry, err := replicas.Dial(config.Registry, dial)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(registry.Close))
	var gatherer prometheus.Gatherer = config.Metrics
	if config.Metrics == nil {
		gatherer = t.Gatherer
	}
	decider, err := config.OpenAccess(t, clock.OrSystem(config.Clock))
	if err != nil {
		return nil, err
	}
	recorder, err := newRecorder(lc, config, t, dial)
	if err != nil {
		return nil, err
	}
	return New(context.Background(), Options{ //nolint:forbidigo // a constructor has none, and does not block
		Config: config, Registry: registry, Logger: t.Logger, Clock: clock.OrSystem(config.Clock),
		Metrics: t.Registerer, Gatherer: gatherer, Dial: dial, Access: decider,
		Audit: recorder,
	})
}

// newRecorder returns what keeps audit records: that of the program which the gateway is part of, or an outbox of its own.
func newRecorder(lc fx.Lifecycle, config Config, t *telemetry.Telemetry, dial grpcclient.Options) (audit.Recorder, error) {
	return kit.Recorder(lc, kit.Recording{
		Given: config.Recorder, Config: config.Audit, Program: "gateway", Registry: config.Registry, Dial: dial,
		Clock: clock.OrSystem(config.Clock), Logger: t.Logger, Metrics: t.Registerer,
	})
}
