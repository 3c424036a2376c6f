package httpedge

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/tracing"
)

// forgetful is a collector of spans that keeps none.
type forgetful struct{}

func (forgetful) ExportSpans(context.Context, []sdktrace.ReadOnlySpan) error { return nil }

func (forgetful) Shutdown(context.Context) error { return nil }

// What a request costs because it is observed: by its ID, which it gets here or brings along, and by a span, which is handed
// over to be sent. What sending costs is not in it.
func BenchmarkObserve(b *testing.B) {
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(forgetful{}))
	defer provider.Shutdown(context.Background())
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	edge := func(tracer *tracing.Tracer) http.Handler {
		e := &Edge{Options: Options{Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(), Tracer: tracer}}
		return e.observe(answer)
	}
	for _, observed := range []struct {
		name    string
		handler http.Handler
		id      string
	}{
		{"not at all", answer, ""},
		{"a new ID", edge(nil), ""},
		{"the client's ID", edge(nil), "4bf92f3577b34da6a3ce929d0e0e4736"},
		{"a new ID and a span", edge(tracing.New(provider)), ""},
	} {
		b.Run(observed.name, func(b *testing.B) {
			request := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/api/v1/tools/"+toolnames.ListTasks, nil)
			if observed.id != "" {
				request.Header.Set("X-Request-Id", observed.id)
			}
			b.ReportAllocs()
			for b.Loop() {
				observed.handler.ServeHTTP(&bare{header: http.Header{}}, request)
			}
		})
	}
}

// bare is a response that is thrown away.
type bare struct{ header http.Header }

func (b *bare) Header() http.Header { return b.header }

func (*bare) Write(part []byte) (int, error) { return len(part), nil }

func (*bare) WriteHeader(int) {}
