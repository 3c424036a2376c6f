package languagemodel

import (
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// durations measures answers by OpenTelemetry's conventions for generative AI. The outcome of a failure is error.type.
type durations struct {
	histogram metric.Float64Histogram
	model     string
}

func newDurations(provider metric.MeterProvider, model string) (durations, error) {
	histogram, err := provider.Meter("github.com/salaatflow/platform/services/languagemodel").Float64Histogram(
		"gen_ai.client.operation.duration",
		metric.WithUnit("s"), metric.WithDescription("How long answers of the language model took, by outcome."),
		metric.WithExplicitBucketBoundaries(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96))
	if err != nil {
		return durations{}, fmt.Errorf("languagemodel: metrics: %w", err)
	}
	return durations{histogram: histogram, model: model}, nil
}

func (d durations) record(ctx context.Context, took time.Duration, err error) {
	attributes := []attribute.KeyValue{
		attribute.String("gen_ai.operation.name", "chat"),
		attribute.String("gen_ai.request.model", d.model),
	}
	if err != nil {
		attributes = append(attributes, attribute.String("error.type", Outcome(err)))
	}
	d.histogram.Record(ctx, took.Seconds(), metric.WithAttributes(attributes...))
}
