// Package metrics measures the registry.
package metrics

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

const scope = "github.com/salaatflow/platform/registry-svc"

// instruments are read at each collection.
type instruments struct {
	registered, callable, waiting, quarantined, tools, watchers metric.Int64ObservableGauge
	resyncs, expired                                            metric.Int64ObservableCounter
	lost                                                        metric.Float64ObservableCounter
}

// Register registers the registry's metrics with the provider: instances that are registered, that can be called and that
// wait because of their version, by service; definitions that wait for a decision, by service; tools; watchers and their
// resyncs; expired leases, and the time by which leases were extended.
func Register(provider metric.MeterProvider, registry *registrations.Registry) error {
	meter := provider.Meter(scope)
	var i instruments
	var errs []error
	gauge := func(name, unit, description string) metric.Int64ObservableGauge {
		made, err := meter.Int64ObservableGauge(name, metric.WithUnit(unit), metric.WithDescription(description))
		errs = append(errs, err)
		return made
	}
	counter := func(name, unit, description string) metric.Int64ObservableCounter {
		made, err := meter.Int64ObservableCounter(name, metric.WithUnit(unit), metric.WithDescription(description))
		errs = append(errs, err)
		return made
	}
	i.registered = gauge("registry.instances.registered", "{instance}", "Instances that hold a lease, by service.")
	i.callable = gauge("registry.instances.callable", "{instance}", "Instances in the catalogue, by service.")
	i.waiting = gauge("registry.instances.waiting", "{instance}",
		"Instances that get no calls because their version skips a major one, by service.")
	i.quarantined = gauge("registry.definitions.quarantined", "{definition}",
		"Definitions that differ from the accepted one of their version and wait for a decision, by service.")
	i.tools = gauge("registry.tools", "{tool}", "Tools in the catalogue.")
	i.watchers = gauge("registry.watchers", "{watcher}", "Watchers of the catalogue.")
	i.resyncs = counter("registry.watchers.resyncs", "{resync}", "Watchers that fell behind and were sent the whole catalogue again.")
	i.expired = counter("registry.leases.expired", "{lease}", "Leases that ended because they were not renewed.")
	var err error
	i.lost, err = meter.Float64ObservableCounter("registry.leases.lost_time", metric.WithUnit("s"),
		metric.WithDescription("Time in which the registry could not run, by which it extended all leases."))
	errs = append(errs, err)
	_, err = meter.RegisterCallback(
		func(ctx context.Context, o metric.Observer) error { return i.observe(ctx, o, registry) },
		i.registered, i.callable, i.waiting, i.quarantined, i.tools, i.watchers, i.resyncs, i.expired, i.lost)
	if err := errors.Join(append(errs, err)...); err != nil {
		return fmt.Errorf("metrics of the registry: %w", err)
	}
	return nil
}

func (i instruments) observe(ctx context.Context, o metric.Observer, registry *registrations.Registry) error {
	all, err := registry.Registrations(ctx)
	if err != nil {
		return fmt.Errorf("measure the registry: %w", err)
	}
	registered := map[string]int64{}
	for _, registration := range all {
		registered[registration.Instance.Service]++
	}
	observeByService(o, i.registered, registered)
	if current, err := registry.Catalog(); err == nil { // there is none before it has settled
		callable := map[string]int64{}
		for _, instance := range current.Instances() {
			callable[instance.Service]++
		}
		observeByService(o, i.callable, callable)
		o.ObserveInt64(i.tools, countTools(current))
	}
	stats := registry.Stats()
	waiting := map[string]int64{}
	for service := range registered {
		waiting[service] = stats.Waiting[service]
	}
	observeByService(o, i.waiting, waiting)
	pins, err := registry.Pins(ctx, "")
	if err != nil {
		return fmt.Errorf("measure the registry: %w", err)
	}
	quarantined := map[string]int64{}
	for _, pin := range pins {
		quarantined[pin.Service] += 0 // so that it falls to 0 once it is decided
		if pin.State == registrations.Quarantined {
			quarantined[pin.Service]++
		}
	}
	observeByService(o, i.quarantined, quarantined)
	o.ObserveInt64(i.watchers, stats.Watchers)
	o.ObserveInt64(i.resyncs, stats.Resyncs)
	o.ObserveInt64(i.expired, stats.Expired)
	o.ObserveFloat64(i.lost, stats.Lost.Seconds())
	return nil
}

// countTools counts the tools by their names, which takes less than to put together all that is known of them.
func countTools(current *catalog.Catalog) int64 {
	names := map[string]struct{}{}
	for _, definition := range current.Definitions() {
		for _, name := range definition.ToolNames {
			names[name] = struct{}{}
		}
	}
	return int64(len(names))
}

func observeByService(o metric.Observer, gauge metric.Int64ObservableGauge, counts map[string]int64) {
	for service, count := range counts {
		o.ObserveInt64(gauge, count, metric.WithAttributes(attribute.String("service", service)))
	}
}
