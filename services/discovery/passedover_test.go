package discovery_test

import (
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/discovery"
)

// An operator sees which service has an instance that hangs, and since when, without a line for each call.
func TestAHungInstanceIsCountedAndLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log logbook
		metrics := prometheus.NewRegistry()
		discovery.New(discovery.Options{Metrics: metrics}) // another watcher of the same program
		conn, a, _ := pair(t, func(o *discovery.Options) {
			o.Logger, o.Metrics = slog.New(slog.NewTextHandler(&log, nil)), metrics
		})
		a.hang()
		stuck := load{}
		stuck.run(t, conn, sow, 20*time.Millisecond, 5*time.Second)
		line := `level=INFO msg="an instance gives no answer; it gets no calls until it does" instance_of=garden-svc address=127.0.0.1:1`
		if got := strings.Count(log.String(), line); got != 1 {
			t.Errorf("said %d times in\n%s", got, &log)
		}
		if got := passedOver(t, metrics, "garden-svc"); got != 1 {
			t.Errorf("counted %v times", got)
		}
		if strings.Contains(log.String(), "answers again") {
			t.Errorf("it is said to answer:\n%s", &log)
		}
		a.goOn()
		stuck.ends()
		if got := strings.Count(log.String(), "the instance answers again"); got != 1 {
			t.Errorf("that it answers is said %d times in\n%s", got, &log)
		}
	})
}

// passedOver reads how often an instance of a service was left out.
func passedOver(t *testing.T, metrics prometheus.Gatherer, service string) (n float64) {
	t.Helper()
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			labels := metric.GetLabel()
			if family.GetName() == "salaatflow_instances_passed_over_total" && len(labels) == 1 &&
				labels[0].GetName() == "service" && labels[0].GetValue() == service {
				n += metric.GetCounter().GetValue()
			}
		}
	}
	return n
}
