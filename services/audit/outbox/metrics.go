package outbox

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	records          *prometheus.CounterVec
	lost, suppressed prometheus.Counter
	failures         prometheus.Counter
}

func newMetrics() *metrics {
	return &metrics{
		records: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "salaatflow_audit_records_total", Help: "Audit records, by what was decided.",
		}, []string{"decision"}),
		lost: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "salaatflow_audit_lost_total", Help: "Audit records that could not be kept.",
		}),
		suppressed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "salaatflow_audit_suppressed_total", Help: "Refusals that were not recorded one by one, because one caller had too many.",
		}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "salaatflow_audit_shipping_failures_total", Help: "Shipments of audit records that audit-svc did not take.",
		}),
	}
}

func (m *metrics) register(to prometheus.Registerer, o *Outbox) {
	if to == nil {
		return
	}
	to.MustRegister(m.records, m.lost, m.suppressed, m.failures,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "salaatflow_audit_backlog_records", Help: "Audit records that audit-svc does not have yet.",
		}, func() float64 { return float64(o.last.Load() - o.shipped.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "salaatflow_audit_backlog_ratio", Help: "How full the outbox is, from 0 to 1.",
		}, func() float64 { return float64(o.waiting.Load()) / float64(o.options.MaxBytes) }))
}
