package routing

import (
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// Builder builds tables from catalogues. It is immutable and safe for concurrent use.
type Builder struct {
	required []string
	known    map[string]*catalog.Tool // by canonical name
	reserved map[string]string        // names of tools, aliases and intents -> the service they belong to
	owners   ownership.Owners
	conn     func(service string) grpc.ClientConnInterface
}

// NewBuilder returns a builder of tables that keep the required tools, by canonical name, when nobody offers them. known is
// what services offer before they register; its names are theirs alone. Only owners may offer what is the platform's: the
// registry enforces it too, but a registry alone must not decide where users' texts go. conn returns the connection that
// balances over the instances of a service.
func NewBuilder(
	required []string, known []*catalog.Definition, owners ownership.Owners, conn func(service string) grpc.ClientConnInterface,
) *Builder {
	b := &Builder{required: required, known: map[string]*catalog.Tool{}, reserved: map[string]string{}, owners: owners, conn: conn}
	for _, definition := range known {
		for _, tool := range definition.Tools() {
			b.known[tool.Name] = &catalog.Tool{Tool: tool, Definition: definition}
			b.reserved[tool.Name] = definition.Service
			for _, alias := range tool.Aliases {
				b.reserved[alias] = definition.Service
			}
			for _, intent := range tool.Intents {
				b.reserved[intent.Name] = definition.Service
			}
		}
		b.reserveOffers(definition)
	}
	return b
}

// Build returns the table of a catalogue. A required tool that is known, or that the previous table had, and that nobody
// offers now stays with its aliases and intents, unavailable. It returns the previous table if only instances of what was offered
// have come or gone, of which connections are told elsewhere: tables of ten thousands of tools take long to build.
func (b *Builder) Build(previous *Table, offered *catalog.Catalog) *Table {
	if previous.built && slices.Equal(previous.Definitions(), offered.Definitions()) {
		return previous
	}
	table := &Table{Catalog: *offered.ViewAfter(&previous.Catalog, b.allows, b.keep(previous)), built: true}
	b.addRoutes(table, previous)
	b.addOffers(table, previous, offered)
	table.services = b.holders(previous, offered)
	return table
}

// addRoutes adds the routes of the tools, which are those of the previous table for the tools that are still the same.
func (b *Builder) addRoutes(table, previous *Table) {
	tools, before := table.Tools(), previous.Tools()
	table.routes = make([]*Route, len(tools))
	come, kept := map[*toolspec.Tool]*Route{}, 0
	var gone []*toolspec.Tool
	for i, tool := range tools {
		for kept < len(before) && before[kept] != tool && before[kept].Name < tool.Name {
			gone = append(gone, before[kept].Tool)
			kept++
		}
		if kept < len(before) && before[kept] == tool {
			table.routes[i] = previous.routes[kept]
			kept++
			continue
		}
		table.routes[i] = b.route(previous, tool)
		come[tool.Tool] = table.routes[i]
	}
	for ; kept < len(before); kept++ {
		gone = append(gone, before[kept].Tool)
	}
	table.byTool = previous.byTool.With(gone, come)
}

// keep returns the required tools as they were last known.
func (b *Builder) keep(previous *Table) []*catalog.Tool {
	var kept []*catalog.Tool
	for _, name := range b.required {
		if tool := previous.Catalog.Lookup(name); tool != nil {
			kept = append(kept, tool)
		} else if tool := b.known[name]; tool != nil {
			kept = append(kept, tool)
		}
	}
	return kept
}

// allows reports whether a service may give a tool a name: neither the name nor the RPC is another service's.
func (b *Builder) allows(service, name string, tool *toolspec.Tool) bool {
	owner, reserved := b.reserved[name]
	return (!reserved || owner == service) && b.owners.Allows(service, tool.GRPCService())
}

// holders returns who answers for each gRPC service: whoever did before, as long as it offers it, else the first by name.
func (b *Builder) holders(previous *Table, offered *catalog.Catalog) map[protoreflect.FullName]holder {
	holders := map[protoreflect.FullName]holder{}
	for _, definition := range offered.Definitions() {
		for _, offers := range definition.GRPCServices() {
			name, service := protoreflect.FullName(offers), definition.Service
			if ownership.IsInfrastructure(name) || !b.owners.Allows(service, name) {
				continue
			}
			if _, held := holders[name]; !held || previous.services[name].service == service {
				holders[name] = holder{service, b.conn(service)}
			}
		}
	}
	return holders
}

// route returns the previous table's route of a tool where that is still true, for making one takes a while.
func (b *Builder) route(previous *Table, tool *catalog.Tool) *Route {
	available := tool.Instances > 0
	before, _ := previous.byTool.Get(tool.Tool)
	if before != nil && before.Available == available {
		return before
	}
	route := &Route{
		Tool: tool.Tool, Service: tool.Definition.Service, Version: tool.Definition.Version, Available: available,
		Conn: unreachable{},
	}
	if available {
		route.Conn = b.conn(route.Service)
	}
	if before != nil {
		route.Access = before.Access
	} else {
		route.Access = access.OfTool(tool.Tool)
	}
	return route
}
