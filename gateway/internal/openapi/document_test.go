package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/gateway/internal/openapi"
	"github.com/salaatflow/platform/proto/descriptors"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

func own(t *testing.T) ([]*toolspec.Tool, []protoreflect.ServiceDescriptor) {
	t.Helper()
	services, err := descriptors.Services(tasksv1.TaskService_ServiceDesc.ServiceName, usersv1.UserService_ServiceDesc.ServiceName)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	return tools, services
}

func document(t *testing.T, tools []*toolspec.Tool, services []protoreflect.ServiceDescriptor) []byte {
	t.Helper()
	text, err := openapi.Document(t.Context(), openapi.API{Tools: tools, Services: services, Version: "1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// kitchen returns a service whose messages have a field of every sort, and two messages of one short name.
func kitchen(t *testing.T) ([]*toolspec.Tool, []protoreflect.ServiceDescriptor) {
	t.Helper()
	source := strings.Replace(prototest.Kitchen, "message Everything", `
		message Problem { string text = 1; }
		message Nested { message Leaf { int32 other = 1; } Leaf leaf = 1; }
		message Answer { Everything everything = 1; Problem problem = 2; Nested nested = 3; repeated string names = 4; int32 count = 5; }
		service Kitchen {
			rpc Cook(Everything) returns (Answer) {
				option (google.api.http) = {get: "/api/v1/kitchen/{number}" response_body: "names"
					additional_bindings: {post: "/api/v1/kitchen" body: "*"}};
				option (salaatflow.tools.v1.tool) = {name: "cook" auth: AUTH_OPTIONAL};
			}
			rpc Menu(google.protobuf.Empty) returns (google.api.HttpBody) {
				option (google.api.http) = {get: "/api/v1/menu.ics"};
				option (salaatflow.tools.v1.auth) = AUTH_NONE;
			}
			rpc Picture(google.protobuf.Empty) returns (google.api.HttpBody) {
				option (google.api.http) = {get: "/api/v1/picture"};
				option (salaatflow.tools.v1.auth) = AUTH_NONE;
			}
			rpc Rest(google.protobuf.Empty) returns (google.protobuf.Struct) {
				option (google.api.http) = {get: "/api/v1/rest"};
				option (salaatflow.tools.v1.tool) = {name: "rest" auth: AUTH_NONE};
			}
		}
		message Everything`, 1)
	source = strings.Replace(source, `import "google/protobuf/any.proto";`, `
		import "google/api/annotations.proto";
		import "google/api/httpbody.proto";
		import "google/protobuf/any.proto";`, 1)
	found, err := prototest.Compile(t, map[string]string{"kitchen.proto": source}).FindDescriptorByName("kitchen.v1.Kitchen")
	if err != nil {
		t.Fatal(err)
	}
	service := found.(protoreflect.ServiceDescriptor)
	tools, err := toolspec.Tools(service)
	if err != nil {
		t.Fatal(err)
	}
	return tools, []protoreflect.ServiceDescriptor{service}
}

// The document keeps the OpenAPI Initiative's own schema of 3.1 documents, and each schema in it is one of JSON Schema
// 2020-12 whose references lead somewhere.
func TestDocumentIsValid(t *testing.T) {
	ownTools, ownServices := own(t)
	kitchenTools, kitchenServices := kitchen(t)
	for name, text := range map[string][]byte{
		"own":           document(t, ownTools, ownServices),
		"every sort":    document(t, kitchenTools, kitchenServices),
		"together":      document(t, append(kitchenTools, ownTools...), append(ownServices, kitchenServices...)),
		"nothing":       document(t, nil, nil),
		"tools alone":   document(t, ownTools, nil),
		"services only": document(t, nil, ownServices),
	} {
		t.Run(name, func(t *testing.T) {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := officialSchema(t).Validate(value); err != nil {
				t.Errorf("%#v", err)
			}
			for _, pointer := range schemaPointers(value, "") {
				compile(t, text, pointer)
			}
			if at := listOfTypes(value, ""); at != "" {
				t.Errorf("%s has a list of types, which some readers of 3.1 take for none: use anyOf", at)
			}
		})
	}
}

// listOfTypes returns the place of a type that is a list, or "" where there is none.
func listOfTypes(value any, at string) string {
	switch value := value.(type) {
	case map[string]any:
		if _, list := value["type"].([]any); list {
			return at
		}
		for name, member := range value {
			if found := listOfTypes(member, at+"/"+name); found != "" {
				return found
			}
		}
	case []any:
		for i, item := range value {
			if found := listOfTypes(item, fmt.Sprintf("%s/%d", at, i)); found != "" {
				return found
			}
		}
	}
	return ""
}

func officialSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/openapi-3.1-schema-2022-10-07.json")
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, text, "")
}

// compile reads the schema at a place of a document.
func compile(t *testing.T, text []byte, pointer string) *jsonschema.Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("file:///document.json", value); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("file:///document.json#" + pointer)
	if err != nil {
		t.Fatalf("%s: %v", pointer, err)
	}
	return compiled
}

