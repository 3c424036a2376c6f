package sqlstore_test

import (
	"context"
	"database/sql"
	"slices"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// A trace shows the statements of a call, and how long its transaction waited to begin and to be committed.
func TestStatementsAreSpansOfTheCallThatRunsThem(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, schema(first))
		recorder := tracetest.NewSpanRecorder()
		ctx, call := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)).Tracer("test").Start(t.Context(), "call")
		if err := db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error { return add(ctx, tx, "a") }); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Reader().ExecContext(ctx, "SELECT nothing FROM nowhere"); err == nil {
			t.Fatal("a table that is not there was read")
		}
		call.End()
		value(t, db, "a") // of no call

		var names []string
		for _, span := range recorder.Ended() {
			names = append(names, span.Name()+" "+span.Status().Code.String())
			if span.Name() != "call" && span.Parent().SpanID() != call.SpanContext().SpanID() {
				t.Errorf("%s is not below the call", span.Name())
			}
		}
		want := []string{"BEGIN Unset", "UPDATE counters Unset", "COMMIT Unset", "SELECT nowhere Error", "call Unset"}
		if !slices.Equal(names, want) {
			t.Errorf("the spans are %q, want %q", names, want)
		}
	})
}
