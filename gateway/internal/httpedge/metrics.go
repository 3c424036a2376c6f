package httpedge

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/telemetry"
)

// requestMetrics counts and times requests.
type requestMetrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newRequestMetrics(registerer prometheus.Registerer) requestMetrics {
	m := requestMetrics{
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

func (m requestMetrics) done(r *http.Request, route string, status int, took time.Duration) {
	method := knownMethod(r.Method)
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	telemetry.Observe(r.Context(), m.seconds.WithLabelValues(route, method), took)
}

// knownMethod returns a method as a label: whatever a client sends, there are only a few.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}
