package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/jsonobject"
	"github.com/salaatflow/platform/services/toolspec/schema"
)

// restOperation describes one REST path of an RPC.
func (d *document) restOperation(method protoreflect.MethodDescriptor, path toolspec.RESTPath) *jsonobject.Object {
	operation := &jsonobject.Object{}
	operation.Set("operationId", "") // set by the caller; listed first
	operation.Set("tags", []string{string(method.Parent().Name())})
	setText(operation, toolspec.Comment(method))
	if option, err := toolspec.OptionOf(method); err == nil && option != nil {
		operation.Set("x-tool", option.GetName())
	}
	operation.Set("security", security(toolspec.AuthOf(method), toolspec.ScopesOf(method)))
	if parameters := d.parameters(method, path); len(parameters) > 0 {
		operation.Set("parameters", parameters)
	}
	if path.HasBody {
		operation.Set("requestBody", d.requestBody(method, path))
	}
	responses := new(jsonobject.Object).Set(strconv.Itoa(path.Status), d.answer(method, path))
	if toolspec.IsFile(method) {
		responses.Set(strconv.Itoa(http.StatusNotModified), new(jsonobject.Object).Set("description",
			"Nothing has changed since the answer whose ETag the request has as If-None-Match."))
	}
	return operation.Set("responses", responses.Set("default", reference("responses", "Problem")))
}

// setText sets the first sentence as the summary, and the whole text as the description if there is more.
func setText(operation *jsonobject.Object, text string) {
	summary, rest, _ := strings.Cut(text, ". ")
	if rest == "" {
		operation.Set("summary", text)
		return
	}
	operation.Set("summary", summary+".").Set("description", text)
}

// parameters returns the fields in the path and, without a body, those in the query. Messages and maps can be in
// neither.
func (d *document) parameters(method protoreflect.MethodDescriptor, path toolspec.RESTPath) []any {
	var parameters []any
	fields := method.Input().Fields()
	for _, name := range path.Variables {
		parameters = append(parameters, d.parameter("path", name, toolspec.FieldAt(method.Input(), name)))
	}
	for _, name := range unnamed(path.Template) {
		parameters = append(parameters, new(jsonobject.Object).Set("name", name).Set("in", "path").Set("required", true).
			Set("schema", new(jsonobject.Object).Set("type", "string")))
	}
	if path.HasBody && path.Body == nil {
		return parameters
	}
	for i := range fields.Len() {
		field := fields.Get(i)
		isMessage := field.Message() != nil && (field.IsMap() || !schema.IsWellKnown(field.Message()))
		if !isMessage && field != path.Body && !slices.Contains(path.Variables, string(field.Name())) {
			parameters = append(parameters, d.parameter("query", field.TextName(), field))
		}
	}
	return parameters
}

func (d *document) parameter(in, name string, field protoreflect.FieldDescriptor) *jsonobject.Object {
	said := d.components.builders[input].Field(field)
	parameter := new(jsonobject.Object).Set("name", name).Set("in", in)
	if comment := said.Get("description"); comment != nil {
		parameter.Set("description", comment)
	}
	if in == "path" || d.components.builders[input].Required(field) {
		parameter.Set("required", true)
	}
	return parameter.Set("schema", said.Delete("description"))
}

// requestBody returns the request without the fields in the path.
func (d *document) requestBody(method protoreflect.MethodDescriptor, path toolspec.RESTPath) *jsonobject.Object {
	if path.Body != nil {
		return requestBody(d.components.refer(input, path.Body.Message()), d.components.builders[input].Required(path.Body))
	}
	if len(path.Variables) == 0 {
		return requestBody(d.components.refer(input, method.Input()), d.needsArguments(method.Input()))
	}
	properties, required := &jsonobject.Object{}, []string{}
	fields := method.Input().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if slices.Contains(path.Variables, string(field.Name())) {
			continue
		}
		properties.Append(field.TextName(), d.components.builders[input].Field(field))
		if d.components.builders[input].Required(field) {
			required = append(required, field.TextName())
		}
	}
	body := new(jsonobject.Object).Set("type", "object").Set("properties", properties)
	if len(required) > 0 {
		body.Set("required", required)
	}
	return requestBody(body.Set("additionalProperties", false), len(required) > 0)
}

func requestBody(body *jsonobject.Object, required bool) *jsonobject.Object {
	return new(jsonobject.Object).Set("required", required).Set("content", content(body))
}

func (d *document) needsArguments(message protoreflect.MessageDescriptor) bool {
	for i := range message.Fields().Len() {
		if d.components.builders[input].Required(message.Fields().Get(i)) {
			return true
		}
	}
	return false
}

// answer describes a success: the bare object or array.
func (d *document) answer(method protoreflect.MethodDescriptor, path toolspec.RESTPath) *jsonobject.Object {
	answer := new(jsonobject.Object).Set("description", http.StatusText(path.Status)+".")
	if path.Status == http.StatusNoContent {
		return answer
	}
	if toolspec.IsFile(method) {
		return fileAnswer(answer, path)
	}
	headers := &jsonobject.Object{}
	if path.Count != nil {
		headers.Set("X-Total-Count", reference("headers", "X-Total-Count"))
	}
	if path.Count != nil && path.CountCapped != nil {
		headers.Set("X-Total-Count-Capped", reference("headers", "X-Total-Count-Capped"))
	}
	if path.NextPageToken != nil {
		headers.Set("Link", reference("headers", "Link"))
	}
	if headers.Len() > 0 {
		answer.Set("headers", headers)
	}
	return answer.Set("content", content(d.answerSchema(method, path)))
}

func (d *document) answerSchema(method protoreflect.MethodDescriptor, path toolspec.RESTPath) *jsonobject.Object {
	switch field := path.Response; {
	case field == nil:
		return d.components.refer(output, method.Output())
	case field.Message() != nil && !field.IsMap() && !field.IsList():
		return d.components.refer(output, field.Message())
	default:
		return d.components.builders[output].Field(field).Delete("description")
	}
}
