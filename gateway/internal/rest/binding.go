package rest

import (
	"errors"
	"net/http"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/transcode"
)

// binding is one REST path of an RPC.
type binding struct {
	method protoreflect.MethodDescriptor
	path   toolspec.RESTPath
	access *access.Method
	// operation is the canonical name of the tool, or Service.Method of an RPC that is none. write: it may change something.
	operation string
	isTool    bool
	write     bool
	// audited is the name that audit records have.
	audited string
	// secret: its answer has a secret in it.
	secret bool
	// arguments checks the shape of path, query and body together.
	arguments *toolspec.Checker
	// strange is set for a path of a stranger.
	strange *strange
	// input and output are the types of requests and answers, and conn reaches those who serve them.
	input, output protoreflect.MessageType
	conn          grpc.ClientConnInterface
	// answer writes the answers; nil for those that it cannot write.
	answer *transcode.Plan
	// page are the fields of a list's answer that become headers.
	page []protowire.Number
}

// answered sets how a binding's answers are written.
func (b *binding) answered() {
	b.answer = b.plan()
	for _, field := range []protoreflect.FieldDescriptor{b.path.Count, b.path.CountCapped, b.path.NextPageToken} {
		if field != nil {
			b.page = append(b.page, field.Number())
		}
	}
}

// plan returns what writes the answers; nil for a file, and for an answer that is a field without messages.
func (b *binding) plan() *transcode.Plan {
	field, unset := b.path.Response, ""
	if b.strange != nil { // generated code writes an empty message
		unset = "null"
	}
	switch {
	case toolspec.IsFile(b.method):
		return nil
	case field == nil:
		return transcode.New(b.output)
	case field.Message() == nil || field.IsMap():
		return nil
	}
	return transcode.New(b.output).Only(field, unset)
}

// bindings indexes the REST paths of the services by routeKey.
func bindings(services []Service) (map[string]*binding, error) {
	found := map[string]*binding{}
	descriptors := make([]protoreflect.ServiceDescriptor, 0, len(services))
	for _, service := range services {
		descriptors = append(descriptors, service.Descriptor)
	}
	tools, err := toolspec.Tools(descriptors...)
	if err != nil {
		return nil, err
	}
	named := map[protoreflect.FullName]*toolspec.Tool{}
	for _, tool := range tools {
		named[tool.RPC()] = tool
	}
	var mistakes []error
	for _, service := range services {
		for i := range service.Descriptor.Methods().Len() {
			method := service.Descriptor.Methods().Get(i)
			mistakes = append(mistakes, bind(found, service.Conn, method, named[method.FullName()]))
		}
	}
	return found, errors.Join(mistakes...)
}

func bind(
	found map[string]*binding, conn grpc.ClientConnInterface, method protoreflect.MethodDescriptor, tool *toolspec.Tool,
) error {
	paths, err := toolspec.RESTPaths(method)
	if err != nil || len(paths) == 0 {
		return err
	}
	input, err := protoregistry.GlobalTypes.FindMessageByName(method.Input().FullName())
	if err != nil {
		return err
	}
	output, err := protoregistry.GlobalTypes.FindMessageByName(method.Output().FullName())
	if err != nil {
		return err
	}
	checker, err := toolspec.NewChecker(method.Input())
	if err != nil {
		return err
	}
	for _, path := range paths {
		bound := &binding{
			method: method, path: path, access: access.NewMethod(method), arguments: checker,
			operation: string(method.Parent().Name() + "." + method.Name()),
			secret:    toolspec.HasSecret(method.Output()),
			write:     path.Verb != http.MethodGet && !noSideEffects(method),
			audited:   audit.Describe(method).Tool,
			input:     input, output: output, conn: conn,
		}
		bound.answered()
		if tool != nil {
			bound.operation, bound.isTool, bound.write = tool.Name, true, !tool.ReadOnly
		}
		found[routeKey(path.Verb, path.Path)] = bound
	}
	return nil
}

func noSideEffects(method protoreflect.MethodDescriptor) bool {
	options, _ := method.Options().(*descriptorpb.MethodOptions)
	return options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
}

// routeKey returns the same key for a route whether it is written as in an option ({task_id}) or as a grpc-gateway
// pattern ({task_id=*}).
func routeKey(verb, path string) string {
	return verb + " " + strings.ReplaceAll(path, "=*}", "}")
}
