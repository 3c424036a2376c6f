package audit

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
)

// Edge records the calls that enter the platform through a program: what it refuses, and what it calls of services that may
// change something. It tells the services, which then record nothing of these calls. A nil *Edge records nothing.
type Edge struct {
	recorder Recorder
	door     Door
	clock    clock.Clock
}

// NewEdge returns an Edge; nil for a Recorder that keeps nothing. The door is that of calls whose origin names none.
func NewEdge(recorder Recorder, door Door, clk clock.Clock) *Edge {
	if recorder == nil || recorder == Discard {
		return nil
	}
	return &Edge{recorder: recorder, door: door, clock: clk}
}

// Call is a call by a name.
type Call struct {
	// Tool is the canonical name, and Name what the caller called it.
	Tool, Name string
	// ReadOnly is true of what changes nothing, by what its service declares.
	ReadOnly bool
}

// Named returns a context of a call by a name, which the record of it then has.
func (e *Edge) Named(ctx context.Context, call Call) context.Context {
	if e == nil {
		return ctx
	}
	return told{toldOf(ctx).entry, call}.newContext(ctx)
}

// Dial returns options for connections whose calls are recorded.
func (e *Edge) Dial(dial grpcclient.Options) grpcclient.Options {
	if e == nil {
		return dial
	}
	dial.Origin = func(ctx context.Context) string { return e.origin(ctx).encoded() }
	own := []grpc.DialOption{grpc.WithChainUnaryInterceptor(e.unary), grpc.WithChainStreamInterceptor(e.stream)}
	dial.DialOptions = append(own, dial.DialOptions...)
	return dial
}

// Through returns a context of a call that comes by a door; the rest of its origin stays.
func (e *Edge) Through(ctx context.Context, door Door) context.Context {
	if e == nil {
		return ctx
	}
	before := toldOf(ctx)
	through := *before.entry
	through.origin.Door = door
	return told{&through, before.call}.newContext(ctx)
}

// Entered returns a context of a call from an origin.
func (e *Edge) Entered(ctx context.Context, origin Origin) context.Context {
	if e == nil {
		return ctx
	}
	return told{entry: newEntry(ctx, origin)}.newContext(ctx)
}

// unary records a call before its caller can be answered.
func (e *Edge) unary(
	ctx context.Context, full string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	begun, err := e.begin(ctx, full)
	if err != nil {
		return err
	}
	err = invoke(ctx, full, req, reply, conn, options...)
	e.end(ctx, begun, req, ended(reply, err))
	return err
}

// begunCall is a call that is recorded when it has ended.
type begunCall struct {
	method Method
	alias  string // by which it was called; empty for the tool's own name
	told   *told
	at     time.Time
}

// begin begins a call, unless it would have to be recorded and cannot be.
func (e *Edge) begin(ctx context.Context, full string) (begunCall, error) {
	method := MethodOf(full)
	begun := begunCall{at: e.clock.Now(), told: toldOf(ctx)}
	if call := begun.told.call; call.Tool != "" && (call.Tool == method.Tool || !method.linked) { // else it is another call, made for this one
		method.Tool, method.Recorded = call.Tool, method.Recorded && !call.ReadOnly
		if call.Name != method.Tool {
			begun.alias = call.Name
		}
	}
	begun.method = method
	if method.Recorded {
		if refused := e.recorder.Admit(); refused != nil {
			return begunCall{}, refused.GRPCStatus().Err()
		}
	}
	return begun, nil
}

// end records a call that has ended.
func (e *Edge) end(ctx context.Context, begun begunCall, req any, result *apperr.Error) {
	caller := identity.FromContext(ctx)
	if !begun.method.Records(caller, result) {
		return
	}
	record := outcome(begun.method.Tool, result)
	record.Alias, record.UserID, record.Role = begun.alias, caller.UserID, caller.Role
	record.Time = e.clock.Now()
	record.LatencyMicros = record.Time.Sub(begun.at).Microseconds()
	record.Request, _ = req.(proto.Message)
	e.originOf(ctx, begun.told).fill(&record)
	record.RequestID, record.TraceID = begun.told.requestID, begun.told.traceID
	e.recorder.Record(ctx, record)
}

// Refused records a call that is refused before any service is asked. Errors that are no refusal are not recorded.
func (e *Edge) Refused(ctx context.Context, tool string, refused *apperr.Error, took time.Duration) {
	e.refused(ctx, Record{Tool: tool, LatencyMicros: took.Microseconds()}, refused)
}

// RefusedRequest records a call that is refused for its arguments before any service is asked.
func (e *Edge) RefusedRequest(ctx context.Context, tool string, request proto.Message, refused *apperr.Error) {
	e.refused(ctx, Record{Tool: tool, Request: request}, refused)
}

// refused completes and keeps a record of a call that ended with an error.
func (e *Edge) refused(ctx context.Context, record Record, err *apperr.Error) {
	if e == nil || !IsRefusal(err) {
		return
	}
	said := outcome(record.Tool, err)
	record.Decision, record.Rule, record.Result = said.Decision, said.Rule, said.Result
	record.Alias = toldOf(ctx).aliasOf(record.Tool)
	e.origin(ctx).fill(&record)
	e.recorder.Record(ctx, record)
}

// RefusedBy records a refusal of what is no call of a service, by a rule of the edge's own; empty names none.
func (e *Edge) RefusedBy(ctx context.Context, operation, rule string, refused *apperr.Error) {
	if e == nil || !IsRefusal(refused) {
		return
	}
	record := outcome(operation, refused)
	record.Rule = rule
	e.origin(ctx).fill(&record)
	e.recorder.Record(ctx, record)
}

// Allowed records what an edge itself shows of others' calls to a caller, which no service is asked for.
func (e *Edge) Allowed(ctx context.Context, operation string, took time.Duration) {
	if e == nil {
		return
	}
	record := outcome(operation, nil)
	record.LatencyMicros = took.Microseconds()
	e.origin(ctx).fill(&record)
	e.recorder.Record(ctx, record)
}

// Replayed records that a call was not carried out, since it had been before: it got the first answer, a result by its code.
func (e *Edge) Replayed(ctx context.Context, tool, result string, took time.Duration) {
	if e == nil {
		return
	}
	record := Record{Tool: tool, Decision: Allowed, Result: result, Replayed: true, LatencyMicros: took.Microseconds()}
	record.Alias = toldOf(ctx).aliasOf(tool)
	e.origin(ctx).fill(&record)
	e.recorder.Record(ctx, record)
}

// origin returns the origin of the context, or that of the call which is being answered, by this edge's door.
func (e *Edge) origin(ctx context.Context) Origin { return e.originOf(ctx, toldOf(ctx)) }

func (e *Edge) originOf(ctx context.Context, told *told) Origin {
	origin := told.origin
	if origin.Door == "" {
		origin, _ = fromIncoming(ctx)
		origin.Door = e.door
	}
	return origin
}

// IsRefusal reports whether an error means that the caller may not do it, rather than that it cannot be done.
func IsRefusal(err *apperr.Error) bool {
	if err == nil {
		return false
	}
	return err.Code == codes.Unauthenticated || err.Code == codes.PermissionDenied || err.Code == codes.ResourceExhausted
}

// outcome begins the record of a call that ended with err, nil for success.
func outcome(tool string, err *apperr.Error) Record {
	record := Record{Tool: tool, Decision: Allowed, Result: OK}
	if err != nil {
		record.Result = err.ToolCode()
		record.Rule = err.Rule()
	}
	if IsRefusal(err) {
		record.Decision = Refused
	}
	return record
}
