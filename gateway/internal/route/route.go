// Package route tells the middleware around a request which route served it.
package route

import "context"

// Unknown is the route of a request that no path is for, or that was refused before a path was looked for.
const Unknown = "unknown"

// Name is the route of one request: a template of paths, such as /api/v1/tasks/{task_id}. It is set by the goroutine that
// serves the request.
type Name struct{ template string }

func (n *Name) String() string { return n.template }

type key struct{}

// NewContext returns a context in which Set sets the name that it returns. Until then the name is Unknown.
func NewContext(ctx context.Context) (context.Context, *Name) {
	name := &Name{Unknown}
	return context.WithValue(ctx, key{}, name), name
}

// Set names the route of the request that ctx belongs to.
func Set(ctx context.Context, template string) {
	if name, ok := ctx.Value(key{}).(*Name); ok {
		name.template = template
	}
}

// Of returns the route of the request that ctx belongs to. Unlike its path, it holds nothing that the client wrote.
func Of(ctx context.Context) string {
	if name, ok := ctx.Value(key{}).(*Name); ok {
		return name.template
	}
	return Unknown
}
