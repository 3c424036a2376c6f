package gateway

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/httpedge"
	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolspec"
)

// mcpBackend offers the routed tools to the MCP edge.
type mcpBackend struct {
	tools *toolclient.Client
	audit *audit.Edge
	// sameForAll is true if who calls makes no difference to what is listed, but for tools of administrators.
	sameForAll bool
	last       atomic.Pointer[mcpTools]
}

// mcpTools are the tools of a routing table.
type mcpTools struct {
	table *routing.Table
	tools []*mcp.Tool
	open  bool // none is for administrators alone
}

// Tools returns the same slice until the table changes.
func (b *mcpBackend) Tools() []*mcp.Tool {
	table := b.tools.Table()
	last := b.last.Load()
	if last == nil {
		last = &mcpTools{}
	}
	if last.table == table {
		return last.tools
	}
	made := &mcpTools{table: table, tools: mcp.Keep(last.tools, last.toolsOf(table.Routes()))}
	made.open = !slices.ContainsFunc(table.Routes(), func(route *routing.Route) bool { return route.Auth == toolsv1.Auth_AUTH_ADMIN })
	b.last.Store(made)
	return made.tools
}

// toolsOf returns the tools of routes, which are the last ones where the routes are.
func (last *mcpTools) toolsOf(routes []*routing.Route) []*mcp.Tool {
	tools := make([]*mcp.Tool, len(routes))
	var before []*routing.Route
	if last.table != nil {
		before = last.table.Routes()
	}
	at := 0
	for i, route := range routes {
		for at < len(before) && before[at] != route && before[at].Name < route.Name {
			at++
		}
		if at < len(before) && before[at] == route {
			tools[i] = last.tools[at]
			continue
		}
		tools[i] = &mcp.Tool{
			Converses: route.Talk.Converses(), Asks: route.Talk.Asks(),
			OnlyContent: route.Talk != nil && route.Talk.OnlyContent, NeedsTask: route.Talk != nil && route.Talk.NeedsTask,
			Icon: pictureOf(route),
			Name: route.Name, Title: route.Title, Description: route.ForModels(), Aliases: route.Aliases,
			Headers:     route.Headers,
			InputSchema: route.InputSchema, OutputSchema: route.OutputSchema, Auth: toolspec.AuthName(route.Auth), Scopes: route.Scopes,
			ReadOnly: route.ReadOnly, Destructive: route.Destructive, Idempotent: route.Idempotent,
		}
	}
	return tools
}

// public reports whether every caller sees all of the tools. Where callers sign in each sees what its credential is good for, a policy
// may hide anything from anybody, and administrators see what others do not.
func (b *mcpBackend) public([]*mcp.Tool) bool {
	last := b.last.Load()
	return b.sameForAll && last != nil && last.open
}

// visible returns those of the tools that the caller in ctx may call.
func (b *mcpBackend) visible(ctx context.Context, tools []*mcp.Tool) []*mcp.Tool {
	routes := b.tools.Visible(ctx)
	if slices.EqualFunc(routes, tools, func(route *routing.Route, tool *mcp.Tool) bool { return route.Name == tool.Name }) {
		return tools
	}
	names := make(map[string]bool, len(routes))
	for _, route := range routes {
		names[route.Name] = true
	}
	visible := make([]*mcp.Tool, 0, len(routes))
	for _, tool := range tools {
		if names[tool.Name] {
			visible = append(visible, tool)
		}
	}
	return visible
}

func (b *mcpBackend) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	return b.tools.Call(b.audit.Through(ctx, audit.DoorMCP), name, arguments)
}

func (b *mcpBackend) Subscribe() (<-chan struct{}, func()) { return b.tools.Subscribe() }

// ownRoom is the name under which the gateway's own answers are limited, as if it were a service.
const ownRoom = "gateway"

// mcpAdmit counts messages that call no tool as calls in flight.
func mcpAdmit(room *bulkhead.Service, limits *ratelimit.Limiter, edge *audit.Edge) func(context.Context) (func(), *apperr.Error) {
	return func(ctx context.Context) (func(), *apperr.Error) {
		var slot bulkhead.Slot
		refused := limits.Take(ctx, httpedge.OwnRead(ctx))
		if refused == nil {
			slot, refused = room.Acquire(ctx, httpedge.CallerOf(ctx))
		}
		if refused != nil {
			edge.RefusedBy(edge.Through(ctx, audit.DoorMCP), httpedge.OwnAnswer, "", refused)
			return nil, refused
		}
		return slot.Release, nil
	}
}

// mcpOwner returns the owner of a session: the caller that the request names.
func mcpOwner(ctx context.Context) string {
	caller, refused := authn.FromContext(ctx).Caller()
	if refused != nil || caller.UserID == 0 {
		return ""
	}
	return strconv.Itoa(int(caller.UserID))
}

// mcpCaller returns whose share of sessions and streams a request uses: the user's, or else that of its network.
func mcpCaller(r *http.Request) string {
	if owner := mcpOwner(r.Context()); owner != "" {
		return owner
	}
	return authn.FromContext(r.Context()).Network().String()
}
