package edges

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// REST calls the path that google.api.http assigns to a tool's RPC.
type REST struct {
	// URL is the gateway's.
	URL    string
	Client *http.Client
	// Services declare the tools.
	Services []protoreflect.ServiceDescriptor
}

// Name returns the edge's name in tests.
func (REST) Name() string { return "REST" }

// Call converts the arguments to path, query and body as the option requires, and the bare answer to a tool's data.
func (e REST) Call(ctx context.Context, user int32, tool string, arguments json.RawMessage) (*toolresult.Result, error) {
	method := methodOf(e.Services, tool)
	if method == nil {
		return nil, fmt.Errorf("no RPC has the tool %s", tool)
	}
	rule := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule)
	verb, target, body, err := restRequest(rule, arguments)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, verb, e.URL+target, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if user != 0 {
		request.Header.Set("X-User-ID", fmt.Sprint(user))
	}
	response, err := e.Client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return restResult(response, method, rule, arguments)
}

func methodOf(services []protoreflect.ServiceDescriptor, tool string) protoreflect.MethodDescriptor {
	for _, service := range services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			option, _ := proto.GetExtension(method.Options(), toolsv1.E_Tool).(*toolsv1.Tool)
			for _, name := range append([]string{option.GetName()}, option.GetAliases()...) {
				if option != nil && name == tool {
					return method
				}
			}
		}
	}
	return nil
}

func restRequest(rule *annotations.HttpRule, arguments json.RawMessage) (verb, target, body string, err error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &given); err != nil {
		return "", "", "", err
	}
	switch pattern := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		verb, target = http.MethodGet, pattern.Get
	case *annotations.HttpRule_Post:
		verb, target = http.MethodPost, pattern.Post
	case *annotations.HttpRule_Put:
		verb, target = http.MethodPut, pattern.Put
	case *annotations.HttpRule_Patch:
		verb, target = http.MethodPatch, pattern.Patch
	case *annotations.HttpRule_Delete:
		verb, target = http.MethodDelete, pattern.Delete
	}
	for name, value := range given {
		if placeholder := "{" + name + "}"; strings.Contains(target, placeholder) {
			target = strings.ReplaceAll(target, placeholder, url.PathEscape(plain(value)))
			delete(given, name)
		}
	}
	if rule.GetBody() == "*" {
		text, err := json.Marshal(given)
		return verb, target, string(text), err
	}
	query := url.Values{}
	for name, value := range given {
		query.Set(name, plain(value))
	}
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return verb, target, "", nil
}

// plain returns a JSON value in the form of a path or query.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// restResult converts the answer to the result that a tool call would have.
func restResult(
	response *http.Response, method protoreflect.MethodDescriptor, rule *annotations.HttpRule, arguments json.RawMessage,
) (*toolresult.Result, error) {
	if response.StatusCode == http.StatusNoContent {
		return deletedResult(arguments)
	}
	var body json.RawMessage
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		return nil, fmt.Errorf("status %d, not JSON: %w", response.StatusCode, err)
	}
	if response.StatusCode >= http.StatusBadRequest {
		return problemResult(response, body)
	}
	field := rule.GetResponseBody()
	if field == "" {
		return toolresult.OK(body), nil
	}
	data := map[string]any{field: body}
	if method.Output().Fields().ByName("count") != nil {
		data["count"] = json.RawMessage(response.Header.Get("X-Total-Count"))
		if method.Output().Fields().ByName("count_capped") != nil {
			data["count_capped"] = nil
			if response.Header.Get("X-Total-Count-Capped") != "" {
				data["count_capped"] = true
			}
		}
	}
	if method.Output().Fields().ByName("next_page_token") != nil {
		data["next_page_token"] = nextPageToken(response.Header.Get("Link"))
	}
	text, err := json.Marshal(data)
	return toolresult.OK(text), err
}

func deletedResult(arguments json.RawMessage) (*toolresult.Result, error) {
	var deleted map[string]any
	if err := json.Unmarshal(arguments, &deleted); err != nil {
		return nil, err
	}
	deleted["deleted"] = true
	text, err := json.Marshal(deleted)
	return toolresult.OK(text), err
}

func problemResult(response *http.Response, body []byte) (*toolresult.Result, error) {
	if media := response.Header.Get("Content-Type"); media != "application/problem+json" {
		return nil, fmt.Errorf("status %d with the media type %s", response.StatusCode, media)
	}
	var problem struct {
		Status        int
		Detail, Error string
		Violations    []apperr.Violation
	}
	if err := json.Unmarshal(body, &problem); err != nil {
		return nil, err
	}
	if problem.Status != response.StatusCode || problem.Detail == "" {
		return nil, fmt.Errorf("status %d with the problem %s", response.StatusCode, body)
	}
	return &toolresult.Result{Error: problem.Error, ErrorMessage: problem.Detail, Violations: problem.Violations}, nil
}

// nextPageToken returns the page token in a Link header, or nil.
func nextPageToken(link string) *string {
	target, relation, found := strings.Cut(link, ">")
	if !found || !strings.Contains(relation, `rel="next"`) {
		return nil
	}
	next, err := url.Parse(strings.TrimPrefix(target, "<"))
	if err != nil {
		return nil
	}
	token := next.Query().Get("page_token")
	return &token
}
