package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"go.uber.org/goleak"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/telemetry"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestALogLineHasTheTraceOfItsContext(t *testing.T) {
	var out bytes.Buffer
	logger := telemetry.LogConfig{Format: telemetry.FormatJSON}.Logger(&out)
	ctx, span := sdktrace.NewTracerProvider().Tracer("test").Start(t.Context(), "x")
	logger.With("a", 1).InfoContext(ctx, "hello")
	logger.InfoContext(t.Context(), "no trace")
	span.End()

	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var first, second map[string]any
	for i, into := range []*map[string]any{&first, &second} {
		if err := json.Unmarshal([]byte(lines[i]), into); err != nil {
			t.Fatal(err)
		}
	}
	if first["trace_id"] != span.SpanContext().TraceID().String() || first["span_id"] != span.SpanContext().SpanID().String() {
		t.Errorf("got %v", first)
	}
	if _, there := second["trace_id"]; there {
		t.Errorf("got %v", second)
	}
}

func TestTheLevelIsTheLeastWritten(t *testing.T) {
	var out bytes.Buffer
	logger := telemetry.LogConfig{Format: telemetry.FormatText, Level: slog.LevelWarn}.Logger(&out)
	logger.Info("quiet")
	logger.Warn("loud")
	if strings.Contains(out.String(), "quiet") || !strings.Contains(out.String(), "loud") {
		t.Errorf("got %s", out.String())
	}
}

func TestMetricsOfEachServiceAreItsOwn(t *testing.T) {
	for _, name := range []string{"one-svc", "two-svc"} {
		tel, err := telemetry.New(t.Context(), telemetry.Options{Service: name, Config: telemetry.DefaultConfig(), Output: t.Output()})
		if err != nil {
			t.Fatal(err)
		}
		counter, err := tel.MeterProvider.Meter("test").Int64Counter("things")
		if err != nil {
			t.Fatal(err)
		}
		counter.Add(t.Context(), 1)
		families, err := tel.Gatherer.Gather()
		if err != nil {
			t.Fatal(err)
		}
		if len(families) != 2 || families[0].GetMetric()[0].GetLabel()[0].GetValue() != name ||
			families[1].GetName() != "things_total" || families[1].GetMetric()[0].GetCounter().GetValue() != 1 {
			t.Errorf("%s: got %v", name, families)
		}
		if err := tel.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// collector is an OTLP collector that notes the names of spans.
type collector struct {
	collectortrace.UnimplementedTraceServiceServer
	mu    sync.Mutex
	spans []string
}

func (c *collector) Export(
	_ context.Context, in *collectortrace.ExportTraceServiceRequest,
) (*collectortrace.ExportTraceServiceResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range in.GetResourceSpans() {
		for _, attribute := range resource.GetResource().GetAttributes() {
			if attribute.GetKey() == "service.name" {
				for _, span := range resource.GetScopeSpans()[0].GetSpans() {
					c.spans = append(c.spans, attribute.GetValue().GetStringValue()+" "+span.GetName())
				}
			}
		}
	}
	return &collectortrace.ExportTraceServiceResponse{}, nil
}

func TestSpansReachTheCollectorBeforeTheServiceIsGone(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	received, server := &collector{}, grpc.NewServer()
	collectortrace.RegisterTraceServiceServer(server, received)
	go server.Serve(listener)
	defer server.Stop()

	var log bytes.Buffer
	config := telemetry.DefaultConfig()
	config.OTLPEndpoint = "http://" + listener.Addr().String()
	tel, err := telemetry.New(t.Context(), telemetry.Options{Service: "tasks-svc", Config: config, Output: &log})
	if err != nil {
		t.Fatal(err)
	}
	_, span := tel.TracerProvider.Tracer("test").Start(t.Context(), "complete")
	span.End()
	if err := tel.Shutdown(t.Context()); err != nil { // the collector above takes no metrics, which is only logged
		t.Error(err)
	}
	if !strings.Contains(log.String(), "takes nothing") || !strings.Contains(log.String(), "what=metrics") ||
		strings.Contains(log.String(), "what=traces") {
		t.Errorf("the log is %s", log.String())
	}
	received.mu.Lock()
	defer received.mu.Unlock()
	if len(received.spans) != 1 || received.spans[0] != "tasks-svc complete" {
		t.Errorf("received %v", received.spans)
	}
}
