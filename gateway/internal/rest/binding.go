package rest

import (
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/toolspec"
)

// binding is one REST path of an RPC, as its google.api.http option says.
type binding struct {
	method protoreflect.MethodDescriptor
	auth   toolsv1.Auth
	// arguments checks the shape of what path, query and body say together.
	arguments *toolspec.Checker
	// hasBody is whether the request's body holds arguments.
	hasBody bool
	// status is the HTTP status of a success.
	status int
	// page is how the answer tells of further pages; nil where the answer is no list.
	page *pageFields
}

// pageFields are the numbers of the fields of a response message that lists resources; 0 where it has none.
type pageFields struct {
	count, nextPageToken protoreflect.FieldNumber
}

// bindings indexes the REST paths of the services by HTTP method and path pattern, as routeKey writes them.
func bindings(services []protoreflect.ServiceDescriptor) (map[string]*binding, error) {
	found := map[string]*binding{}
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			rule, _ := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
			if rule == nil {
				continue
			}
			for _, rule := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
				verb, path, err := verbAndPath(rule)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", method.FullName(), err)
				}
				bound, err := newBinding(method, verb, rule)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", method.FullName(), err)
				}
				found[routeKey(verb, path)] = bound
			}
		}
	}
	return found, nil
}

func newBinding(method protoreflect.MethodDescriptor, verb string, rule *annotations.HttpRule) (*binding, error) {
	checker, err := toolspec.NewChecker(method.Input())
	if err != nil {
		return nil, err
	}
	return &binding{
		method:    method,
		auth:      toolspec.AuthOf(method),
		arguments: checker,
		hasBody:   rule.GetBody() != "",
		status:    statusOf(method, verb, rule),
		page:      pageFieldsOf(method.Output()),
	}, nil
}

func verbAndPath(rule *annotations.HttpRule) (verb, path string, err error) {
	if body := rule.GetBody(); body != "" && body != "*" {
		return "", "", fmt.Errorf(`the body of a REST path must be "*", not %q`, body)
	}
	switch pattern := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		return http.MethodGet, pattern.Get, nil
	case *annotations.HttpRule_Post:
		return http.MethodPost, pattern.Post, nil
	case *annotations.HttpRule_Put:
		return http.MethodPut, pattern.Put, nil
	case *annotations.HttpRule_Patch:
		return http.MethodPatch, pattern.Patch, nil
	case *annotations.HttpRule_Delete:
		return http.MethodDelete, pattern.Delete, nil
	default:
		return "", "", fmt.Errorf("a REST path of the kind %T is not supported", pattern)
	}
}

// routeKey names a route alike, whether the path was written in an option ({task_id}) or by a grpc-gateway pattern
// ({task_id=*}).
func routeKey(verb, path string) string {
	return verb + " " + strings.ReplaceAll(path, "=*}", "}")
}

// statusOf follows the standard methods (AIP-133, AIP-135): what creates answers 201, what deletes and answers nothing
// of its own 204, all else 200.
func statusOf(method protoreflect.MethodDescriptor, verb string, rule *annotations.HttpRule) int {
	switch {
	case verb == http.MethodPost && strings.HasPrefix(string(method.Name()), "Create"):
		return http.StatusCreated
	case verb == http.MethodDelete && rule.GetResponseBody() == "":
		return http.StatusNoContent
	default:
		return http.StatusOK
	}
}

func pageFieldsOf(response protoreflect.MessageDescriptor) *pageFields {
	count, token := response.Fields().ByName("count"), response.Fields().ByName("next_page_token")
	if count == nil {
		return nil
	}
	page := &pageFields{count: count.Number()}
	if token != nil {
		page.nextPageToken = token.Number()
	}
	return page
}
