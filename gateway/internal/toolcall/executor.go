// Package toolcall executes a tool call: it resolves the name, decides who is calling, checks the arguments and calls
// the service over gRPC. Every edge that calls tools by name goes through it.
package toolcall

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

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/routing"
	"github.com/salaatflow/platform/gateway/toolresult"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolspec"
)

// Profiles completes a caller with what the platform knows of the user: time zone, language and role.
type Profiles interface {
	// Complete never fails: where nothing can be learned, the caller comes back as it was.
	Complete(ctx context.Context, caller identity.Caller) identity.Caller
}

// Options are what an Executor needs; every field is required.
type Options struct {
	Routes   func() *routing.Table
	Profiles Profiles
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
	return &Executor{Options: options, metrics: newMetrics(options.Metrics)}
}

// Call calls the tool that has the name, canonical or alias, with a JSON object of arguments, as the caller whom the
// claim in ctx names. Without arguments, an empty object is meant. The result is never nil.
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

// guarded turns a panic of the gateway's own into TOOL_EXECUTION_ERROR: one call must not end the others.
func (x *Executor) guarded(ctx context.Context, route *routing.Route, arguments []byte) (data json.RawMessage, failed *apperr.Error) {
	defer func() {
		if cause := recover(); cause != nil {
			x.Logger.ErrorContext(ctx, "the gateway panicked while executing a tool",
				"tool", route.Name, "panic", cause, "stack", string(debug.Stack()))
			failed = executionError("execute %s", route.Name)
		}
	}()
	return x.execute(ctx, route, arguments)
}

// execute keeps the contract's order of checks: the name is resolved already, then identity, then arguments.
func (x *Executor) execute(ctx context.Context, route *routing.Route, arguments []byte) (json.RawMessage, *apperr.Error) {
	claim, arguments := authn.TakeArgument(authn.FromContext(ctx), arguments)
	caller, refused := Authorize(ctx, x.Profiles, claim, route.Auth)
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
			return nil, x.gatewayFailure(ctx, route, "decode the arguments that passed the check", err)
		}
	}
	if err := route.Conn.Invoke(ctx, route.FullMethod, request, response); err != nil {
		return nil, apperr.From(err)
	}
	const longer = 3 // so many times the wire format's length, with the names and nulls of JSON
	buffer := make([]byte, 0, longer*proto.Size(response)+len("{}"))
	data, err := compactjson.Append(buffer, response)
	if err != nil {
		return nil, x.gatewayFailure(ctx, route, "encode the answer", err)
	}
	return data, nil
}

func (x *Executor) gatewayFailure(ctx context.Context, route *routing.Route, doing string, err error) *apperr.Error {
	x.Logger.ErrorContext(ctx, "the gateway failed while executing a tool", "tool", route.Name, "doing", doing, "error", err)
	return executionError("%s of %s", doing, route.Name)
}

func executionError(format string, args ...any) *apperr.Error {
	return apperr.New(codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "the gateway could not "+format, args...)
}
