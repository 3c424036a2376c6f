package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/tracing"
)

// Observe adds a duration to a histogram of seconds, with the context's trace as an exemplar where it is recorded.
func Observe(ctx context.Context, histogram prometheus.Observer, took time.Duration) {
	id := tracing.Sampled(ctx)
	exemplified, ok := histogram.(prometheus.ExemplarObserver)
	if id == "" || !ok {
		histogram.Observe(took.Seconds())
		return
	}
	exemplified.ObserveWithExemplar(took.Seconds(), prometheus.Labels{"trace_id": id})
}
