// Package telemetry sets up the log, traces and metrics of one service. Nothing is global to the process, because a
// process may run several services, but where gRPC writes its own lines: into the log of the last one.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/salaatflow/platform/services/grpclogging"
)

// Options configures the telemetry of a service.
type Options struct {
	// Service and Version name the source.
	Service, Version string
	// Config holds the operator's settings.
	Config Config
	// Output receives the log; nil is standard error.
	Output io.Writer
	// Registerer receives the metrics; nil is a registry of the service's own, which Gatherer reads.
	Registerer prometheus.Registerer
}

// Telemetry is a service's log, traces and metrics. It is safe for concurrent use.
type Telemetry struct {
	// Logger writes one line a record, with trace_id and span_id of the context.
	Logger *slog.Logger
	// TracerProvider makes spans; nil while no OTLP endpoint is configured.
	TracerProvider trace.TracerProvider
	// MeterProvider makes instruments, which Prometheus and OTLP read.
	MeterProvider metric.MeterProvider
	// Registerer takes Prometheus collectors of the service's own.
	Registerer prometheus.Registerer
	// Gatherer reads the metrics; nil when Options.Registerer was given, whose owner reads them.
	Gatherer prometheus.Gatherer

	closers []func(context.Context) error
}

// New returns a service's telemetry. ctx bounds only New itself. An OTLP collector need not be up yet.
func New(ctx context.Context, options Options) (*Telemetry, error) {
	t := &Telemetry{Logger: newLogger(options), Registerer: options.Registerer}
	if t.Registerer == nil {
		registry := prometheus.NewRegistry()
		t.Registerer, t.Gatherer = registry, registry
	}
	if err := t.build(ctx, options); err != nil {
		return nil, errors.Join(err, t.Shutdown(ctx))
	}
	return t, nil
}

func (t *Telemetry) build(ctx context.Context, options Options) error {
	source := resource.NewSchemaless(
		attribute.String("service.name", options.Service),
		attribute.String("service.version", options.Version))
	reader, err := otelprometheus.New(
		otelprometheus.WithRegisterer(t.Registerer),
		otelprometheus.WithoutScopeInfo(),
		otelprometheus.WithoutTargetInfo())
	if err != nil {
		return fmt.Errorf("telemetry: prometheus: %w", err)
	}
	meters := []sdkmetric.Option{sdkmetric.WithReader(reader), sdkmetric.WithResource(source)}
	if endpoint := options.Config.OTLPEndpoint; endpoint != "" {
		exporter, err := otlpmetricgrpc.New(ctx, otlpmetricgrpc.WithEndpointURL(endpoint))
		if err != nil {
			return fmt.Errorf("telemetry: OTLP metrics: %w", err)
		}
		meters = append(meters, sdkmetric.WithReader(sdkmetric.NewPeriodicReader(
			&metricExporter{exporter, exports{logger: t.Logger, what: "metrics"}})))
		if err := t.trace(ctx, endpoint, source); err != nil {
			return err
		}
	}
	provider := sdkmetric.NewMeterProvider(meters...)
	t.MeterProvider = provider
	t.closers = append(t.closers, provider.Shutdown)
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "salaatflow_build_info", Help: "Always 1, by what is running and its version.",
		ConstLabels: prometheus.Labels{"program": options.Service, "version": options.Version},
	})
	build.Set(1)
	if err := t.Registerer.Register(build); err != nil {
		return fmt.Errorf("telemetry: prometheus: %w", err)
	}
	return nil
}

func (t *Telemetry) trace(ctx context.Context, endpoint string, source *resource.Resource) error {
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(endpoint))
	if err != nil {
		return fmt.Errorf("telemetry: OTLP traces: %w", err)
	}
	logged := &spanExporter{exporter, exports{logger: t.Logger, what: "traces"}}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(logged), sdktrace.WithResource(source))
	t.TracerProvider = provider
	t.closers = append(t.closers, provider.Shutdown)
	return nil
}

// Shutdown sends buffered data within ctx, and stops. Call it once.
func (t *Telemetry) Shutdown(ctx context.Context) error {
	var failed []error
	for _, closer := range t.closers {
		failed = append(failed, closer(ctx))
	}
	if err := errors.Join(failed...); err != nil {
		return fmt.Errorf("telemetry: shut down: %w", err)
	}
	return nil
}

func newLogger(options Options) *slog.Logger {
	output := options.Output
	if output == nil {
		output = os.Stderr
	}
	logger := options.Config.Log.Logger(output)
	grpclogging.To(logger) // of the process, which may be several services'
	return logger.With(slog.String("service", options.Service))
}
