package discovery

import (
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// passings counts how often instances were left out because they hung, by service, and logs when one is and when it
// answers again.
type passings struct {
	logger *slog.Logger
	times  *prometheus.CounterVec
}

// newPassings uses the counter that another watcher of the same program has registered, if there is one. registerer may be
// nil.
func newPassings(logger *slog.Logger, registerer prometheus.Registerer) *passings {
	times := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "salaatflow_instances_passed_over_total",
		Help: "Times that an instance was left out because it gave no answer, by service.",
	}, []string{"service"})
	if registerer == nil {
		return &passings{logger: logger, times: times}
	}
	var there prometheus.AlreadyRegisteredError
	if err := registerer.Register(times); errors.As(err, &there) {
		if registered, ok := there.ExistingCollector.(*prometheus.CounterVec); ok {
			times = registered
		}
	}
	return &passings{logger: logger, times: times}
}

// Hangs implements balancing.Observer.
func (p *passings) Hangs(service, address string) {
	p.times.WithLabelValues(service).Inc()
	p.logger.Info("an instance gives no answer; it gets no calls until it does", "instance_of", service, "address", address)
}

// Fails implements balancing.Observer.
func (p *passings) Fails(service, address string, ejected time.Duration) {
	p.logger.Info("an instance keeps failing; calls go to others", "instance_of", service, "address", address, "for", ejected)
}

// Answers implements balancing.Observer.
func (p *passings) Answers(service, address string) {
	p.logger.Info("the instance answers again; it gets calls", "instance_of", service, "address", address)
}
