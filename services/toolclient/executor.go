// Package toolclient calls tools by name: it resolves the name, looks at who is calling, checks the arguments and calls an
// instance of the tool's service over gRPC. The gateway's edges, the chat and internal services all call tools through it.
package toolclient

import (
	"context"
	"encoding/json"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolspec"
)

// Profiles completes a caller with what the platform knows of the user: time zone, language and role.
type Profiles interface {
	// Complete never fails: where nothing can be learned, the caller comes back as it was.
	Complete(ctx context.Context, caller identity.Caller) identity.Caller
}

// Options are what an Executor needs; every field but Identify is required.
type Options struct {
	Routes   func() *routing.Table
	Profiles Profiles
	// Identify says who is calling, by the context and the arguments, and returns the arguments without what said so. nil
	// takes the caller whom the context carries, as every service's does.
	Identify func(ctx context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error)
	Metrics  prometheus.Registerer
	Logger   *slog.Logger
	Clock    clock.Clock
	// Timeout bounds each call.
	Timeout time.Duration
}

// Executor executes tool calls. It is safe for concurrent use.
type Executor struct {
	Options
	metrics *metrics
}

// New returns an executor.
func New(options Options) *Executor {
	if options.Identify == nil {
		options.Identify = fromContext
	}
	return &Executor{Options: options, metrics: newMetrics(options.Metrics)}
}

func fromContext(ctx context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error) {
	return identity.FromContext(ctx), arguments, nil
}

// Call calls the tool that has the name, canonical or alias, with a JSON object of arguments, as the caller whom ctx
// carries. Without arguments, an empty object is meant. The result is never nil.
func (x *Executor) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	table := x.Routes()
	route := table.Lookup(name)
	if route == nil {
		return x.unknownTool(ctx, table, name)
	}
	if name != route.Name {
		x.Logger.DebugContext(ctx, "tool called by alias", "alias", name, "tool", route.Name)
		x.metrics.aliases.WithLabelValues(name, route.Name).Inc()
	}
	started := x.Clock.Now()
	data, failed := x.guarded(ctx, route, arguments)
	if failed != nil {
		x.metrics.done(route.Name, failed.ToolCode(), x.Clock.Since(started))
		return toolresult.FromError(failed)
	}
	x.metrics.done(route.Name, "", x.Clock.Since(started))
	return toolresult.OK(data)
}

func (x *Executor) unknownTool(ctx context.Context, table *routing.Table, name string) *toolresult.Result {
	const longest = 64
	if len(name) > longest {
		name = name[:longest] + "…"
	}
	x.Logger.ErrorContext(ctx, "TOOL_NOT_FOUND", "name", name, "available_tools", table.Names())
	return toolresult.ToolNotFound(name, table.Names())
}

// guarded turns a panic of the caller's own program into TOOL_EXECUTION_ERROR: one call must not end the others.
func (x *Executor) guarded(ctx context.Context, route *routing.Route, arguments []byte) (data json.RawMessage, failed *apperr.Error) {
	defer func() {
		if cause := recover(); cause != nil {
			x.Logger.ErrorContext(ctx, "panic while executing a tool",
				"tool", route.Name, "panic", cause, "stack", string(debug.Stack()))
			failed = executionError("execute %s", route.Name)
		}
	}()
	return x.execute(ctx, route, arguments)
}

// execute keeps the contract's order of checks: the name is resolved already, then identity, then arguments.
func (x *Executor) execute(ctx context.Context, route *routing.Route, arguments []byte) (json.RawMessage, *apperr.Error) {
	caller, arguments, refused := x.Identify(ctx, arguments)
	if refused == nil {
		caller, refused = Authorize(ctx, x.Profiles, caller, route.Auth)
	}
	if refused != nil {
		return nil, refused
	}
	if violations := checkArguments(route, arguments); len(violations) > 0 {
		return nil, apperr.Invalid(violations...)
	}
	ctx, cancel := context.WithTimeout(identity.NewContext(ctx, caller), x.Timeout)
	defer cancel()
	return x.invoke(ctx, route, arguments)
}

// checkArguments checks the shape of arguments, which the service cannot. The rules on values are checked here too for a
// tool of a stranger's, whose service may not check them. The platform's services do, and are asked unless the shape is
// wrong already.
func checkArguments(route *routing.Route, arguments []byte) []apperr.Violation {
	violations := route.CheckArguments(arguments)
	request := route.Input.New().Interface()
	if _, stranger := request.(*dynamicpb.Message); stranger {
		return route.CheckValues(arguments, violations)
	}
	return toolspec.WithRules(request, arguments, violations)
}

func (x *Executor) invoke(ctx context.Context, route *routing.Route, arguments []byte) (json.RawMessage, *apperr.Error) {
	request, response := route.Input.New().Interface(), route.Output.New().Interface()
	if len(arguments) > 0 {
		if err := (protojson.UnmarshalOptions{}).Unmarshal(arguments, request); err != nil {
			return nil, x.ownFailure(ctx, route, "decode the arguments that passed the check", err)
		}
	}
	if err := route.Conn.Invoke(ctx, route.FullMethod, request, response); err != nil {
		return nil, apperr.From(err)
	}
	const longer = 3 // so many times the wire format's length, with the names and nulls of JSON
	buffer := make([]byte, 0, longer*proto.Size(response)+len("{}"))
	data, err := compactjson.Append(buffer, response)
	if err != nil {
		return nil, x.ownFailure(ctx, route, "encode the answer", err)
	}
	return data, nil
}

func (x *Executor) ownFailure(ctx context.Context, route *routing.Route, doing string, err error) *apperr.Error {
	x.Logger.ErrorContext(ctx, "failed to execute a tool", "tool", route.Name, "doing", doing, "error", err)
	return executionError("%s of %s", doing, route.Name)
}

func executionError(format string, args ...any) *apperr.Error {
	return apperr.New(codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "the gateway could not "+format, args...)
}
