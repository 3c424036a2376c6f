package bulkhead

import (
	"maps"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
)

func newShed() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "salaatflow_calls_shed_total",
		Help: "Calls answered RATE_LIMITED, by service and by the limit that they met: service, caller or gateway.",
	}, []string{"service", "bound"})
}

// bounds are the limits that a call can meet.
var bounds = []string{"service", "caller", "gateway"}

var (
	inFlight = prometheus.NewDesc("salaatflow_calls_in_flight",
		"Calls in flight over all edges, by service.", []string{"service"}, nil)
	queued = prometheus.NewDesc("salaatflow_calls_queued",
		"Calls waiting for a service that is at its limit.", []string{"service"}, nil)
)

// collector reads the limiter at each scrape, so that metrics cost calls nothing.
type collector struct{ *Limiter }

// Describe implements prometheus.Collector.
func (collector) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- inFlight
	descriptions <- queued
}

// Collect implements prometheus.Collector.
func (c collector) Collect(metrics chan<- prometheus.Metric) {
	for _, m := range c.snapshot() {
		metrics <- m
	}
}

// Budget is how many calls of a service run and wait now, and how many more it could have.
type Budget struct {
	Service             string
	Held, Waiting, Room int
}

// Budgets returns those of all services, by name.
func (l *Limiter) Budgets() []Budget {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []Budget
	for _, name := range slices.Sorted(maps.Keys(l.services)) {
		s := l.services[name]
		all = append(all, Budget{Service: name, Held: s.held, Waiting: len(s.queue), Room: max(0, s.room())})
	}
	return all
}

// Bounds returns the most calls in flight, and the most that may wait for one service.
func (l *Limiter) Bounds() (inFlight, queued int) { return l.options.MaxInFlight, l.options.MaxQueued }

func (l *Limiter) snapshot() []prometheus.Metric {
	l.mu.Lock()
	defer l.mu.Unlock()
	metrics := make([]prometheus.Metric, 0, 2*len(l.services))
	for name, s := range l.services {
		metrics = append(metrics,
			prometheus.MustNewConstMetric(inFlight, prometheus.GaugeValue, float64(s.held), name),
			prometheus.MustNewConstMetric(queued, prometheus.GaugeValue, float64(len(s.queue)), name))
	}
	return metrics
}
