package rest

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// Stranger is a gRPC service that the gateway was not built with, whose REST paths are served with dynamic messages.
type Stranger struct {
	// Definition has the service, and Service is its full name. Of the same two, the descriptor is asked for once.
	Definition *catalog.Definition
	Service    protoreflect.FullName
	Descriptor func() protoreflect.ServiceDescriptor
	// Tools are those of its RPCs that are tools which can be called, by full name. Another RPC with the tool option is not served.
	Tools map[protoreflect.FullName]*toolspec.Tool
	Conn  grpc.ClientConnInterface
}

// strangers are the REST paths of the strangers of a table. They are built again when the table changes.
type strangers struct {
	table func() *routing.Table
	of    func(*routing.Table) []Stranger
	own   []toolspec.Template // which nobody else may have

	now      atomic.Pointer[strangePaths]
	building sync.Mutex
}

type strangePaths struct {
	table *routing.Table
	paths *trie
	order []*binding
	// bound are the bindings by service, so that a service is read once.
	bound map[strangeService][]*binding
}

// strangeService is a service of a definition.
type strangeService struct {
	definition *catalog.Definition
	service    protoreflect.FullName
}

// current returns the paths of the current table.
func (s *strangers) current() *trie {
	table := s.table()
	if now := s.now.Load(); now != nil && now.table == table {
		return now.paths
	}
	s.building.Lock()
	defer s.building.Unlock()
	before := s.now.Load()
	if before != nil && before.table == table {
		return before.paths
	}
	built := s.build(table, before)
	s.now.Store(built)
	return built.paths
}

func (s *strangers) build(table *routing.Table, before *strangePaths) *strangePaths {
	built := &strangePaths{table: table, paths: &trie{}, bound: map[strangeService][]*binding{}}
	for _, stranger := range s.of(table) {
		of := strangeService{stranger.Definition, stranger.Service}
		bound, known := []*binding(nil), false
		if before != nil {
			bound, known = before.bound[of]
		}
		if !known {
			bound = s.bind(stranger.Descriptor())
		}
		built.bound[of] = bound
		for _, b := range bound {
			if b.strange.isTool && stranger.Tools[b.method.FullName()] == nil {
				continue
			}
			if added := b.with(stranger); built.paths.add(added) {
				built.order = append(built.order, added)
			}
		}
	}
	return built
}

// Operation is a REST path of an RPC.
type Operation struct {
	Method protoreflect.MethodDescriptor
	Path   toolspec.RESTPath
}

// OfStrangers returns the REST paths of a table's strangers that are served.
func (p *Paths) OfStrangers(table *routing.Table) []Operation {
	var operations []Operation
	for _, bound := range p.strangers.build(table, p.strangers.now.Load()).order {
		operations = append(operations, Operation{bound.method, bound.path})
	}
	return operations
}

// bind reads the paths of a service. The registry has refused what cannot be served, so what still cannot is left out.
func (s *strangers) bind(service protoreflect.ServiceDescriptor) []*binding {
	var bound []*binding
	for i := range service.Methods().Len() {
		method := service.Methods().Get(i)
		paths, err := toolspec.RESTPaths(method)
		if err != nil {
			continue
		}
		paths = slices.DeleteFunc(paths, func(path toolspec.RESTPath) bool { return slices.ContainsFunc(s.own, path.Template.Overlaps) })
		if len(paths) == 0 {
			continue
		}
		if toolspec.CheckMessages(method) != nil {
			continue
		}
		checker, err := toolspec.NewChecker(method.Input())
		if err != nil {
			continue
		}
		option, err := toolspec.OptionOf(method)
		if err != nil {
			continue
		}
		for _, path := range paths {
			made := &binding{
				method: method, path: path, access: access.NewMethod(method), arguments: checker,
				operation: strings.TrimPrefix(toolspec.FullMethod(method), "/"), audited: audit.Describe(method).Tool,
				secret: toolspec.HasSecret(method.Output()), write: !toolspec.Reads(method),
				strange: &strange{isTool: option != nil},
				input:   dynamicpb.NewMessageType(method.Input()), output: dynamicpb.NewMessageType(method.Output()),
			}
			made.answered()
			bound = append(bound, made)
		}
	}
	return bound
}

// strange is what a binding of a stranger has besides.
type strange struct {
	isTool bool
	tool   *toolspec.Tool // nil for an RPC that is no tool
}

// with returns the binding with what the current table says of it.
func (b *binding) with(stranger Stranger) *binding {
	bound := *b
	bound.strange = &strange{isTool: b.strange.isTool, tool: stranger.Tools[b.method.FullName()]}
	bound.conn = stranger.Conn
	if tool := bound.strange.tool; tool != nil {
		bound.operation, bound.isTool, bound.write = tool.Name, true, !tool.ReadOnly
	}
	return &bound
}
