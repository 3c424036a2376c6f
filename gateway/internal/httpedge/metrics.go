package httpedge

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// newRequestMetrics returns a decorator that counts the requests of a route by method and status.
func newRequestMetrics(registerer prometheus.Registerer) func(route string, next http.Handler) http.Handler {
	requests := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "salaatflow_http_requests_total",
		Help: "HTTP requests by route, method and status, except those at /mcp.",
	}, []string{"route", "method", "code"})
	registerer.MustRegister(requests)
	return func(route string, next http.Handler) http.Handler {
		return promhttp.InstrumentHandlerCounter(requests.MustCurryWith(prometheus.Labels{"route": route}), next)
	}
}
