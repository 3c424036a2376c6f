package grpcserver

import (
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/tracing"
)

// method holds what the interceptors need of an RPC. It is built at registration, so that calls read no descriptors.
type method struct {
	name      string                         // package.Service/Method
	access    *access.Method                 // who may call it
	input     protoreflect.MessageDescriptor // nil when the linked files do not know it
	inMessage func(first any) string         // Foreign.Authorization; nil where the credential is in the metadata
	audited   audit.Method
	measured  measured
	traced    tracing.Method
}

// methods is keyed by full method name, "/package.Service/Method". It is not changed once the server serves.
type methods map[string]*method

func (m methods) add(desc *grpc.ServiceDesc) {
	service := findService(desc.ServiceName)
	names := make([]string, 0, len(desc.Methods)+len(desc.Streams))
	for _, rpc := range desc.Methods {
		names = append(names, rpc.MethodName)
	}
	for _, rpc := range desc.Streams {
		names = append(names, rpc.StreamName)
	}
	for _, name := range names {
		full := desc.ServiceName + "/" + name
		known := &method{
			name: full, access: access.UndescribedMethod(full), audited: audit.Method{Tool: full, Recorded: true},
			measured: newMeasured(full), traced: tracing.ServerMethod(full),
		}
		if service != nil {
			if rpc := service.Methods().ByName(protoreflect.Name(name)); rpc != nil {
				known.access = access.NewMethod(rpc)
				known.input = rpc.Input()
				known.audited = audit.Describe(rpc)
			}
		}
		m["/"+full] = known
	}
}

// Foreign describes a service of a protocol that is not the platform's.
type Foreign struct {
	// Authorization returns what stands in the first message of a client's stream in place of the metadata authorization,
	// because the protocol's clients cannot set metadata, or "". It is asked only for a stream without that metadata, with nil
	// if the stream ended without a message. nil requires the metadata.
	Authorization func(first any) string
}

// addForeign adds a service whose proto has none of the platform's options: programs may call it, without a user, and its
// messages have no rules.
func (m methods) addForeign(desc *grpc.ServiceDesc, foreign Foreign) {
	m.add(desc)
	for _, rpc := range desc.Methods {
		m["/"+desc.ServiceName+"/"+rpc.MethodName].open(nil)
	}
	for _, rpc := range desc.Streams {
		m["/"+desc.ServiceName+"/"+rpc.StreamName].open(foreign.Authorization)
	}
}

func (m *method) open(inMessage func(first any) string) {
	m.access, m.input, m.inMessage = access.OpenMethod(m.name), nil, inMessage
	m.audited.Recorded = false
}

func findService(name string) protoreflect.ServiceDescriptor {
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil // an RPC that is not described needs a user and has no rules
	}
	service, _ := found.(protoreflect.ServiceDescriptor)
	return service
}
