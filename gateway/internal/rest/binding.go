package rest

import (
	"errors"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/toolspec"
)

// binding is one REST path of an RPC.
type binding struct {
	method protoreflect.MethodDescriptor
	path   toolspec.RESTPath
	auth   toolsv1.Auth
	// arguments checks the shape of path, query and body together.
	arguments *toolspec.Checker
}

// bindings indexes the REST paths of the services by routeKey.
func bindings(services []protoreflect.ServiceDescriptor) (map[string]*binding, error) {
	found := map[string]*binding{}
	var mistakes []error
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			mistakes = append(mistakes, bind(found, method))
		}
	}
	return found, errors.Join(mistakes...)
}

func bind(found map[string]*binding, method protoreflect.MethodDescriptor) error {
	paths, err := toolspec.RESTPaths(method)
	if err != nil || len(paths) == 0 {
		return err
	}
	checker, err := toolspec.NewChecker(method.Input())
	if err != nil {
		return err
	}
	for _, path := range paths {
		found[routeKey(path.Verb, path.Path)] = &binding{
			method: method, path: path, auth: toolspec.AuthOf(method), arguments: checker,
		}
	}
	return nil
}

// routeKey returns the same key for a route whether it is written as in an option ({task_id}) or as a grpc-gateway
// pattern ({task_id=*}).
func routeKey(verb, path string) string {
	return verb + " " + strings.ReplaceAll(path, "=*}", "}")
}
