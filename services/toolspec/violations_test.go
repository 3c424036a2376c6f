package toolspec_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

func TestRuleViolationsOfOwnMessages(t *testing.T) {
	for _, tc := range []struct {
		name    string
		message proto.Message
		want    string
	}{
		{"fine", &tasksv1.CreateTaskRequest{Title: proto.String("Read")}, ""},
		{"required", &tasksv1.CreateTaskRequest{}, "title: Required"},
		{"empty", &tasksv1.CreateTaskRequest{Title: proto.String("")}, "title: Must not be empty"},
		{"too long", &tasksv1.CreateTaskRequest{Title: proto.String(strings.Repeat("é", 201))}, "title: Must be at most 200 characters"},
		{"one of", &tasksv1.CreateTaskRequest{Title: proto.String("Read"), Priority: proto.String("urgent")},
			"priority: Expected one of: low, medium, high"},
		{"one of, or empty", &tasksv1.UpdateTaskRequest{TaskId: 1, Recurrence: proto.String("yearly")},
			"recurrence: Expected one of: \"\", none, daily, weekly, monthly"},
		{"too small", &tasksv1.GetTaskRequest{TaskId: 0}, "task_id: Number must be greater than or equal to 1"},
		{"under a pair of bounds", &tasksv1.ListTasksRequest{Limit: proto.Int32(0)}, "limit: Number must be greater than or equal to 1"},
		{"over a pair of bounds", &tasksv1.ListTasksRequest{Limit: proto.Int32(201)}, "limit: Number must be less than or equal to 200"},
		{"own message", &usersv1.UpdateUserInfoRequest{Email: proto.String("nobody")}, "email: must be an e-mail address, or empty"},
		{"several", &tasksv1.CreateTaskRequest{Priority: proto.String(""), MasjidId: proto.Int32(0)},
			"title: Required\npriority: Expected one of: low, medium, high\nmasjid_id: Number must be greater than or equal to 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := spell(toolspec.RuleViolations(protovalidate.Validate(tc.message))); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func TestRuleViolationsOfEverySort(t *testing.T) {
	for _, tc := range []struct{ field, message, want string }{
		{`string f = 1 [(buf.validate.field).string.len = 3];`, `{"f":"ab"}`, "f: Must be exactly 3 characters"},
		{`string f = 1 [(buf.validate.field).string.min_len = 3];`, `{"f":"ab"}`, "f: Must be at least 3 characters"},
		{`string f = 1 [(buf.validate.field).string.max_len = 1];`, `{"f":"ab"}`, "f: Must be at most 1 character"},
		{`string f = 1 [(buf.validate.field).string.pattern = "^a$"];`, `{"f":"ab"}`, "f: Not of the form that its description tells"},
		{`string f = 1 [(buf.validate.field).string = {pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" example: "2026-11-30"}];`, `{"f":"30 Nov"}`,
			"f: Expected the form of 2026-11-30"},
		{`map<string, string> f = 1 [(buf.validate.field).map.keys.string = {pattern: "^a$" example: "a"}];`, `{"f":{"b":"x"}}`,
			"f[\"b\"]: Key: Not of the form that its description tells"},
		{`double f = 1 [(buf.validate.field).double = {gt: 0.5 lt: 1}];`, `{"f":0.5}`, "f: Number must be greater than 0.5"},
		{`double f = 1 [(buf.validate.field).double = {gt: 0.5 lt: 1}];`, `{"f":1}`, "f: Number must be less than 1"},
		{`uint64 f = 1 [(buf.validate.field).uint64.lte = 9];`, `{"f":"10"}`, "f: Number must be less than or equal to 9"},
		{`int32 f = 1 [(buf.validate.field).int32 = {in: [1, 2]}];`, `{"f":3}`, "f: Expected one of: 1, 2"},
		{`E f = 1 [(buf.validate.field).enum.defined_only = true];`, `{"f":7}`, "f: Expected one of: E_ZERO, E_ONE"},
		{`E f = 1 [(buf.validate.field).enum = {in: [1]}];`, `{"f":"E_ZERO"}`, "f: Expected one of: E_ONE"},
		{`repeated string f = 1 [(buf.validate.field).repeated.min_items = 2];`, `{"f":["a"]}`, "f: Must be at least 2 items"},
		{`repeated string f = 1 [(buf.validate.field).repeated.min_items = 1];`, `{}`, "f: Must not be empty"},
		{`repeated string f = 1 [(buf.validate.field).repeated.max_items = 1];`, `{"f":["a","b"]}`, "f: Must be at most 1 item"},
		{`repeated string f = 1 [(buf.validate.field).repeated.unique = true];`, `{"f":["a","a"]}`, "f: Must not have an item twice"},
		{`repeated int32 f = 1 [(buf.validate.field).repeated.items.int32 = {gte: 1 lte: 5}];`, `{"f":[1,9]}`,
			"f[1]: must be greater than or equal to 1 and less than or equal to 5"},
		{`repeated int32 f = 1 [(buf.validate.field).repeated.items.int32 = {gte: 1}];`, `{"f":[1,0]}`,
			"f[1]: Number must be greater than or equal to 1"},
		{`repeated E f = 1 [(buf.validate.field).repeated.items.enum.defined_only = true];`, `{"f":[1,7]}`,
			"f[1]: value must be one of the defined enum values"},
		{`repeated string f = 1 [(buf.validate.field).repeated.items.string.min_len = 1];`, `{"f":["a",""]}`, "f[1]: Must not be empty"},
		{`map<string, int32> f = 1 [(buf.validate.field).map.values.int32.gt = 1];`, `{"f":{"a b":1}}`,
			`f["a b"]: Number must be greater than 1`},
		{`map<string, int32> f = 1 [(buf.validate.field).map.keys.string.max_len = 2];`, `{"f":{"abc":1}}`,
			`f["abc"]: Key: Must be at most 2 characters`},
		{`map<string, int32> f = 1 [(buf.validate.field).map.max_pairs = 1];`, `{"f":{"a":1,"b":2}}`, `f: Must be at most 1 entry`},
		{`N f = 1 [(buf.validate.field).required = true];`, `{}`, "f: Required"},
		{`repeated N f = 1;`, `{"f":[{"name":""}]}`, "f[0].name: Must not be empty"},
		{`oneof f { option (buf.validate.oneof).required = true; string a = 1; string b = 2; }`, `{}`,
			"f: exactly one field is required in oneof"},
		{`google.protobuf.Duration f = 1 [(buf.validate.field).duration.gt.seconds = 1];`, `{"f":"1s"}`, "f: must be greater than 1s"},
		// A field's own message comes through word for word, and alone.
		{`string f = 1 [(buf.validate.field).string.min_len = 1, (buf.validate.field).cel = {
			id: "not_empty" message: "Skill name cannot be empty" expression: "this != ''"}];`, `{"f":""}`, "f: Skill name cannot be empty"},
		{`string f = 1 [(buf.validate.field).cel = {
			id: "string.max_len" expression: "this.size() < 2 ? '' : 'must be short'"}];`, `{"f":"abc"}`, "f: must be short"},
		{`string f = 1; string g = 2 [(buf.validate.field).string.len = 1];
			option (buf.validate.message).cel = {id: "both" message: "f and g must differ" expression: "this.f != this.g"};`,
			`{"f":"ab","g":"ab"}`, ": f and g must differ\ng: Must be exactly 1 character"},
	} {
		t.Run(tc.field+tc.message, func(t *testing.T) {
			message := dynamicpb.NewMessage(prototest.Message(t, `edition = "2023";
				import "buf/validate/validate.proto"; import "google/protobuf/duration.proto";
				enum E { E_ZERO = 0; E_ONE = 1; }
				message N { string name = 1 [(buf.validate.field).string.min_len = 1]; }
				message M { `+tc.field+` }`, "M"))
			if err := protojson.Unmarshal([]byte(tc.message), message); err != nil {
				t.Fatal(err)
			}
			err := protovalidate.Validate(message)
			if got := spell(toolspec.RuleViolations(err)); got != tc.want {
				t.Errorf("got  %q\nwant %q (%v)", got, tc.want, err)
			}
		})
	}
}

func TestOtherErrorsAreNoViolations(t *testing.T) {
	for _, err := range []error{nil, errors.New("x"), context.Canceled, &protovalidate.CompilationError{}, &protovalidate.RuntimeError{}} {
		if got := toolspec.RuleViolations(err); got != nil {
			t.Errorf("%v: %v", err, got)
		}
	}
	wrapped := fmt.Errorf("wrapped: %w", protovalidate.Validate(&tasksv1.CreateTaskRequest{}))
	if got := spell(toolspec.RuleViolations(wrapped)); got != "title: Required" {
		t.Errorf("wrapped: %q", got)
	}
}

// spell writes violations as "field: message" lines.
func spell(violations []apperr.Violation) string {
	lines := make([]string, len(violations))
	for i, v := range violations {
		lines[i] = v.Field + ": " + v.Message
	}
	return strings.Join(lines, "\n")
}
