package access

import "github.com/prometheus/client_golang/prometheus"

// metrics say how the policy file is. A nil *metrics counts nothing.
type metrics struct {
	good     prometheus.Gauge
	reloads  *prometheus.CounterVec
	failures prometheus.Counter
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	if registerer == nil {
		return nil
	}
	m := &metrics{
		good: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "salaatflow_policy_good", Help: "1 while the rules in force are those of the policy file, 0 while that is broken.",
		}),
		reloads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "salaatflow_policy_reloads_total", Help: "How often the policy file was read again, by result.",
		}, []string{"result"}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "salaatflow_policy_failures_total", Help: "How many calls were refused because a rule could not be evaluated.",
		}),
	}
	m.good.Set(1)
	for _, result := range []string{"ok", "broken"} { // 0, so that the first one is an increase
		m.reloads.WithLabelValues(result)
	}
	registerer.MustRegister(m.good, m.reloads, m.failures)
	return m
}

func (m *metrics) reloaded(err error) {
	switch {
	case m == nil:
	case err != nil:
		m.good.Set(0)
		m.reloads.WithLabelValues("broken").Inc()
	default:
		m.good.Set(1)
		m.reloads.WithLabelValues("ok").Inc()
	}
}

func (m *metrics) failed(error) {
	if m != nil {
		m.failures.Inc()
	}
}
