package routing

import (
	"cmp"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// Builder makes tables of what the registry says. It is used by one goroutine at a time.
type Builder struct {
	// Required are the canonical names of the tools that stay known when their service is gone.
	Required []string
	// Conn gives the connection that balances over the instances of a service.
	Conn func(service string) grpc.ClientConnInterface
	// Owners say who may offer what is the platform's; the zero Owners lets nobody. The registry sees to it too: a
	// gateway does not send users' texts, or ask for their roles, by what a registry says alone.
	Owners ownership.Owners
	// Reserved are the names of tools, aliases and intents that belong to one service, by name.
	Reserved map[string]string

	// made keeps the routes of definitions that go on being offered.
	made map[*toolspec.Tool]*Route
}

// Initial makes the table of before any catalogue: the required ones among the tools known from elsewhere, unavailable.
func (b *Builder) Initial(known []*Route) *Table {
	before := &Table{byName: map[string]*Route{}}
	for _, route := range known {
		before.byName[route.Name] = route
	}
	return b.Build(before, &catalog.Catalog{})
}

// Absent is the route of a tool that is known though no instance of its service is: calls answer NETWORK_ERROR.
func Absent(tool *toolspec.Tool, service string) *Route {
	return &Route{
		Tool: tool, Service: service, Conn: unreachable{},
		Input: messageType(tool.Method.Input()), Output: messageType(tool.Method.Output()),
	}
}

// reserved gives the names of tools that are known, each with the service it belongs to.
func reserved(known []*Route) map[string]string {
	names := map[string]string{}
	for _, route := range known {
		for _, name := range append([]string{route.Name}, route.Aliases...) {
			names[name] = route.Service
		}
		for _, intent := range route.Intents {
			names[intent.Name] = route.Service
		}
	}
	return names
}

// Build makes the table of a catalogue. A required tool that the previous table knew and that nobody offers now stays,
// unavailable, with its aliases and intents.
func (b *Builder) Build(previous *Table, offered *catalog.Catalog) *Table {
	table := &Table{byName: map[string]*Route{}, intents: map[string]string{}}
	made := make(map[*toolspec.Tool]*Route, len(b.made))
	for name, tool := range offered.Names() {
		if !b.allows(name, tool) {
			continue
		}
		if made[tool.Tool] == nil {
			made[tool.Tool] = b.route(tool)
		}
		table.byName[name] = made[tool.Tool]
	}
	b.made = made
	for intent, answers := range offered.Intents() {
		if route := table.byName[answers]; route != nil && b.isOf(intent, route.Service) {
			table.intents[intent] = answers
		}
	}
	table.services = b.holders(previous, offered)
	for _, name := range b.Required {
		table.keep(previous.byName[name])
	}
	table.sort()
	return table
}

// allows reports whether a tool may have a name: neither the name nor the RPC is another service's.
func (b *Builder) allows(name string, tool *catalog.Tool) bool {
	service := tool.Definition.Service
	return b.isOf(name, service) && b.isOf(tool.Name, service) && b.Owners.Allows(service, tool.Method.Parent().FullName())
}

func (b *Builder) isOf(name, service string) bool {
	owner := b.Reserved[name]
	return owner == "" || owner == service
}

// holders gives who answers for each gRPC service: whoever did before, as long as it offers it, else the first by name.
func (b *Builder) holders(previous *Table, offered *catalog.Catalog) map[protoreflect.FullName]holder {
	holders := map[protoreflect.FullName]holder{}
	for _, definition := range offered.Definitions() {
		for _, described := range definition.Manifest.Services {
			name, service := described.FullName(), definition.Service
			if ownership.IsInfrastructure(name) || !b.Owners.Allows(service, name) {
				continue
			}
			if _, held := holders[name]; !held || previous.services[name].service == service {
				holders[name] = holder{service, b.Conn(service)}
			}
		}
	}
	return holders
}

func (b *Builder) route(tool *catalog.Tool) *Route {
	if route := b.made[tool.Tool]; route != nil {
		return route
	}
	return &Route{
		Tool: tool.Tool, Service: tool.Definition.Service, Version: tool.Definition.Version, Available: true,
		Conn:  b.Conn(tool.Definition.Service),
		Input: messageType(tool.Method.Input()), Output: messageType(tool.Method.Output()),
	}
}

// keep adds a tool that nobody offers now, unless its name leads somewhere.
func (t *Table) keep(known *Route) {
	if known == nil || t.byName[known.Name] != nil {
		return
	}
	gone := *known
	gone.Available = false
	for _, name := range append([]string{gone.Name}, gone.Aliases...) {
		if t.byName[name] == nil {
			t.byName[name] = &gone
		}
	}
	for _, intent := range gone.Intents {
		if _, taken := t.intents[intent.Name]; !taken {
			t.intents[intent.Name] = intent.Answers
		}
	}
}

func (t *Table) sort() {
	for name, route := range t.byName {
		if name == route.Name {
			t.routes = append(t.routes, route)
			t.names = append(t.names, name)
		}
	}
	slices.Sort(t.names)
	slices.SortFunc(t.routes, func(a, b *Route) int { return cmp.Compare(a.Name, b.Name) })
}

// messageType prefers the generated type that the gateway links, but only when it was generated from the same file:
// an older generated type would drop the fields that a newer service answers.
func messageType(message protoreflect.MessageDescriptor) protoreflect.MessageType {
	linked, err := protoregistry.GlobalTypes.FindMessageByName(message.FullName())
	if err == nil && sameFile(linked.Descriptor().ParentFile(), message.ParentFile()) {
		return linked
	}
	return dynamicpb.NewMessageType(message)
}

func sameFile(a, b protoreflect.FileDescriptor) bool {
	one, other := protodesc.ToFileDescriptorProto(a), protodesc.ToFileDescriptorProto(b)
	one.SourceCodeInfo, other.SourceCodeInfo = nil, nil
	return proto.Equal(one, other)
}
