package toolspec_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/descriptors"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

func TestToolsAreInOrderAndTheSameEveryTime(t *testing.T) {
	first, second := own(t), own(t)
	if !slices.IsSortedFunc(first, func(a, b *toolspec.Tool) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("tools are not in order of their names")
	}
	for i, tool := range first {
		if string(tool.InputSchema) != string(second[i].InputSchema) || string(tool.OutputSchema) != string(second[i].OutputSchema) {
			t.Errorf("the schemas of %s differ from one time to the next", tool.Name)
		}
	}
}

// A tool is told whole from its RPC, wherever the RPC was compiled.
func TestToolIsReadFromItsRPC(t *testing.T) {
	tools := compileTools(t, `
		// Finds goals. It looks at
		// all memories.
		//
		// It is slow.
		rpc DiscoverSubGoals(Request) returns (Response) {
			option (salaatflow.tools.v1.tool) = {
				name: "discover_sub_goals"
				aliases: ["discover_goals", "find_goals"]
				intents: [{name: "Goals"}, {name: "find goals", answers: "find_goals"}]
				auth: AUTH_OPTIONAL
				capabilities: ["goal_read"]
				read_only: true
				idempotent: true
				example_arguments: "{ \"max_goals\" : 3 }"
			};
		}
		rpc Plain(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "plain"}; }
		rpc NoTool(Request) returns (Response);`)
	if len(tools) != 2 {
		t.Fatalf("%d tools, want 2", len(tools))
	}
	got := *tools[0]
	want := toolspec.Tool{
		Name:  "discover_sub_goals",
		Title: "Discover sub goals",
		Description: "Finds goals. It looks at all memories. It is slow.\n\n" +
			"Earlier names: discover_goals, find_goals.",
		Aliases:          []string{"discover_goals", "find_goals"},
		Intents:          []toolspec.Intent{{"Goals", "discover_sub_goals"}, {"find goals", "find_goals"}},
		Auth:             toolsv1.Auth_AUTH_OPTIONAL,
		Scopes:           []string{"test:read"},
		Capabilities:     []string{"goal_read"},
		ReadOnly:         true,
		Idempotent:       true,
		ExampleArguments: json.RawMessage(`{"max_goals":3}`),
		FullMethod:       "/test.v1.TestService/DiscoverSubGoals",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"max_goals":{"type":"integer",` +
			`"minimum":-2147483648,"maximum":2147483647,"default":5}},` +
			`"additionalProperties":false}`),
		OutputSchema: json.RawMessage(`{"type":"object","properties":{"goals":{"type":"array","items":{"type":"string"}}},` +
			`"required":["goals"]}`),
	}
	for i := range reflect.TypeFor[toolspec.Tool]().NumField() {
		field := reflect.TypeFor[toolspec.Tool]().Field(i)
		if !field.IsExported() {
			continue
		}
		g, w := reflect.ValueOf(got).Field(i).Interface(), reflect.ValueOf(want).Field(i).Interface()
		if !reflect.DeepEqual(g, w) {
			t.Errorf("%s = %s, want %s", field.Name, g, w)
		}
	}
	if got.Method().FullName() != "test.v1.TestService.DiscoverSubGoals" {
		t.Errorf("Method = %s", got.Method().FullName())
	}
	plain := tools[1]
	if plain.Description != "Plain" || plain.Auth != toolsv1.Auth_AUTH_REQUIRED || plain.Aliases != nil || plain.ExampleArguments != nil {
		t.Errorf("a tool that says nothing of itself: %+v", plain)
	}
}

func TestEveryMistakeIsReported(t *testing.T) {
	for _, tc := range []struct {
		name, rpcs string
		want       []string
	}{
		{"names", `rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
			name: "CreateTask" aliases: ["add-task", "` + strings.Repeat("a", 65) + `"] capabilities: ["Task"] }; }`,
			[]string{
				`test.v1.TestService.A: tool name "CreateTask" does not match ^[a-z][a-z0-9_]{0,63}$`,
				`alias "add-task" does not match`, `alias "aaaa`, `capability "Task" does not match`,
			}},
		{"no name", `rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {title: "A"}; }`,
			[]string{`tool name "" does not match`}},
		{"a name twice", `
			rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "same"}; }
			rpc B(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "same"}; }`,
			[]string{`test.v1.TestService.B: tool name "same" is already taken by test.v1.TestService.A`}},
		{"an alias that is a name", `
			rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a" aliases: ["b"]}; }
			rpc B(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "b"}; }`,
			[]string{`test.v1.TestService.A: alias "b" is already taken by test.v1.TestService.B`}},
		{"an alias that is its own name", `
			rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a" aliases: ["a"]}; }`,
			[]string{`alias "a" is already taken by test.v1.TestService.A`}},
		{"an alias twice", `
			rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a" aliases: ["c", "c"]}; }
			rpc B(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "b" aliases: ["c"]}; }`,
			[]string{
				`test.v1.TestService.A: alias "c" is already taken by test.v1.TestService.A`,
				`test.v1.TestService.B: alias "c" is already taken by test.v1.TestService.A`,
			}},
		{"an intent twice", `
			rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a" intents: [{name: "i"}]}; }
			rpc B(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "b" intents: [{name: "i"}]}; }`,
			[]string{`test.v1.TestService.B: intent "i" is already taken by test.v1.TestService.A`}},
		{"an intent that answers another's name", `
			rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
				name: "a" intents: [{name: "i" answers: "b"}, {name: ""}, {name: "a\nb"}]}; }
			rpc B(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "b"}; }`,
			[]string{
				`intent "i" answers "b", which is neither the tool's name nor an alias of it`,
				`intent "" is not 1 to 64 printable characters`, `intent "a\nb" is not 1 to 64`,
			}},
		{"streams", `
			rpc A(stream Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a"}; }
			rpc B(Request) returns (stream Response) { option (salaatflow.tools.v1.tool) = {name: "b"}; }`,
			[]string{
				`test.v1.TestService.A: an RPC whose request is a stream cannot be a tool`,
				`test.v1.TestService.B: test.v1.Response: a streamed response is one oneof, of the result and of Progress`,
			}},
		{"messages that are no objects", `
			rpc A(google.protobuf.Timestamp) returns (google.protobuf.StringValue) {
				option (salaatflow.tools.v1.tool) = {name: "a"}; }`,
			[]string{
				`the request google.protobuf.Timestamp is not an object in JSON`,
				`the response google.protobuf.StringValue is not an object in JSON`,
			}},
		{"a wrong example", `rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
			name: "a" example_arguments: "{\"max_goals\":\"3\"}"}; }
			rpc B(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "b" example_arguments: "no"}; }`,
			[]string{
				`test.v1.TestService.A: example_arguments: max_goals: Expected integer, received string`,
				`test.v1.TestService.B: example_arguments: the whole: Malformed JSON`,
			}},
		{"contradictions", `rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
			name: "a" read_only: true destructive: true title: "` + strings.Repeat("é", 129) + `"}; }`,
			[]string{`a tool that is read_only cannot be destructive`, `is not at most 128 printable characters`}},
		{"phrases", `rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
			name: "a" phrases: [{language: "fr" sentences: ["bonjour"]}, {language: "en" sentences: [" ", "a\nb"]}, {language: "en"}]}; }`,
			[]string{
				`phrases of the language "fr": it has to be en, ur-Latn or ur`, `phrases of the language "en" stand in two entries`,
				`phrase " " is not 1 to 200 printable characters`, `phrase "a\nb" is not 1 to 200`,
			}},
		{"phrases with braces", `rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
			name: "a" phrases: [{language: "en" sentences: ["by {max_goals}", "by {"]}]}; }`,
			[]string{
				`phrase "by {max_goals}": "max_goals" is no parameter that has only some values`, `phrase "by {": braces hold`,
			}},
		{"answers", `rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {
			name: "a" answers: [{language: "fr" text: "oui"}, {language: "en" text: "{titel}"}, {language: "en" text: "a\x00b"}]}; }`,
			[]string{
				`answers of the language "fr": it has to be en, ur-Latn or ur`, `answers of the language "en" stand in two entries`,
				`answer in "en": at character 1: test.v1.Response has no field "titel"`, `answer in "en" is not 1 to 2000 printable characters`,
			}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tools, err := toolspec.Tools(compileService(t, tc.rpcs))
			if err == nil || tools != nil {
				t.Fatalf("no mistake was found in %v", tools)
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error = %v\nwant it to say: %s", err, want)
				}
			}
		})
	}
}

