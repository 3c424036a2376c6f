package bulkhead

import "github.com/prometheus/client_golang/prometheus"

func newShed() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "salaatflow_calls_shed_total",
		Help: "Calls answered RATE_LIMITED by service and by which bound they met: the service's, the caller's at the service, or the gateway's.",
	}, []string{"service", "bound"})
}

var (
	inFlight = prometheus.NewDesc("salaatflow_calls_in_flight",
		"Calls that the gateway is executing now, over all edges, by service.", []string{"service"}, nil)
	queued = prometheus.NewDesc("salaatflow_calls_queued",
		"Calls that wait now for a service which is at its bound.", []string{"service"}, nil)
)

// collector reads the limiter when it is asked, so that calls cost no metric.
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
