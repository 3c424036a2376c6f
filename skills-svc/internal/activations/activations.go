// Package activations counts how often skills are loaded.
package activations

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// Count counts since the start of the process. It is safe for concurrent use.
type Count struct {
	counter metric.Int64Counter

	mu       sync.Mutex
	bySkill  map[string]int
	notFound int
}

// New returns a Count that also counts in meters.
func New(meters metric.MeterProvider) (*Count, error) {
	counter, err := meters.Meter("skills").Int64Counter("skills.activations",
		metric.WithDescription("How often skills were loaded, by skill; none stands for names that no skill has."))
	if err != nil {
		return nil, fmt.Errorf("count activations: %w", err)
	}
	return &Count{counter: counter, bySkill: map[string]int{}}, nil
}

// Loaded counts that a skill was loaded.
func (c *Count) Loaded(ctx context.Context, skill string) {
	c.counter.Add(ctx, 1, metric.WithAttributes(attribute.String("skill", skill)))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bySkill[skill]++
}

// NotFound counts a request for a skill that does not exist.
func (c *Count) NotFound(ctx context.Context) {
	c.counter.Add(ctx, 1, metric.WithAttributes(attribute.String("skill", "none")))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.notFound++
}

// Figures returns the counts.
func (c *Count) Figures() (bySkill map[string]int, notFound int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.bySkill), c.notFound
}
