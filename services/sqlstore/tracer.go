package sqlstore

import (
	"context"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/trace"

	"github.com/salaatflow/platform/services/tracing"
)

// queryTracer makes a span of each statement that PostgreSQL runs for a call that is traced, and tells how each ended.
type queryTracer struct{ told func(error) }

type spanKey struct{}

// TraceQueryStart implements pgx.QueryTracer.
func (queryTracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	ctx, span := tracing.StartQuery(ctx, "postgresql", data.SQL)
	if span == nil {
		return ctx
	}
	return context.WithValue(ctx, spanKey{}, span)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (t queryTracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	t.told(data.Err)
	span, _ := ctx.Value(spanKey{}).(trace.Span)
	tracing.EndQuery(span, data.Err)
}
