package toolclient

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime/debug"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/transcode"
)

// Call calls the tool that has the name, canonical or alias, with a JSON object of arguments, as the caller in ctx. No
// arguments are an empty object. The result is never nil.
func (c *Client) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	table := c.Table()
	route := table.Lookup(name)
	if route == nil {
		return c.unknownTool(ctx, table, name)
	}
	if name != route.Name {
		c.logger.DebugContext(ctx, "tool called by alias", "alias", name, "tool", route.Name)
		c.metrics.aliases.WithLabelValues(name, route.Name).Inc()
	}
	data, said, failed := c.do(ctx, route, name, arguments)
	if failed != nil {
		result := toolresult.FromError(failed)
		result.Asked, result.Warnings = said.asked, said.warnings
		return result
	}
	result := toolresult.OK(data)
	result.Content, result.Warnings = said.content, said.warnings
	return result
}

// Do calls the RPC of a route of the table with a JSON object of arguments, as the caller in ctx: that of a tool, a prompt, a
// resource, or what completes. name is what it was called by, for the record.
func (c *Client) Do(ctx context.Context, route *routing.Route, name string, arguments []byte) (json.RawMessage, *apperr.Error) {
	data, _, failed := c.do(ctx, route, name, arguments)
	return data, failed
}

func (c *Client) do(
	ctx context.Context, route *routing.Route, name string, arguments []byte,
) (json.RawMessage, said, *apperr.Error) {
	started := c.clock.Now()
	called := audit.Call{Tool: route.Name, Name: name, ReadOnly: route.ReadOnly}
	var said said
	data, failed := c.guarded(c.audit.Named(ctx, called), route, arguments, &said)
	took, code := c.clock.Since(started), ""
	if failed != nil {
		code = failed.ToolCode()
	}
	c.metrics.done(ctx, route.Name, code, took)
	if c.ended != nil {
		c.ended(ctx, Ended{Tool: route.Name, Caller: said.caller, Failed: failed, Took: took})
	}
	return data, said, failed
}

// said is what is known of a call besides its data.
type said struct {
	caller  identity.Caller
	content json.RawMessage
	asked   *toolresult.Asked
	// warnings say what of the arguments was ignored.
	warnings []string
}

func (c *Client) unknownTool(ctx context.Context, table *routing.Table, name string) *toolresult.Result {
	const longest = 64
	if len(name) > longest {
		name = name[:longest] + "…"
	}
	available := table.Names()
	if visible := c.Visible(ctx); len(visible) < len(available) {
		available = make([]string, 0, len(visible))
		for _, route := range visible {
			available = append(available, route.Name)
		}
	}
	available = nearest(name, available)
	c.logger.InfoContext(ctx, "no tool has the name that was called", "name", name)
	return toolresult.ToolNotFound(name, available)
}

// guarded turns a panic of this program into TOOL_EXECUTION_ERROR: one call must not end the others.
func (c *Client) guarded(
	ctx context.Context, route *routing.Route, arguments []byte, known *said,
) (data json.RawMessage, failed *apperr.Error) {
	defer func() {
		if cause := recover(); cause != nil {
			c.logger.ErrorContext(ctx, "panic while calling a tool",
				"tool", route.Name, "panic", cause, "stack", string(debug.Stack()))
			failed = executionError(route, "internal error")
		}
	}()
	return c.execute(ctx, route, arguments, known)
}

