package outbox

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/audit"
)

type metrics struct {
	records          *prometheus.CounterVec
	allowed, refused prometheus.Counter // of records
	lost, suppressed prometheus.Counter
	failures         prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{
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
	m.allowed = m.records.WithLabelValues(string(audit.Allowed))
	m.refused = m.records.WithLabelValues(string(audit.Refused))
	return m
}

func (m *metrics) count(decision audit.Decision) {
	if decision == audit.Refused {
		m.refused.Inc()
		return
	}
	m.allowed.Inc()
}

func (m *metrics) register(to prometheus.Registerer, o *Outbox) {
	if to == nil {
		return
	}
	to.MustRegister(m.records, m.lost, m.suppressed, m.failures,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "salaatflow_audit_backlog_records", Help: "Audit records that audit-svc does not have yet.",
		}, func() float64 { return float64(o.backlog()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "salaatflow_audit_backlog_ratio", Help: "How full the outbox is, from 0 to 1.",
		}, func() float64 { _, full := o.Backlog(); return full }))
}