func TestAuthOfEveryRPC(t *testing.T) {
	service := compileService(t, `
		rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a" auth: AUTH_NONE}; }
		rpc B(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "b"};
			option (salaatflow.tools.v1.auth) = AUTH_NONE; }
		rpc C(Request) returns (Response) { option (salaatflow.tools.v1.auth) = AUTH_OPTIONAL; }
		rpc D(Request) returns (Response) { option (salaatflow.tools.v1.auth) = AUTH_UNSPECIFIED; }
		rpc E(Request) returns (Response);`)
	want := []toolsv1.Auth{
		toolsv1.Auth_AUTH_NONE, toolsv1.Auth_AUTH_REQUIRED, toolsv1.Auth_AUTH_OPTIONAL, toolsv1.Auth_AUTH_REQUIRED,
		toolsv1.Auth_AUTH_REQUIRED,
	}
	for i, want := range want {
		if got := toolspec.AuthOf(service.Methods().Get(i)); got != want {
			t.Errorf("%s: %s, want %s", service.Methods().Get(i).Name(), got, want)
		}
	}
}

func TestCheckerOfARequestThatIsNoTools(t *testing.T) {
	services, err := descriptors.Services("salaatflow.tasks.v1.TaskService")
	if err != nil {
		t.Fatal(err)
	}
	getTask := services[0].Methods().ByName("GetTask").Input()
	checker, err := toolspec.NewChecker(getTask)
	if err != nil {
		t.Fatal(err)
	}
	const want = "Expected integer, received string"
	if got := checker.Check([]byte(`{"task_id":"1"}`))[0].Message; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func compileTools(t testing.TB, rpcs string) []*toolspec.Tool {
	t.Helper()
	tools, err := toolspec.Tools(compileService(t, rpcs))
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// compileService compiles a service of these RPCs.
func compileService(t testing.TB, rpcs string) protoreflect.ServiceDescriptor {
	t.Helper()
	found, err := prototest.Compile(t, serviceFile(rpcs)).FindDescriptorByName("test.v1.TestService")
	if err != nil {
		t.Fatal(err)
	}
	return found.(protoreflect.ServiceDescriptor)
}

func serviceFile(rpcs string) map[string]string {
	return map[string]string{"test/v1/test.proto": `
		edition = "2023";
		package test.v1;
		import "google/protobuf/timestamp.proto";
		import "google/protobuf/wrappers.proto";
		import "salaatflow/tools/v1/tool.proto";
		message Request { int32 max_goals = 1 [default = 5]; }
		message Response { repeated string goals = 1; }
		service TestService {` + rpcs + `}`}
}
