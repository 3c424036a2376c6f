package gateway

import (
	"context"
	"strconv"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/routing"
	"github.com/salaatflow/platform/gateway/internal/toolcall"
	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/gateway/toolresult"
)

// mcpBackend offers the routed tools to the MCP edge.
type mcpBackend struct {
	router   *routing.Router
	executor *toolcall.Executor
}

func (b mcpBackend) Tools() []*mcp.Tool {
	routes := b.router.Table().Routes()
	tools := make([]*mcp.Tool, 0, len(routes))
	for _, route := range routes {
		tools = append(tools, &mcp.Tool{
			Name: route.Name, Title: route.Title, Description: route.Description, Aliases: route.Aliases,
			InputSchema: route.InputSchema, OutputSchema: route.OutputSchema,
			ReadOnly: route.ReadOnly, Destructive: route.Destructive, Idempotent: route.Idempotent,
		})
	}
	return tools
}

func (b mcpBackend) Call(ctx context.Context, name string, arguments []byte) *toolresult.Result {
	return b.executor.Call(ctx, name, arguments)
}

func (b mcpBackend) Subscribe() (<-chan struct{}, func()) { return b.router.Subscribe() }

// mcpOwner names whose a session is: the caller's whom the request names.
func mcpOwner(ctx context.Context) string {
	caller, refused := authn.FromContext(ctx).Caller()
	if refused != nil || caller.UserID == 0 {
		return ""
	}
	return strconv.Itoa(int(caller.UserID))
}
