package routing

import (
	"cmp"
	"maps"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// Builder makes tables of what the registry says. It is used by one goroutine at a time.
type Builder struct {
	// Required are the canonical names of the tools that stay known when their service is gone.
	Required []string
	// Conn gives the connection that balances over the instances of a service.
	Conn func(service string) grpc.ClientConnInterface

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

// Build makes the table of a catalogue. A required tool that the previous table knew and that nobody offers now stays,
// unavailable, with its aliases and intents.
func (b *Builder) Build(previous *Table, offered *catalog.Catalog) *Table {
	table := &Table{
		byName:   map[string]*Route{},
		intents:  maps.Collect(offered.Intents()),
		services: map[protoreflect.FullName]grpc.ClientConnInterface{},
	}
	made := make(map[*toolspec.Tool]*Route, len(b.made))
	for name, tool := range offered.Names() {
		if made[tool.Tool] == nil {
			made[tool.Tool] = b.route(tool)
		}
		table.byName[name] = made[tool.Tool]
	}
	b.made = made
	for _, definition := range offered.Definitions() {
		for _, service := range definition.Manifest.Services {
			table.services[service.FullName()] = b.Conn(definition.Service)
		}
	}
	for _, name := range b.Required {
		table.keep(previous.byName[name])
	}
	table.sort()
	return table
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
