package tracing

import (
	"context"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// StartQuery begins the span of a SQL statement, below the context's span and with its provider. system is that of
// OpenTelemetry's conventions, such as postgresql. Statements have placeholders, so that nothing of a user's is in the
// span. Where nothing is traced, it returns ctx and nil.
func StartQuery(ctx context.Context, system, statement string) (context.Context, trace.Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, nil
	}
	return parent.TracerProvider().Tracer(scope).Start(ctx, summary(statement), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("db.system.name", system), attribute.String("db.query.text", statement)))
}

// EndQuery ends the span of a statement; failed is the error that it ended with. A nil span is ignored.
func EndQuery(span trace.Span, failed error) {
	if span == nil {
		return
	}
	if failed != nil {
		span.SetStatus(codes.Error, failed.Error())
	}
	span.End()
}

// summary returns what a statement does and to which table first, such as "INSERT tasks".
func summary(statement string) string {
	words := strings.Fields(statement)
	if len(words) == 0 {
		return "SQL"
	}
	operation := strings.ToUpper(words[0])
	for i, word := range words[:len(words)-1] {
		switch strings.ToUpper(word) {
		case "FROM", "INTO", "UPDATE":
			if table := strings.Trim(words[i+1], `(),;"`); table != "" && !strings.EqualFold(table, "SELECT") {
				return operation + " " + table
			}
		}
	}
	return operation
}
