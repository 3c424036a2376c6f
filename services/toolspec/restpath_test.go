package toolspec_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/descriptors"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

func TestRESTPathsOfTasks(t *testing.T) {
	services, err := descriptors.Services(tasksv1.TaskService_ServiceDesc.ServiceName)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for i := range services[0].Methods().Len() {
		paths, err := toolspec.RESTPaths(services[0].Methods().Get(i))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			lines[fmt.Sprintf("%s %s %v body:%v -> %d %s %s %s %s", p.Verb, p.Path, p.Variables, p.HasBody, p.Status,
				name(p.Response), name(p.Count), name(p.CountCapped), name(p.NextPageToken))] = true
		}
	}
	const want = `POST /api/v1/tasks [] body:true -> 201 task - - -
GET /api/v1/tasks [] body:false -> 200 tasks count count_capped next_page_token
GET /api/v1/tasks/{task_id} [task_id] body:false -> 200 task - - -
PUT /api/v1/tasks/{task_id} [task_id] body:true -> 200 task - - -
PATCH /api/v1/tasks/{task_id} [task_id] body:true -> 200 task - - -
PATCH /api/v1/tasks/{task_id}/complete [task_id] body:false -> 200 task - - -
DELETE /api/v1/tasks/{task_id} [task_id] body:false -> 204 - - - -
POST /api/v1/tasks/{task_id}/undelete [task_id] body:false -> 200 task - - -`
	for line := range strings.SplitSeq(want, "\n") {
		if !lines[line] {
			t.Errorf("there is no %s among %v", line, lines)
		}
	}
}

func TestRESTPathsThatAreNotServed(t *testing.T) {
	for rule, want := range map[string]string{
		`custom: {kind: "HEAD" path: "/a"}`:        "is not served",
		`post: "/a" body: "max_goals"`:             `the body must be "*" or a field of the request that is a message, not "max_goals"`,
		`get: "/a/{goal}"`:                         `the request has no field "goal"`,
		`get: "/a/{max_goals=goals/*}"`:            `the field "max_goals" has a pattern, so it must be a string`,
		`get: "/a/{names}"`:                        `the field "names" is not a single value`,
		`get: "/a/{m}"`:                            `the field "m" is not a single value`,
		`get: "/a/{m.nothing}"`:                    `the request has no field "m.nothing"`,
		`get: "/a/{max_goals}/{max_goals}"`:        `the field "max_goals" stands in it twice`,
		`get: "/a" body: "*"`:                      "GET has no body",
		`get: "/a/**/b"`:                           "** may only stand at the end",
		`get: "/a/../b"`:                           `no request has the segment ".."`,
		`get: "/a//b"`:                             `the segment "" is neither a word`,
		`get: "/a/%2e%2e"`:                         "is neither a word",
		`get: "/a/x{name}"`:                        "is neither a word",
		`get: "/a:b c"`:                            "is not of the form :word",
		`get: "/` + strings.Repeat("a", 512) + `"`: "more than 512",
		`get: "` + strings.Repeat("/a", 17) + `"`:  "17 segments, more than 16",
		`get: "/a" response_body: "nothing"`:       `the response has no field "nothing"`,
		`get: "/a" additional_bindings: {put: "/b" body: "goals"}`: `the body must be "*"`,
	} {
		files := prototest.Compile(t, map[string]string{"test.proto": `edition = "2023"; package test.v1;
			import "google/api/annotations.proto";
			message M { int32 max_goals = 1; repeated string names = 2; M m = 3; string name = 4; }
			service S { rpc A(M) returns (M) { option (google.api.http) = {` + rule + `}; } }`})
		found, err := files.FindDescriptorByName("test.v1.S.A")
		if err != nil {
			t.Fatal(err)
		}
		_, err = toolspec.RESTPaths(found.(protoreflect.MethodDescriptor))
		if err == nil || !strings.Contains(err.Error(), "test.v1.S.A: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error = %v, want one that says %q", rule, err, want)
		}
	}
}

func TestARESTPathOfAStreamIsNotServed(t *testing.T) {
	files := prototest.Compile(t, map[string]string{"test.proto": `edition = "2023"; package test.v1;
		import "google/api/annotations.proto";
		message M {}
		service S { rpc A(M) returns (stream M) { option (google.api.http) = {get: "/a"}; } }`})
	found, err := files.FindDescriptorByName("test.v1.S.A")
	if err != nil {
		t.Fatal(err)
	}
	if paths, err := toolspec.RESTPaths(found.(protoreflect.MethodDescriptor)); err == nil || !strings.Contains(err.Error(), "streaming") {
		t.Errorf("%v, %v", paths, err)
	}
}

func name(field protoreflect.FieldDescriptor) string {
	if field == nil {
		return "-"
	}
	return string(field.Name())
}
