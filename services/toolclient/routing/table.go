// Package routing is where each tool name leads: an immutable Table, replaced as a whole on each change of the registry,
// so that resolving a name needs neither a lock nor the network.
package routing

import (
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/layered"
	"github.com/salaatflow/platform/services/toolspec"
)

// Route is a tool and how to call it. It is immutable.
type Route struct {
	*toolspec.Tool
	// Service and Version name the newest definition that offers the tool. Version is empty until one was registered.
	Service, Version string
	// Available is false for a required tool whose service has no instance now. It stays known, and a call of it
	// answers NETWORK_ERROR.
	Available bool
	// Conn reaches the instances that offer the tool.
	Conn grpc.ClientConnInterface
	// Access is what decides who may call it.
	Access *access.Method
}

// Table is where the names lead at one moment. It is immutable and safe for concurrent use; the slices it returns must not
// be changed. The zero Table is empty.
type Table struct {
	// Catalog holds the tools that may be called, and the required ones that nobody offers now. Its instances, and how many
	// offer a tool, may be those of an earlier moment.
	catalog.Catalog

	routes    []*Route // by canonical name
	byTool    layered.Map[*toolspec.Tool, *Route]
	prompts   []*Prompt                 // by name
	resources []*Resource               // by scheme, and within one in the order in which they are tried
	offered   map[*toolspec.Tool]*Route // of what is called for these and is no tool
	// services reach the instances of each gRPC service, for RPCs that are no tools.
	services map[protoreflect.FullName]holder
	built    bool // by a Builder
}

// holder is the service that answers for a gRPC service.
type holder struct {
	service string
	conn    grpc.ClientConnInterface
}

// Lookup returns the tool that has the name, canonical or alias; nil when none has.
func (t *Table) Lookup(name string) *Route {
	tool := t.Catalog.Lookup(name)
	if tool == nil {
		return nil
	}
	route, _ := t.byTool.Get(tool.Tool)
	return route
}

// Routes returns the tools by canonical name.
func (t *Table) Routes() []*Route { return t.routes }

// Names returns the canonical names, sorted.
func (t *Table) Names() []string {
	names := make([]string, len(t.routes))
	for i, route := range t.routes {
		names[i] = route.Name
	}
	return names
}

// Service returns the connection to the instances of a gRPC service; nil when none is registered.
func (t *Table) Service(name protoreflect.FullName) grpc.ClientConnInterface {
	return t.services[name].conn
}

// Holder returns the service that answers for a gRPC service; empty when none is registered.
func (t *Table) Holder(name protoreflect.FullName) string { return t.services[name].service }

// Unavailable returns those of the tool names that no instance offers now, in the order given.
func (t *Table) Unavailable(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		route := t.Lookup(name)
		return route != nil && route.Available
	})
}
