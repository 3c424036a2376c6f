package access

import (
	"sync/atomic"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"google.golang.org/genproto/googleapis/api/annotations"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec"
)

// Method is what a decision is about: an RPC, with what its annotation says. It is immutable and safe for concurrent use.
type Method struct {
	// Name is the canonical name of a tool, and of another RPC its full name, package.Service/Method. No alias and no path
	// of REST is a way around a rule.
	Name string
	// RPC is the full name, package.Service/Method.
	RPC string
	// Auth is who may call it; never AUTH_UNSPECIFIED.
	Auth toolsv1.Auth
	// Scopes are what a credential must be good for; never empty.
	Scopes []string
	// AsksScopes reports whether a caller without the scopes is refused. Reading what anybody may read asks for none.
	AsksScopes bool
	// ForCallers reports whether the RPC is for callers: a tool, a prompt, a resource, or what has a path of REST, or needs a
	// user. The others are what programs ask of each other, and no policy is about them.
	ForCallers bool

	owner protoreflect.Name // the field of the request that says whose things it is about; empty if they are the caller's

	facts  facts
	values atomic.Pointer[map[string]ref.Val] // of the variables of rules, by name; nil until a rule asks
}

// facts are what rules may ask of a method beyond what Method says.
type facts struct {
	known                             bool
	service                           protoreflect.FullName
	capabilities                      []string
	readOnly, destructive, idempotent bool
}

// NewMethod returns what decisions about an RPC are made of. It is worth keeping.
func NewMethod(rpc protoreflect.MethodDescriptor) *Method {
	full := toolspec.FullMethod(rpc)[1:]
	m := &Method{Name: full, RPC: full, Auth: toolspec.AuthOf(rpc), Scopes: toolspec.ScopesOf(rpc)}
	option := toolOf(rpc)
	if option != nil {
		m.Name = option.GetName()
	}
	m.owner = protoreflect.Name(toolspec.OwnerOf(rpc))
	reads := toolspec.Reads(rpc)
	m.AsksScopes = m.asksScopes()
	m.ForCallers = option != nil || m.needsUser() || hasPath(rpc) || toolspec.IsOffered(rpc)
	m.facts = facts{
		known: true, service: rpc.Parent().FullName(), capabilities: option.GetCapabilities(),
		readOnly: reads, destructive: option.GetDestructive() || option == nil && deletes(rpc), idempotent: option.GetIdempotent() || reads,
	}
	return m
}

// OfTool returns what NewMethod does of the tool's RPC, without looking at its descriptors.
func OfTool(tool *toolspec.Tool) *Method {
	m := &Method{
		Name: tool.Name, RPC: tool.FullMethod[1:], Auth: tool.Auth, Scopes: tool.Scopes, ForCallers: true,
		owner: protoreflect.Name(tool.Owner),
		facts: facts{
			known: true, service: tool.GRPCService(), capabilities: tool.Capabilities,
			readOnly: tool.ReadOnly, destructive: tool.Destructive, idempotent: tool.Idempotent || tool.ReadOnly,
		},
	}
	m.AsksScopes = m.asksScopes()
	return m
}

func (m *Method) asksScopes() bool {
	return m.needsUser() || m.Auth == toolsv1.Auth_AUTH_OPTIONAL && !onlyRead(m.Scopes)
}

// value returns the value of a variable of rules; nil for one that is none, and for a method that no rule is about. The values are
// made when a rule first asks: most methods are never asked about, and there may be ten thousands.
func (m *Method) value(name string) ref.Val {
	if !m.facts.known {
		return nil
	}
	made := m.values.Load()
	if made == nil {
		made = new(m.makeValues())
		m.values.Store(made)
	}
	return (*made)[name]
}

func (m *Method) makeValues() map[string]ref.Val {
	return map[string]ref.Val{
		"tool.name":         types.String(m.Name),
		"tool.rpc":          types.String(m.RPC),
		"tool.service":      types.String(m.facts.service),
		"tool.package":      types.String(m.facts.service.Parent()), // a service is declared in its file, and never in a message
		"tool.auth":         types.String(toolspec.AuthName(m.Auth)),
		"tool.scopes":       texts(m.Scopes),
		"tool.capabilities": texts(m.facts.capabilities),
		"tool.read_only":    types.Bool(m.facts.readOnly),
		"tool.destructive":  types.Bool(m.facts.destructive),
		"tool.idempotent":   types.Bool(m.facts.idempotent),
	}
}

// UndescribedMethod returns a method of which only the full name, package.Service/Method, is known: it needs a user, and no
// credential that is limited to scopes is good for it.
func UndescribedMethod(full string) *Method {
	return &Method{
		Name: full, RPC: full, Auth: toolsv1.Auth_AUTH_REQUIRED, Scopes: []string{full}, AsksScopes: true, ForCallers: true,
		facts: facts{known: true, destructive: true},
	}
}

// OpenMethod returns a method of a protocol that is not the platform's: programs may call it, without a user.
func OpenMethod(full string) *Method {
	return &Method{Name: full, RPC: full, Auth: toolsv1.Auth_AUTH_NONE}
}

func (m *Method) needsUser() bool {
	return m.Auth != toolsv1.Auth_AUTH_NONE && m.Auth != toolsv1.Auth_AUTH_OPTIONAL
}

// toolOf returns the tool option of an RPC, nil when it has none or it cannot be read.
func toolOf(rpc protoreflect.MethodDescriptor) *toolsv1.Tool {
	option, _ := toolspec.OptionOf(rpc)
	return option
}

func hasPath(rpc protoreflect.MethodDescriptor) bool {
	return proto.HasExtension(rpc.Options(), annotations.E_Http)
}

// deletes reports whether the main path of an RPC has the HTTP method DELETE.
func deletes(rpc protoreflect.MethodDescriptor) bool {
	rule, _ := proto.GetExtension(rpc.Options(), annotations.E_Http).(*annotations.HttpRule)
	return rule.GetDelete() != ""
}

func onlyRead(scopes []string) bool {
	for _, scope := range scopes {
		if !isRead(scope) {
			return false
		}
	}
	return true
}

func isRead(scope string) bool {
	const suffix = ":read"
	return len(scope) > len(suffix) && scope[len(scope)-len(suffix):] == suffix
}

func texts(list []string) ref.Val {
	return types.NewStringList(types.DefaultTypeAdapter, list)
}
