package trail

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// AnchorMetrics tell whether the trail is anchored, and whether it still is what was anchored.
type AnchorMetrics struct {
	anchored      prometheus.Gauge
	written, gone prometheus.Counter
}

// NewAnchorMetrics returns the metrics of an Anchorer that anchors as often as every, and registers them with to.
func NewAnchorMetrics(to prometheus.Registerer, every time.Duration) *AnchorMetrics {
	m := &AnchorMetrics{
		anchored: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "salaatflow_audit_anchored_seconds",
			Help: "When the end of the audit trail was last known to be anchored, in Unix time; 0 before the first time.",
		}),
		written: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "salaatflow_audit_anchors_total",
			Help: "Anchors of the audit trail that were written to the log, and to the file where there is one.",
		}),
		gone: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "salaatflow_audit_anchors_gone_total",
			Help: "Anchored lines that the audit trail no longer had, since it was cut or written anew.",
		}),
	}
	interval := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "salaatflow_audit_anchor_interval_seconds", Help: "How often the end of the audit trail is anchored.",
	})
	interval.Set(every.Seconds())
	to.MustRegister(m.anchored, m.written, m.gone, interval)
	return m
}
