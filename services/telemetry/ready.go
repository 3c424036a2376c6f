package telemetry

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// ReportReady registers the metric salaatflow_ready, which is 1 while ready returns true and otherwise 0. ready is called
// at each scrape and must be safe for concurrent use.
func ReportReady(registerer prometheus.Registerer, ready func() bool) error {
	gauge := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "salaatflow_ready", Help: "1 while /readyz answers 200, otherwise 0.",
	}, func() float64 {
		if ready() {
			return 1
		}
		return 0
	})
	if err := registerer.Register(gauge); err != nil {
		return fmt.Errorf("telemetry: prometheus: %w", err)
	}
	return nil
}
