package tracing

import (
	"context"
	"net/http"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// traceHeader is traceparent as it is in an http.Header.
const traceHeader = "Traceparent"

// StartRequest begins the span of an HTTP request, in the trace that its headers name or in a new one. A nil Tracer makes
// no span, and passes on the trace that the headers name.
func (t *Tracer) StartRequest(ctx context.Context, method string, header http.Header) (context.Context, trace.Span) {
	if len(header[traceHeader]) > 0 {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(header))
	}
	if t == nil {
		return ctx, nil
	}
	return t.tracer.Start(ctx, method, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(attribute.String("http.request.method", method)))
}

// EndRequest ends the span of a request that was answered with a status at a route, which is a template of paths. A nil
// span is ignored.
func EndRequest(span trace.Span, method, route string, status int) {
	if span == nil {
		return
	}
	span.SetName(method + " " + route)
	span.SetAttributes(attribute.String("http.route", route), attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, strconv.Itoa(status))
	}
	span.End()
}

// Sampled returns the ID of the context's trace if it is recorded, and so can be looked up; otherwise "".
func Sampled(ctx context.Context) string {
	span := trace.SpanContextFromContext(ctx)
	if !span.IsSampled() {
		return ""
	}
	return span.TraceID().String()
}
