package rest

import (
	"errors"
	"net/http"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/toolspec"
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
}

// bindings indexes the REST paths of the services by routeKey.
func bindings(services []protoreflect.ServiceDescriptor) (map[string]*binding, error) {
	found := map[string]*binding{}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		return nil, err
	}
	named := map[protoreflect.FullName]*toolspec.Tool{}
	for _, tool := range tools {
		named[tool.Method.FullName()] = tool
	}
	var mistakes []error
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			mistakes = append(mistakes, bind(found, method, named[method.FullName()]))
		}
	}
	return found, errors.Join(mistakes...)
}

func bind(found map[string]*binding, method protoreflect.MethodDescriptor, tool *toolspec.Tool) error {
	paths, err := toolspec.RESTPaths(method)
	if err != nil || len(paths) == 0 {
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
			secret:    idempotency.HasSecret(method.Output()),
			write:     path.Verb != http.MethodGet && !noSideEffects(method),
			audited:   audit.Describe(method).Tool,
		}
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
