package classification

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Figures returns the figures of this instance.
func (c *Classifier) Figures() skills.ClassificationFigures {
	known := c.current.Load()
	cached := c.Cache.Figures()
	figures := skills.ClassificationFigures{
		Tools:         len(known.tools),
		Pending:       known.pending,
		ByOrigin:      map[skills.Origin]int{},
		ModelCalls:    c.calls.Load(),
		ModelFailures: c.failures.Load(),
		ModelLatency:  c.latency.Latency(),
		CacheHits:     cached.Hits,
		CacheMisses:   cached.Misses,
		CacheErrors:   cached.Errors,
		CacheState:    string(cached.State),
		Disagreements: known.disagreements,
	}
	for _, said := range known.tools {
		figures.ByOrigin[said.Origin]++
	}
	return figures
}

// measure registers the metrics. Package languagemodel measures how long the model takes, and package toolcache what
// the cache does.
func (c *Classifier) measure(provider metric.MeterProvider) error {
	meter := provider.Meter("github.com/salaatflow/platform/skills-svc/internal/classification")
	tools, err := meter.Int64ObservableGauge("tool_classifications",
		metric.WithDescription("Registered tools, by the origin of their classification; pending while there is none."))
	if err != nil {
		return fmt.Errorf("classification: metrics: %w", err)
	}
	compared, err := meter.Int64ObservableGauge("tool_classification.compared",
		metric.WithDescription("Registered tools that two origins classify, and whether they agree."))
	if err != nil {
		return fmt.Errorf("classification: metrics: %w", err)
	}
	_, err = meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		figures := c.Figures()
		for _, origin := range precedence {
			o.ObserveInt64(tools, int64(figures.ByOrigin[origin]), metric.WithAttributes(attribute.String("origin", string(origin))))
		}
		o.ObserveInt64(tools, int64(figures.Pending), metric.WithAttributes(attribute.String("origin", "pending")))
		for between, d := range pairs(figures.Disagreements) {
			observe := func(n int, agree bool) {
				o.ObserveInt64(compared, int64(n), metric.WithAttributes(
					attribute.String("between", between), attribute.Bool("agree", agree)))
			}
			observe(d.Compared-d.Differ, true)
			observe(d.Differ, false)
		}
		return nil
	}, tools, compared)
	if err != nil {
		return fmt.Errorf("classification: metrics: %w", err)
	}
	return nil
}

func pairs(d skills.Disagreements) map[string]skills.Disagreement {
	return map[string]skills.Disagreement{
		"model_map": d.ModelMap, "model_admin": d.ModelAdmin, "map_admin": d.MapAdmin,
		"declared_model": d.DeclaredModel, "declared_map": d.DeclaredMap,
	}
}
