package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// limitsOf returns which limits apply: on loopback none, unless some are set.
func (c Config) limitsOf() string {
	switch {
	case c.Limits != "":
		return c.Limits
	case address.IsLoopback(c.HTTP):
		return ratelimit.Off
	default:
		return ratelimit.BuiltIn
	}
}

// newLimiter returns nil where nothing is limited. link is nil without Redis.
func newLimiter(options Options, link *redislink.Link) (*ratelimit.Limiter, error) {
	source, err := ratelimit.Open(options.Config.limitsOf(), options.Logger)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--limits: %w", err))
	}
	if source == nil {
		return nil, nil
	}
	return ratelimit.New(ratelimit.Options{
		Source: source, Link: link, Clock: options.Clock, Logger: options.Logger, Metrics: options.Metrics,
	}), nil
}

// newLink returns nil without Redis.
func newLink(options Options) (*redislink.Link, error) {
	if options.Config.Redis.URL == "" {
		return nil, nil
	}
	return redislink.New(redislink.Options{
		Config: options.Config.Redis, Program: "gateway",
		Meanwhile: "each gateway limits calls for itself, and keeps the sessions of MCP that are opened there",
		Clock:     options.Clock, Logger: options.Logger, Metrics: options.Metrics,
	})
}

// admit counts a tool call.
func (g *Gateway) admit(ctx context.Context, route *routing.Route, caller identity.Caller) *apperr.Error {
	return g.limits.Take(ctx, ratelimit.Call{
		Operation: route.Name, Write: !route.ReadOnly,
		UserID: caller.UserID, Network: authn.FromContext(ctx).Network(),
	})
}

// callOnce makes a tool call. What changes nothing needs no key.
func (g *Gateway) callOnce(ctx context.Context, call toolclient.Call, invoke toolclient.Invoke) (json.RawMessage, *apperr.Error) {
	if call.Route.ReadOnly {
		return invoke(ctx)
	}
	owner := idempotency.OwnerOf(call.Caller.UserID, authn.FromContext(ctx).Network())
	return g.once.Tool(ctx, owner, call.Route.Tool, call.Arguments, invoke)
}

// LimitsCommand returns the command that checks a file of limits.
func LimitsCommand() kit.Command[Config] {
	var arguments struct {
		File string `arg:"" optional:"" type:"path" help:"The file to check; the built-in limits are shown unless given."`
	}
	return kit.Command[Config]{
		Name: "limits", Help: "Check a file of rate limits, or show the built-in ones.", Arguments: &arguments,
		Run: func(_ context.Context, out io.Writer, _ Config) error { return checkLimits(out, arguments.File) },
	}
}

func checkLimits(out io.Writer, file string) error {
	if file == "" {
		_, err := out.Write(ratelimit.DefaultFile())
		return err
	}
	policies, err := ratelimit.ReadFile(file)
	if err != nil {
		return err
	}
	if policies.Requests != nil {
		fmt.Fprintln(out, policies.Requests)
	}
	for _, policy := range policies.Calls {
		fmt.Fprintln(out, policy)
	}
	return nil
}
