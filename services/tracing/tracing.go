// Package tracing carries W3C trace contexts over gRPC metadata and makes the spans of calls. It does what otelgrpc's
// stats handlers do at a tenth of their cost, because it measures nothing and inspects no messages.
package tracing

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	grpccodes "google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
)

const scope = "github.com/salaatflow/platform/services/tracing"

// The metadata keys of a W3C trace context.
const (
	traceparent = "traceparent"
	tracestate  = "tracestate"
)

// Tracer creates the spans of calls. The nil Tracer creates none.
type Tracer struct{ tracer trace.Tracer }

// New returns a Tracer; nil for a nil provider.
func New(provider trace.TracerProvider) *Tracer {
	if provider == nil {
		return nil
	}
	return &Tracer{tracer: provider.Tracer(scope)}
}

// Method is what the spans of one RPC have in common.
type Method struct {
	name    string
	options []trace.SpanStartOption
}

// ServerMethod describes an RPC, package.Service/Method, that is answered here.
func ServerMethod(name string) Method { return newMethod(name, trace.SpanKindServer) }

// ClientMethod describes an RPC, package.Service/Method, that is called from here.
func ClientMethod(name string) Method { return newMethod(name, trace.SpanKindClient) }

func newMethod(name string, kind trace.SpanKind) Method {
	return Method{name: name, options: []trace.SpanStartOption{
		trace.WithSpanKind(kind),
		trace.WithAttributes(attribute.String("rpc.system.name", "grpc"), attribute.String("rpc.method", name)),
	}}
}

// Start begins the span of a call to method.
func (t *Tracer) Start(ctx context.Context, method Method) (context.Context, trace.Span) {
	if t == nil {
		return ctx, nil
	}
	return t.tracer.Start(ctx, method.name, method.options...)
}

// End ends the span of a call that was answered with code; failed reports whether that is a failure of this side. A nil
// span is ignored.
func End(span trace.Span, code grpccodes.Code, failed bool) {
	if span == nil {
		return
	}
	if span.IsRecording() {
		span.SetAttributes(attribute.String("rpc.response.status_code", code.String()))
		if failed {
			span.SetStatus(codes.Error, code.String())
		}
	}
	span.End()
}

// Extract returns a context with the trace of an incoming call, if it has one.
func Extract(ctx context.Context) context.Context {
	parent := metadata.ValueFromIncomingContext(ctx, traceparent)
	if len(parent) != 1 {
		return ctx
	}
	carrier := propagation.MapCarrier{traceparent: parent[0]}
	if state := metadata.ValueFromIncomingContext(ctx, tracestate); len(state) == 1 {
		carrier[tracestate] = state[0]
	}
	return propagation.TraceContext{}.Extract(ctx, carrier)
}

// Inject returns a context whose outgoing metadata has the context's trace, if there is one.
func Inject(ctx context.Context) context.Context {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	if state := carrier[tracestate]; state != "" {
		return metadata.AppendToOutgoingContext(ctx, traceparent, carrier[traceparent], tracestate, state)
	}
	return metadata.AppendToOutgoingContext(ctx, traceparent, carrier[traceparent])
}
