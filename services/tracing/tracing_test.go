package tracing_test

import (
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	otelcodes "go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/tracing"
)

func TestATraceIsTheSameAfterAHop(t *testing.T) {
	provider := sdktrace.NewTracerProvider()
	ctx, span := provider.Tracer("test").Start(t.Context(), "outer")
	defer span.End()

	md, _ := metadata.FromOutgoingContext(tracing.Inject(ctx))
	got := trace.SpanContextFromContext(tracing.Extract(metadata.NewIncomingContext(t.Context(), md)))

	if want := span.SpanContext(); got.TraceID() != want.TraceID() || got.SpanID() != want.SpanID() || !got.IsSampled() {
		t.Errorf("sent %v, got %v", want, got)
	}
}

func TestWithoutATraceNothingIsAdded(t *testing.T) {
	if ctx := tracing.Inject(t.Context()); ctx != t.Context() {
		t.Error("something was injected")
	}
	for name, md := range map[string]metadata.MD{
		"nothing":   {},
		"malformed": metadata.Pairs("traceparent", "00-zz"),
		"twice":     metadata.Pairs("traceparent", valid, "traceparent", strings.Replace(valid, "4b", "5c", 1)),
	} {
		ctx := tracing.Extract(metadata.NewIncomingContext(t.Context(), md))
		if trace.SpanContextFromContext(ctx).IsValid() {
			t.Errorf("%s: a trace was made up", name)
		}
	}
}

const valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

func TestASpanSaysWhatWasCalledAndHowItEnded(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	tracer := tracing.New(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)))
	_, span := tracer.Start(t.Context(), tracing.ServerMethod("a.B/C"))
	tracing.End(span, codes.Internal, true)

	got := recorder.Ended()[0]
	attributes := attribute.NewSet(got.Attributes()...)
	if got.Name() != "a.B/C" || got.SpanKind() != trace.SpanKindServer || got.Status().Code != otelcodes.Error {
		t.Errorf("got %v %v %v", got.Name(), got.SpanKind(), got.Status())
	}
	for key, want := range map[attribute.Key]string{
		"rpc.system.name": "grpc", "rpc.method": "a.B/C", "rpc.response.status_code": "Internal",
	} {
		if value, _ := attributes.Value(key); value.AsString() != want {
			t.Errorf("%s is %q, want %q", key, value.AsString(), want)
		}
	}
}

func TestNoProviderMakesNoSpans(t *testing.T) {
	tracer := tracing.New(nil)
	ctx, span := tracer.Start(t.Context(), tracing.ClientMethod("a.B/C"))
	tracing.End(span, codes.OK, false)
	if trace.SpanContextFromContext(ctx).IsValid() {
		t.Error("a span was made")
	}
}