// schemaPointers finds the places of schemas: what stands under "schema", and the components.
func schemaPointers(value any, at string) []string {
	var found []string
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			pointer := at + "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(key)
			if key == "schema" || at == "/components/schemas" {
				found = append(found, pointer)
			}
			found = append(found, schemaPointers(member, pointer)...)
		}
	case []any:
		for i, element := range value {
			found = append(found, schemaPointers(element, fmt.Sprintf("%s/%d", at, i))...)
		}
	}
	return found
}

// What stands in the document of each operation that callers go by.
func TestOperations(t *testing.T) {
	tools, services := own(t)
	var parsed struct {
		Info  struct{ Version string }
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(document(t, tools, services), &parsed); err != nil {
		t.Fatal(err)
	}
	if parsed.Info.Version != "1.2.3" {
		t.Errorf("version %q", parsed.Info.Version)
	}
	var lines []string
	for path, item := range parsed.Paths {
		for verb, text := range item {
			if verb == "parameters" {
				continue
			}
			var operation struct {
				OperationID string
				Parameters  []struct{ Name, In string }
				RequestBody *struct{ Required bool }
				Responses   map[string]struct{ Headers map[string]any }
				Security    []map[string]any
			}
			if err := json.Unmarshal(text, &operation); err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("%s %s %s security:%d", path, verb, operation.OperationID, len(operation.Security))
			for _, parameter := range operation.Parameters {
				line += " " + parameter.In + ":" + parameter.Name
			}
			if operation.RequestBody != nil {
				line += fmt.Sprintf(" body(%v)", operation.RequestBody.Required)
			}
			var answers []string
			for status, response := range operation.Responses {
				if len(response.Headers) > 0 {
					status += "+headers"
				}
				answers = append(answers, status)
			}
			slices.Sort(answers)
			lines = append(lines, line+" -> "+strings.Join(answers, ","))
		}
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	const golden = "testdata/operations.golden.txt"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(want)) { // what comes to it breaks nobody
		if !strings.Contains("\n"+got, "\n"+line) {
			t.Errorf("missing or changed (UPDATE=1 writes what there is): %sgot:\n%s", line, got)
		}
	}
}

// A bare answer, as REST gives it, keeps the schema that the document has for it.
func TestAnswersKeepTheDocument(t *testing.T) {
	tools, services := own(t)
	text := document(t, tools, services)
	task := &tasksv1.Task{Id: 1, Title: "Read", Priority: "high", CreatedAt: "x", UpdatedAt: "x", MasjidId: proto.Int32(3)}
	answer, err := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	const at = "/responses/200/content/application~1json/schema"
	create := tools[slices.IndexFunc(tools, func(tool *toolspec.Tool) bool { return tool.Name == toolnames.CreateTask })]
	result := `{"success":true,"data":{"task":` + string(answer) + `},"error":null,"error_message":null}`
	for pointer, instance := range map[string]string{
		"/paths/~1api~1v1~1tasks/get" + at:                                                               "[" + string(answer) + "]",
		"/paths/~1api~1v1~1tasks~1%7Btask_id%7D/get" + at:                                                string(answer),
		"/paths/~1api~1v1~1tasks/post/responses/201/content/application~1json/schema":                    string(answer),
		"/paths/~1api~1v1~1tasks~1%7Btask_id%7D/patch/requestBody/content/application~1json/schema":      `{"priority":"high"}`,
		"/paths/~1api~1v1~1tools~1" + create.Name + "/post" + at:                                         result,
		"/paths/~1api~1v1~1tools~1" + create.Name + "/post/requestBody/content/application~1json/schema": string(create.ExampleArguments),
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(instance))
		if err != nil {
			t.Fatal(err)
		}
		schema := compile(t, text, pointer)
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", pointer, err)
		}
		if schema.Validate("no object") == nil {
			t.Errorf("%s: anything is taken", pointer)
		}
	}
}

func TestDocumentIsTheSameEveryTime(t *testing.T) {
	tools, services := own(t)
	if !bytes.Equal(document(t, tools, services), document(t, tools, services)) {
		t.Error("the second document differs from the first")
	}
}

func TestAFileIsDescribedAsWhatItIs(t *testing.T) {
	tools, services := kitchen(t)
	text := string(document(t, tools, services))
	for _, want := range []string{
		`"text/calendar":{"schema":{"type":"string"}}`, `"*/*":{"schema":{"type":"string"}}`, `"304":{"description":"Nothing`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
	if strings.Contains(text, "HttpBody") {
		t.Error("the message that carries a file is described")
	}
}

func TestPathThatIsNotServedIsNamed(t *testing.T) {
	files := prototest.Compile(t, map[string]string{"test.proto": `edition = "2023"; package test.v1;
		import "google/api/annotations.proto";
		message M {} service S { rpc A(M) returns (M) { option (google.api.http) = {get: "/a/{nothing}"}; } }`})
	found, err := files.FindDescriptorByName("test.v1.S")
	if err != nil {
		t.Fatal(err)
	}
	_, err = openapi.Document(t.Context(), openapi.API{Services: []protoreflect.ServiceDescriptor{found.(protoreflect.ServiceDescriptor)}})
	if err == nil || !strings.Contains(err.Error(), `test.v1.S.A: /a/{nothing}: the request has no field "nothing"`) {
		t.Errorf("error = %v", err)
	}
}
