package httpedge

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/telemetry"
)

// requestMetrics counts and times requests.
type requestMetrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec

	mu    sync.RWMutex
	known map[answered]counted // as many as there are series of requests
}

// answered is what the labels of a request say, and counted is where it counts, which is looked up once.
type (
	answered struct {
		route, method string
		status        int
	}
	counted struct {
		requests prometheus.Counter
		seconds  prometheus.Observer
	}
)

func newRequestMetrics(registerer prometheus.Registerer) *requestMetrics {
	m := &requestMetrics{
		known: map[answered]counted{},
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "salaatflow_http_requests_total",
			Help: "HTTP requests by route, method and status, except those at /mcp.",
		}, []string{"route", "method", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "salaatflow_http_request_duration_seconds",
			Help:    "How long HTTP requests took, by route and method, except those at /mcp.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "method"}),
	}
	registerer.MustRegister(m.requests, m.seconds)
	return m
}

func (m *requestMetrics) done(r *http.Request, route string, status int, took time.Duration) {
	count := m.of(answered{route, knownMethod(r.Method), status})
	count.requests.Inc()
	telemetry.Observe(r.Context(), count.seconds, took)
}

func (m *requestMetrics) of(a answered) counted {
	m.mu.RLock()
	count, ok := m.known[a]
	m.mu.RUnlock()
	if ok {
		return count
	}
	count = counted{
		m.requests.WithLabelValues(a.route, a.method, strconv.Itoa(a.status)), m.seconds.WithLabelValues(a.route, a.method),
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known[a] = count
	return count
}

// knownMethod returns a method as a label: whatever a client sends, there are only a few.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}
