package xds

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/metric"
)

// measure registers how many clients there are with the provider.
func measure(provider metric.MeterProvider, s *Server) error {
	meter := provider.Meter("github.com/salaatflow/platform/registry-svc/internal/xds")
	_, err := meter.Int64ObservableGauge("registry.xds.streams", metric.WithUnit("{stream}"),
		metric.WithDescription("Streams by which xDS clients follow the catalogue."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(int64(s.streams.count()))
			return nil
		}))
	if err != nil {
		return fmt.Errorf("metrics of xDS: %w", err)
	}
	return nil
}
