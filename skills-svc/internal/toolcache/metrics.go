package toolcache

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

var (
	hit  = metric.WithAttributes(attribute.String("result", "hit"))
	miss = metric.WithAttributes(attribute.String("result", "miss"))
)

func (c *Cache) measure(provider metric.MeterProvider) error {
	meter := provider.Meter("github.com/salaatflow/platform/skills-svc/internal/toolcache")
	reads, err := meter.Int64ObservableCounter("tool_cache.reads",
		metric.WithDescription("Reads of the cache of tool classifications, by result."))
	if err != nil {
		return fmt.Errorf("toolcache: metrics: %w", err)
	}
	failures, err := meter.Int64ObservableCounter("tool_cache.errors",
		metric.WithDescription("Exchanges with Redis that failed."))
	if err != nil {
		return fmt.Errorf("toolcache: metrics: %w", err)
	}
	away, err := meter.Int64ObservableGauge("tool_cache.away",
		metric.WithDescription("1 while the configured Redis cannot be reached, otherwise 0."))
	if err != nil {
		return fmt.Errorf("toolcache: metrics: %w", err)
	}
	_, err = meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		figures := c.Figures()
		o.ObserveInt64(reads, figures.Hits, hit)
		o.ObserveInt64(reads, figures.Misses, miss)
		o.ObserveInt64(failures, figures.Errors)
		if figures.State == Away {
			o.ObserveInt64(away, 1)
		} else {
			o.ObserveInt64(away, 0)
		}
		return nil
	}, reads, failures, away)
	if err != nil {
		return fmt.Errorf("toolcache: metrics: %w", err)
	}
	return nil
}
