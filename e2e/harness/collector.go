package harness

import (
	"context"
	"encoding/hex"
	"net"
	"strings"
	"sync"
	"testing"

	collectormetrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	"google.golang.org/grpc"
)

// Span is a span that a Collector received.
type Span struct {
	// Trace, ID and Parent are hexadecimal; Parent is empty for the first span of a trace.
	Trace, ID, Parent string
	// Service is the part of the platform that made it.
	Service, Name string
	// Attributes are those that are texts.
	Attributes map[string]string
}

// Collector is an OpenTelemetry collector that keeps the spans it receives.
type Collector struct {
	collectortrace.UnimplementedTraceServiceServer
	// URL is what to set --otlp-endpoint to.
	URL string

	mu       sync.Mutex
	spans    []Span
	received strings.Builder
}

// StartCollector starts a collector that runs until the end of the test.
func StartCollector(t testing.TB) *Collector {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	c := &Collector{URL: "http://" + listener.Addr().String()}
	server := grpc.NewServer()
	collectortrace.RegisterTraceServiceServer(server, c)
	collectormetrics.RegisterMetricsServiceServer(server, metricsSink{})
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		must(t, <-done)
	})
	return c
}

// Export receives spans.
func (c *Collector) Export(
	_ context.Context, in *collectortrace.ExportTraceServiceRequest,
) (*collectortrace.ExportTraceServiceResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received.WriteString(in.String())
	for _, resource := range in.GetResourceSpans() {
		service := textAttributes(resource.GetResource().GetAttributes())["service.name"]
		for _, scope := range resource.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				c.spans = append(c.spans, Span{
					Trace: hex.EncodeToString(span.GetTraceId()), ID: hex.EncodeToString(span.GetSpanId()),
					Parent: hex.EncodeToString(span.GetParentSpanId()), Service: service, Name: span.GetName(),
					Attributes: textAttributes(span.GetAttributes()),
				})
			}
		}
	}
	return &collectortrace.ExportTraceServiceResponse{}, nil
}

// Received returns all that has been received so far, as text.
func (c *Collector) Received() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.received.String()
}

// Trace returns the spans of a trace that have been received so far.
func (c *Collector) Trace(id string) (spans []Span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, span := range c.spans {
		if span.Trace == id {
			spans = append(spans, span)
		}
	}
	return spans
}

func textAttributes(given []*common.KeyValue) map[string]string {
	attributes := map[string]string{}
	for _, attribute := range given {
		attributes[attribute.GetKey()] = attribute.GetValue().GetStringValue()
	}
	return attributes
}

// metricsSink receives metrics, which tests read at the ops address.
type metricsSink struct {
	collectormetrics.UnimplementedMetricsServiceServer
}

// Export implements the service.
func (metricsSink) Export(
	context.Context, *collectormetrics.ExportMetricsServiceRequest,
) (*collectormetrics.ExportMetricsServiceResponse, error) {
	return &collectormetrics.ExportMetricsServiceResponse{}, nil
}
