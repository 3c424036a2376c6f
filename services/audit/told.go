package audit

import (
	"context"

	"go.opentelemetry.io/otel/trace"

	"github.com/salaatflow/platform/services/requestid"
)

// told is what the edge is told of a call, by its context. Contexts share it: nobody changes it.
type told struct {
	origin Origin
	call   Call // the zero Call if it has no name
	// requestID and traceID are those of the context where the call entered: further in, they are farther away.
	requestID, traceID string
}

type toldKey struct{}

var toldNothing told

// toldOf is never nil.
func toldOf(ctx context.Context) *told {
	if found, ok := ctx.Value(toldKey{}).(*told); ok {
		return found
	}
	return &toldNothing
}

// entered returns what is told of a call where it enters.
func entered(ctx context.Context, origin Origin) told {
	t := told{origin: origin, requestID: requestid.FromContext(ctx)}
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		t.traceID = span.TraceID().String()
	}
	return t
}

func (t told) newContext(ctx context.Context) context.Context {
	return context.WithValue(ctx, toldKey{}, &t)
}

func (t told) named(call Call) told {
	t.call = call
	return t
}

// aliasOf returns by which name a tool was called, empty for its own.
func (t *told) aliasOf(tool string) string {
	if t.call.Name == tool {
		return ""
	}
	return t.call.Name
}
