package telemetry

import (
	"context"
	"log/slog"
	"sync/atomic"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// exports logs when a collector begins to refuse what it is sent, and when it takes it again. OpenTelemetry itself would
// print a line for each attempt, past the service's log.
type exports struct {
	logger  *slog.Logger
	what    string
	failing atomic.Bool
}

// note logs a change, and hides the error from the SDK, which would print it.
func (e *exports) note(ctx context.Context, err error) {
	switch {
	case err != nil && !e.failing.Swap(true):
		e.logger.WarnContext(ctx, "the OpenTelemetry collector takes nothing; it is dropped", "what", e.what, "error", err)
	case err == nil && e.failing.Swap(false):
		e.logger.InfoContext(ctx, "the OpenTelemetry collector takes everything again", "what", e.what)
	}
}

type spanExporter struct {
	sdktrace.SpanExporter
	exports
}

// ExportSpans implements sdktrace.SpanExporter.
func (e *spanExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	e.note(ctx, e.SpanExporter.ExportSpans(ctx, spans))
	return nil
}

type metricExporter struct {
	sdkmetric.Exporter
	exports
}

// Export implements sdkmetric.Exporter.
func (e *metricExporter) Export(ctx context.Context, metrics *metricdata.ResourceMetrics) error {
	e.note(ctx, e.Exporter.Export(ctx, metrics))
	return nil
}
