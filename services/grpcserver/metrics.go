package grpcserver

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc/codes"
)

const scope = "github.com/salaatflow/platform/services/grpcserver"

// codeCount is the number of gRPC codes.
const codeCount = int(codes.Unauthenticated) + 1

// measured holds the attributes of a method, one set per code, built once.
type measured [codeCount][]metric.RecordOption

func newMeasured(method string) measured {
	var m measured
	for code := range m {
		m[code] = []metric.RecordOption{metric.WithAttributeSet(attribute.NewSet(
			attribute.String("rpc.system.name", "grpc"),
			attribute.String("rpc.method", method),
			attribute.String("rpc.response.status_code", codes.Code(code).String()),
		))}
	}
	return m
}

// metrics counts what the server does. A nil *metrics counts nothing.
type metrics struct {
	duration metric.Float64Histogram
	active   atomic.Int64
}

func newMetrics(provider metric.MeterProvider) (*metrics, error) {
	if provider == nil {
		return nil, nil
	}
	m := &metrics{}
	meter := provider.Meter(scope)
	var err error
	m.duration, err = meter.Float64Histogram("rpc.server.call.duration",
		metric.WithUnit("s"), metric.WithDescription("How long calls took, by method and status code."),
		metric.WithExplicitBucketBoundaries(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10))
	if err != nil {
		return nil, fmt.Errorf("grpcserver: metrics: %w", err)
	}
	_, err = meter.Int64ObservableGauge("rpc.server.active_calls",
		metric.WithDescription("How many calls are being answered now."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(m.active.Load())
			return nil
		}))
	if err != nil {
		return nil, fmt.Errorf("grpcserver: metrics: %w", err)
	}
	return m, nil
}

func (m *metrics) began() {
	if m != nil {
		m.active.Add(1)
	}
}

func (m *metrics) finished(ctx context.Context, of *method, took time.Duration, code codes.Code) {
	if m == nil {
		return
	}
	m.active.Add(-1)
	if int(code) >= codeCount {
		code = codes.Unknown
	}
	m.duration.Record(ctx, took.Seconds(), of.measured[code]...)
}
