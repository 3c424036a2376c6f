// Package metrics measures the registry.
package metrics

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

const scope = "github.com/salaatflow/platform/registry-svc"

// instruments are read whenever somebody collects.
type instruments struct {
	registered, callable, tools, watchers metric.Int64ObservableGauge
	resyncs, expired                      metric.Int64ObservableCounter
	lost                                  metric.Float64ObservableCounter
}

// Register has the provider measure the registry: the instances registered and those that can be called, by service;
// the tools; the watchers, and how often one had to be sent the whole catalogue again; the leases that expired,
// and the time by which they were postponed.
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
	i.tools = gauge("registry.tools", "{tool}", "Tools in the catalogue.")
	i.watchers = gauge("registry.watchers", "{watcher}", "Watchers of the catalogue.")
	i.resyncs = counter("registry.watchers.resyncs", "{resync}", "Watchers that lagged behind and were sent the whole again.")
	i.expired = counter("registry.leases.expired", "{lease}", "Leases that ended because nobody kept them alive.")
	var err error
	i.lost, err = meter.Float64ObservableCounter("registry.leases.lost_time", metric.WithUnit("s"),
		metric.WithDescription("Time in which the registry could not look after its leases, and by which they lived longer."))
	errs = append(errs, err)
	_, err = meter.RegisterCallback(
		func(ctx context.Context, o metric.Observer) error { return i.observe(ctx, o, registry) },
		i.registered, i.callable, i.tools, i.watchers, i.resyncs, i.expired, i.lost)
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
	if current, err := registry.Catalog(); err == nil { // before it is settled there is none
		callable := map[string]int64{}
		for _, instance := range current.Instances() {
			callable[instance.Service]++
		}
		observeByService(o, i.callable, callable)
		o.ObserveInt64(i.tools, int64(len(current.Tools())))
	}
	stats := registry.Stats()
	o.ObserveInt64(i.watchers, stats.Watchers)
	o.ObserveInt64(i.resyncs, stats.Resyncs)
	o.ObserveInt64(i.expired, stats.Expired)
	o.ObserveFloat64(i.lost, stats.Lost.Seconds())
	return nil
}

func observeByService(o metric.Observer, gauge metric.Int64ObservableGauge, counts map[string]int64) {
	for service, count := range counts {
		o.ObserveInt64(gauge, count, metric.WithAttributes(attribute.String("service", service)))
	}
}