// execute keeps the contract's order of checks: the name is resolved already, then identity, then arguments. Who calls is known
// once that is settled.
func (c *Client) execute(
	ctx context.Context, route *routing.Route, arguments []byte, known *said,
) (json.RawMessage, *apperr.Error) {
	began := c.clock.Now()
	if string(bytes.TrimSpace(arguments)) == "null" { // as some hosts write it that a tool has none
		arguments = nil
	}
	claimed, arguments, refused := c.identify(ctx, arguments)
	caller := claimed
	known.caller = claimed
	if refused == nil {
		refused = c.admit(ctx, route, caller)
	}
	if refused == nil {
		caller, refused = c.authorizer.Authorize(ctx, caller, route.Access)
	}
	if refused != nil {
		c.audit.Refused(identity.NewContext(ctx, claimed), route.Name, refused, c.clock.Since(began))
		return nil, refused
	}
	request := plainRequest(route, arguments)
	if request == nil {
		arguments, known.warnings = route.WithoutHostKeys(route.WellFormed(arguments))
		if violations := checkArguments(route, arguments); len(violations) > 0 {
			return nil, apperr.Invalid(violations...)
		}
	}
	ctx, cancel := discovery.WithTimeout(identity.NewContext(ctx, caller), c.timeoutOf(route))
	defer cancel()
	if route.Talk != nil {
		return c.converse(ctx, Call{Route: route, Caller: caller, Arguments: arguments}, known)
	}
	return c.once(ctx, Call{Route: route, Caller: caller, Arguments: arguments}, func(ctx context.Context) (json.RawMessage, *apperr.Error) {
		return c.invoke(ctx, route, arguments, request)
	})
}

// plainRequest returns the request of arguments that nothing is wrong with, or nil where checkArguments must say whether that is so.
func plainRequest(route *routing.Route, arguments []byte) proto.Message {
	wire, ok := route.Wire(arguments)
	if !ok || isForeign(route) && !route.KeepsRules(wire, len(arguments)) {
		return nil
	}
	return transcode.NewRequest(route.Messages().Input, wire)
}

// isForeign reports whether a tool is a stranger's, whose messages this program was not built with.
func isForeign(route *routing.Route) bool {
	_, dynamic := route.Messages().Input.Zero().Interface().(*dynamicpb.Message)
	return dynamic
}

// checkArguments checks the shape of arguments, which the service cannot. It checks the rules on values too for a
// stranger's tool, whose service may not check them. The platform's services do; their rules are checked here only to say
// all that is wrong at once, when the shape is wrong already.
func checkArguments(route *routing.Route, arguments []byte) []apperr.Violation {
	violations := route.CheckArguments(arguments)
	if isForeign(route) {
		return route.CheckValues(arguments, violations)
	}
	return toolspec.WithRules(route.Messages().Input.New().Interface(), arguments, violations)
}

// invoke calls the tool's service with a request; nil makes it of the arguments.
func (c *Client) invoke(
	ctx context.Context, route *routing.Route, arguments []byte, request proto.Message,
) (json.RawMessage, *apperr.Error) {
	request, refused := c.requestOf(ctx, route, arguments, request)
	if refused != nil {
		return nil, refused
	}
	answer := transcode.Answer{Plan: route.Messages().Answer}
	if err := answer.Invoke(ctx, route.Conn, route.FullMethod, request); err != nil {
		return nil, apperr.From(err)
	}
	if answer.Err != nil {
		return nil, c.ownFailure(ctx, route, "its answer cannot be encoded as JSON", answer.Err)
	}
	return answer.JSON, nil
}

// requestOf returns the request of arguments that were checked, if the caller may make it; made is nil or that request.
func (c *Client) requestOf(
	ctx context.Context, route *routing.Route, arguments []byte, made proto.Message,
) (proto.Message, *apperr.Error) {
	if made == nil {
		made = route.Messages().Input.New().Interface()
		if err := decode(arguments, made); err != nil {
			return nil, c.ownFailure(ctx, route, "its arguments passed the check but cannot be decoded", err)
		}
	}
	if refused := c.authorizer.Access.DecideArguments(ctx, identity.FromContext(ctx), route.Access, made).Err(); refused != nil {
		c.audit.RefusedRequest(ctx, route.Name, made, refused)
		return nil, refused
	}
	return made, nil
}

// decode reads arguments that were checked. None are an empty object.
func decode(arguments []byte, into proto.Message) error {
	if len(arguments) == 0 {
		return nil
	}
	return protojson.UnmarshalOptions{}.Unmarshal(arguments, into)
}

func (c *Client) ownFailure(ctx context.Context, route *routing.Route, reason string, err error) *apperr.Error {
	c.logger.ErrorContext(ctx, "failed to call a tool", "tool", route.Name, "reason", reason, "error", err)
	return executionError(route, reason)
}

// executionError is of a call that failed here, not in the tool's service.
func executionError(route *routing.Route, reason string) *apperr.Error {
	return apperr.New(codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "failed to call %s: %s", route.Name, reason)
}
