package grpcserver_test

import (
	"context"
	"strings"
	"testing"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/metadata"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
)

func TestATraceRunsFromTheClientThroughTheHandler(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder))
	var inHandler trace.SpanContext
	options := grpcserver.Options{TracerProvider: provider}
	_, conn := serveTasks(t, options, func(ctx context.Context, in *createRequest) (*createResponse, error) {
		inHandler = trace.SpanContextFromContext(ctx)
		return echo(ctx, in)
	})
	traced, err := grpcclient.Dial(conn.Target(), grpcclient.Options{TracerProvider: provider})
	if err != nil {
		t.Fatal(err)
	}
	defer traced.Close()
	if _, err := tasksv1.NewTaskServiceClient(traced).CreateTask(as(t, 1), read("x")); err != nil {
		t.Fatal(err)
	}
	spans := recorder.Ended()
	if len(spans) != 2 {
		t.Fatalf("%d spans ended", len(spans))
	}
	server, client := spans[0], spans[1]
	if server.Parent().SpanID() != client.SpanContext().SpanID() || inHandler.SpanID() != server.SpanContext().SpanID() {
		t.Errorf("client %v, server %v of %v, handler %v", client.SpanContext(), server.SpanContext(), server.Parent(), inHandler)
	}
}

func TestACallersTraceIsKnownWithoutAnExporter(t *testing.T) {
	const id = "4bf92f3577b34da6a3ce929d0e0e4736"
	var got trace.TraceID
	client, _ := serveTasks(t, grpcserver.Options{}, func(ctx context.Context, in *createRequest) (*createResponse, error) {
		got = trace.SpanContextFromContext(ctx).TraceID()
		return echo(ctx, in)
	})
	ctx := metadata.AppendToOutgoingContext(as(t, 1), "traceparent", "00-"+id+"-00f067aa0ba902b7-01")
	if _, err := client.CreateTask(ctx, read("x")); err != nil || got.String() != id {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestCallsAreCountedByMethodAndCode(t *testing.T) {
	reader := sdkmetric.NewManualReader()
	client, _ := serveTasks(t, grpcserver.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))}, echo)
	for _, title := range []string{"one", "two", ""} {
		_, _ = client.CreateTask(as(t, 1), read(title))
	}
	var collected metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &collected); err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, m := range collected.ScopeMetrics[0].Metrics {
		switch data := m.Data.(type) {
		case metricdata.Histogram[float64]:
			for _, point := range data.DataPoints {
				method, _ := point.Attributes.Value("rpc.method")
				code, _ := point.Attributes.Value("rpc.response.status_code")
				counts[method.AsString()+" "+code.AsString()] = point.Count
			}
		case metricdata.Gauge[int64]:
			if active := data.DataPoints[0].Value; active != 0 {
				t.Errorf("%d calls are still active", active)
			}
		}
	}
	const method = "salaatflow.tasks.v1.TaskService/CreateTask"
	if counts[method+" OK"] != 2 || counts[method+" InvalidArgument"] != 1 {
		t.Errorf("got %v", counts)
	}
}

func TestWhatSucceedsIsLoggedForThoseWhoDebug(t *testing.T) {
	var log logged
	client, _ := serveTasks(t, grpcserver.Options{Logger: log.logger()}, echo)
	if _, err := client.CreateTask(as(t, 9), read("x")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"level":"DEBUG"`, `"method":"salaatflow.tasks.v1.TaskService/CreateTask"`, `"user_id":9`, `"code":"OK"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s: %s", want, log.String())
		}
	}
}
