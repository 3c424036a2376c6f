package audit

import (
	"context"

	"go.opentelemetry.io/otel/trace"

	"github.com/salaatflow/platform/services/requestid"
)

// told is what the edge is told of a call, by its context. Contexts share it: nobody changes it.
type told struct {
	*entry
	call Call // the zero Call if it has no name
}

// entry is how a call entered.
type entry struct {
	origin Origin
	// requestID and traceID are those of the context where it entered: further in, they are farther away.
	requestID, traceID string
}

func newEntry(ctx context.Context, origin Origin) *entry {
	e := &entry{origin: origin, requestID: requestid.FromContext(ctx)}
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		e.traceID = span.TraceID().String()
	}
	return e
}

type toldKey struct{}

var toldNothing = &told{entry: &entry{}}

// toldOf is never nil.
func toldOf(ctx context.Context) *told {
	if found, ok := ctx.Value(toldKey{}).(*told); ok {
		return found
	}
	return toldNothing
}

func (t told) newContext(ctx context.Context) context.Context {
	return context.WithValue(ctx, toldKey{}, &t)
}

// aliasOf returns by which name a tool was called, empty for its own.
func (t *told) aliasOf(tool string) string {
	if t.call.Name == tool {
		return ""
	}
	return t.call.Name
}
