package toolclient

import (
	"context"

	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// Visible returns the tools that the caller in ctx may call, by name: all of the table's in its own slice, or some. A caller
// whose credential is wrong sees what an anonymous one does, where the edge lets one in. Rules about arguments are left out.
func (c *Client) Visible(ctx context.Context) []*routing.Route {
	caller := c.viewer(ctx)
	routes := c.Table().Routes()
	for i, route := range routes {
		if !c.isVisible(ctx, caller, route) {
			return c.rest(ctx, caller, routes, i)
		}
	}
	return routes
}

// Sees returns what tells whether the caller in ctx may call a route, as Visible does.
func (c *Client) Sees(ctx context.Context) func(*routing.Route) bool {
	caller := c.viewer(ctx)
	return func(route *routing.Route) bool { return c.isVisible(ctx, caller, route) }
}

// viewer returns the caller in ctx who looks at a list.
func (c *Client) viewer(ctx context.Context) identity.Caller {
	caller, _, refused := c.identify(ctx, nil)
	if refused != nil {
		caller = identity.Caller{}
	}
	return c.authorizer.Complete(ctx, caller)
}

// rest returns the routes that are visible, of which those before number hidden are.
func (c *Client) rest(ctx context.Context, caller identity.Caller, routes []*routing.Route, hidden int) []*routing.Route {
	visible := append(make([]*routing.Route, 0, len(routes)), routes[:hidden]...)
	for _, route := range routes[hidden+1:] {
		if c.isVisible(ctx, caller, route) {
			visible = append(visible, route)
		}
	}
	return visible
}

func (c *Client) isVisible(ctx context.Context, caller identity.Caller, route *routing.Route) bool {
	return c.authorizer.Access.Lists(ctx, caller, route.Access)
}
