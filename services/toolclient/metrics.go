package toolclient

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/telemetry"
)

// metrics are bound to canonical names, never to what a caller sent, so their number is bounded by the catalogue.
type metrics struct {
	calls   *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	aliases *prometheus.CounterVec

	mu        sync.RWMutex
	succeeded map[string]success // by canonical name
}

// success is where a call of a tool counts that succeeds, which is looked up once.
type success struct {
	calls   prometheus.Counter
	seconds prometheus.Observer
}

// newMetrics registers the metrics, unless registerer is nil.
func newMetrics(registerer prometheus.Registerer) *metrics {
	m := &metrics{
		succeeded: map[string]success{},
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "salaatflow_tool_calls_total",
			Help: "Tool calls by canonical tool name and error code; the code is empty for a success.",
		}, []string{"tool", "error"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "salaatflow_tool_call_duration_seconds",
			Help:    "How long tool calls took, by canonical tool name.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"tool"}),
		aliases: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "salaatflow_tool_alias_uses_total",
			Help: "Tool calls by alias. An alias without uses can be retired.",
		}, []string{"alias", "tool"}),
	}
	if registerer != nil {
		registerer.MustRegister(m.calls, m.seconds, m.aliases)
	}
	return m
}

// Began counts and times a call of a tool that is made without this client, as by its REST path. tool is the canonical name;
// ended is called once, with why the call failed, or with nil.
func (c *Client) Began(ctx context.Context, tool string) (ended func(failed *apperr.Error)) {
	started := c.clock.Now()
	return func(failed *apperr.Error) {
		code := ""
		if failed != nil {
			code = failed.ToolCode()
		}
		c.metrics.done(ctx, tool, code, c.clock.Since(started))
	}
}

func (m *metrics) done(ctx context.Context, tool, code string, took time.Duration) {
	if code == "" {
		known := m.success(tool)
		known.calls.Inc()
		telemetry.Observe(ctx, known.seconds, took)
		return
	}
	m.calls.WithLabelValues(tool, code).Inc()
	telemetry.Observe(ctx, m.seconds.WithLabelValues(tool), took)
}

func (m *metrics) success(tool string) success {
	m.mu.RLock()
	known, ok := m.succeeded[tool]
	m.mu.RUnlock()
	if ok {
		return known
	}
	known = success{m.calls.WithLabelValues(tool, ""), m.seconds.WithLabelValues(tool)}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.succeeded[tool] = known
	return known
}
