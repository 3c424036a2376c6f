package toolspec

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec/internal/annotation"
)

// RESTPath is one REST path of an RPC, as its google.api.http option says, with what the platform's conventions add.
type RESTPath struct {
	// Verb is the HTTP method, such as GET.
	Verb string
	// Path is the pattern, such as /api/v1/tasks/{task_id}.
	Path string
	// Variables are the fields that the path holds, in order; nil when it holds none.
	Variables []string
	// HasBody: the fields that are not in the path are in a JSON body; else they are in the query.
	HasBody bool
	// Response is the field of the response that is the whole answer; nil when the answer is the response itself.
	Response protoreflect.FieldDescriptor
	// Status is the HTTP status of a success (AIP-133, AIP-135): 201 for what creates, 204 for what deletes and answers
	// nothing of its own, 200 else.
	Status int
	// Count and NextPageToken are the fields of a list's response that become X-Total-Count and Link; nil when it has none.
	Count, NextPageToken protoreflect.FieldDescriptor
}

var pathVariable = regexp.MustCompile(`\{([a-z][a-z0-9_]*)\}`)

// RESTPaths returns the REST paths of an RPC, the main one first; nil when it has none. A path that the platform does
// not serve, of a custom kind, with a part of the request as its body, or with variables that are no fields, is an error.
func RESTPaths(method protoreflect.MethodDescriptor) ([]RESTPath, error) {
	main := annotation.HTTP(method)
	if main == nil {
		return nil, nil
	}
	var (
		paths    []RESTPath
		mistakes []error
	)
	for _, rule := range append([]*annotations.HttpRule{main}, main.GetAdditionalBindings()...) {
		path, err := restPath(method, rule)
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s: %w", method.FullName(), err))
			continue
		}
		paths = append(paths, path)
	}
	return paths, errors.Join(mistakes...)
}

func restPath(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) (RESTPath, error) {
	verb, pattern := verbAndPattern(rule)
	if verb == "" {
		return RESTPath{}, fmt.Errorf("a REST path of the kind %T is not served", rule.GetPattern())
	}
	path := RESTPath{Verb: verb, Path: pattern, HasBody: rule.GetBody() == "*", Status: http.StatusOK}
	if rule.GetBody() != "" && !path.HasBody {
		return RESTPath{}, fmt.Errorf(`%s: the body must be "*", not %q`, pattern, rule.GetBody())
	}
	for _, match := range pathVariable.FindAllStringSubmatch(pattern, -1) {
		if method.Input().Fields().ByName(protoreflect.Name(match[1])) == nil {
			return RESTPath{}, fmt.Errorf("%s: the request has no field %q", pattern, match[1])
		}
		path.Variables = append(path.Variables, match[1])
	}
	if strings.Count(pattern, "{") != len(path.Variables) {
		return RESTPath{}, fmt.Errorf("%s: only variables such as {task_id} are served", pattern)
	}
	if name := rule.GetResponseBody(); name != "" {
		if path.Response = method.Output().Fields().ByName(protoreflect.Name(name)); path.Response == nil {
			return RESTPath{}, fmt.Errorf("%s: the response has no field %q", pattern, name)
		}
	}
	switch {
	case verb == http.MethodPost && strings.HasPrefix(string(method.Name()), "Create"):
		path.Status = http.StatusCreated
	case verb == http.MethodDelete && path.Response == nil:
		path.Status = http.StatusNoContent
	}
	if path.Response != nil && path.Response.IsList() {
		path.Count = method.Output().Fields().ByName("count")
		path.NextPageToken = method.Output().Fields().ByName("next_page_token")
	}
	return path, nil
}

func verbAndPattern(rule *annotations.HttpRule) (verb, pattern string) {
	switch kind := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		return http.MethodGet, kind.Get
	case *annotations.HttpRule_Post:
		return http.MethodPost, kind.Post
	case *annotations.HttpRule_Put:
		return http.MethodPut, kind.Put
	case *annotations.HttpRule_Patch:
		return http.MethodPatch, kind.Patch
	case *annotations.HttpRule_Delete:
		return http.MethodDelete, kind.Delete
	}
	return "", ""
}
