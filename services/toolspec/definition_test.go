package toolspec_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

var testService = []string{"test.v1.TestService"}

// A service that nobody here has heard of, compiled elsewhere with option types of its own, is understood whole.
func TestForeignServiceIsUnderstood(t *testing.T) {
	set := prototest.Set(t, map[string]string{"goals.proto": `
		syntax = "proto3";
		package goals.v1;
		import "buf/validate/validate.proto";
		import "salaatflow/tools/v1/tool.proto";
		message DiscoverRequest {
			// Minimum confidence.
			optional double min_confidence = 1 [(buf.validate.field).double = {gte: 0 lte: 1}];
			string algorithm = 2 [(buf.validate.field).string = {in: ["", "kmeans", "hdbscan"]}];
			repeated string memory_ids = 3;
		}
		message DiscoverResponse { repeated string goals = 1; optional string next = 2; }
		service Goals {
			// Discovers goals.
			rpc Discover(DiscoverRequest) returns (DiscoverResponse) {
				option (salaatflow.tools.v1.tool) = {name: "discover_sub_goals" aliases: "discover_goals" auth: AUTH_NONE};
			}
		}`})
	manifest, err := prototest.Manifest(set, []string{"goals.v1.Goals"}, toolspec.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(manifest.Tools) != 1 || len(manifest.Services) != 1 {
		t.Fatalf("%d tools of %d services, want one of one", len(manifest.Tools), len(manifest.Services))
	}
	tool := manifest.Tools[0]
	if tool.Name != "discover_sub_goals" || tool.Description != "Discovers goals.\n\nEarlier name: discover_goals." {
		t.Errorf("tool %q: %q", tool.Name, tool.Description)
	}
	golden(t, "foreign.input", tool.InputSchema)
	golden(t, "foreign.output", tool.OutputSchema)
	if got := spell(tool.CheckArguments([]byte(`{"min_confidence":"0.7"}`))); got != "min_confidence: Expected number, received string" {
		t.Error(got)
	}
	request := dynamicpb.NewMessage(tool.Method().Input())
	if err := protojson.Unmarshal([]byte(`{"min_confidence":0.7,"memory_ids":["a"]}`), request); err != nil {
		t.Errorf("the request cannot be made: %v", err)
	}
	if _, err := protoregistry.GlobalFiles.FindDescriptorByName("goals.v1.Goals"); err == nil {
		t.Error("a foreign service is in the global registry")
	}
}

// What our own services register is what Tools says of them.
func TestOwnServicesSurviveRegistration(t *testing.T) {
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, service := range services {
		names = append(names, string(service.FullName()))
	}
	set, err := descriptors.Set(names...)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := prototest.Manifest(set, names, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	want := own(t)
	if len(manifest.Tools) != len(want) {
		t.Fatalf("%d tools, want %d", len(manifest.Tools), len(want))
	}
	for i, tool := range manifest.Tools {
		if tool.Name != want[i].Name || tool.Description != want[i].Description ||
			string(tool.InputSchema) != string(want[i].InputSchema) || string(tool.OutputSchema) != string(want[i].OutputSchema) {
			t.Errorf("%s differs after registration", want[i].Name)
		}
	}
}

func TestServiceWithoutTools(t *testing.T) {
	set := prototest.Set(t, serviceFile(`rpc A(Request) returns (Response);`))
	manifest, err := prototest.Manifest(set, testService, toolspec.Limits{})
	if err != nil || len(manifest.Tools) != 0 || len(manifest.Services) != 1 {
		t.Errorf("%+v, %v", manifest, err)
	}
}

func TestDefinitionsThatAreRefused(t *testing.T) {
	good := func() *descriptorpb.FileDescriptorSet {
		return prototest.Set(t, serviceFile(`rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a"}; }`))
	}
	own := func(set *descriptorpb.FileDescriptorSet) *descriptorpb.FileDescriptorProto {
		return set.File[len(set.File)-1]
	}
	for _, tc := range []struct {
		name     string
		change   func(*descriptorpb.FileDescriptorSet)
		services []string
		limits   toolspec.Limits
		want     string
	}{
		{name: "no such service", services: []string{"test.v1.Other"}, want: `gRPC service "test.v1.Other" is not in the descriptor set`},
		{name: "no service", services: []string{"test.v1.Request"}, want: `"test.v1.Request" is no gRPC service`},
		{name: "a service twice", services: append(testService, testService...), want: `gRPC service "test.v1.TestService" is named twice`},
		{name: "too many bytes", limits: toolspec.Limits{Bytes: 100}, want: "more than 100"},
		{name: "too many files", limits: toolspec.Limits{Files: 1}, want: "files, more than 1"},
		{name: "schemas too long", limits: toolspec.Limits{SchemaBytes: 100}, want: "its JSON Schema is too long"},
		{name: "declared too deep", limits: toolspec.Limits{Depth: 2}, change: func(set *descriptorpb.FileDescriptorSet) {
			own(set).MessageType = append(own(set).MessageType, nested(3))
		}, want: "messages are declared in N more than 2 deep"},
		{name: "an import is missing", change: func(set *descriptorpb.FileDescriptorSet) {
			set.File = set.File[1:]
		}, want: "could not resolve import"},
		{name: "a file twice", change: func(set *descriptorpb.FileDescriptorSet) {
			set.File = append(set.File, own(set))
		}, want: "appears multiple times"},
		{name: "imports in a ring", change: func(set *descriptorpb.FileDescriptorSet) {
			own(set).Dependency = append(own(set).Dependency, own(set).GetName())
		}, want: "cycle"},
		{name: "an unknown type", change: func(set *descriptorpb.FileDescriptorSet) {
			own(set).Service[0].Method[0].InputType = proto.String(".test.v1.Nowhere")
		}, want: "Nowhere"},
		{name: "options that are no options", change: func(set *descriptorpb.FileDescriptorSet) {
			options := &descriptorpb.MethodOptions{}
			options.ProtoReflect().SetUnknown([]byte{0x8a, 0xe2, 0x18, 0x02, 0x0a, 0xff}) // field 50721, cut short
			own(set).Service[0].Method[0].Options = options
		}, want: "descriptor set: "},
		{name: "an unknown auth", change: func(set *descriptorpb.FileDescriptorSet) {
			options := &descriptorpb.MethodOptions{}
			options.ProtoReflect().SetUnknown([]byte{0x8a, 0xe2, 0x18, 0x05, 0x0a, 0x01, 'a', 0x28, 0x09})
			own(set).Service[0].Method[0].Options = options
		}, want: "auth 9 is unknown"},
		{name: "a false timestamp", change: func(set *descriptorpb.FileDescriptorSet) {
			for _, file := range set.File {
				if file.GetName() == "google/protobuf/timestamp.proto" {
					file.MessageType[0].Field = file.MessageType[0].Field[:1]
				}
			}
		}, want: "google.protobuf.Timestamp is not the well-known message of that name"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			set := good()
			if tc.change != nil {
				tc.change(set)
			}
			if tc.services == nil {
				tc.services = testService
			}
			manifest, err := prototest.Manifest(set, tc.services, tc.limits)
			if err == nil || manifest != nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error = %v, want one that says %q", err, tc.want)
			}
		})
	}
}

func TestTooManyTools(t *testing.T) {
	var rpcs strings.Builder
	for i := range 300 {
		fmt.Fprintf(&rpcs, "rpc A%d(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: \"a%d\"}; }\n", i, i)
	}
	set := prototest.Set(t, serviceFile(rpcs.String()))
	_, err := prototest.Manifest(set, testService, toolspec.Limits{})
	if err == nil || !strings.Contains(err.Error(), "more than 256 tools") {
		t.Errorf("error = %v", err)
	}
	if _, err := prototest.Manifest(set, testService, toolspec.Limits{Tools: 300}); err != nil {
		t.Errorf("300 of 300 tools: %v", err)
	}
}

// The set belongs to the caller, who may hand it in again.
func TestDefinitionIsNotChanged(t *testing.T) {
	set := prototest.Set(t, serviceFile(`rpc A(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "a"}; }`))
	before := proto.Clone(set)
	if _, err := prototest.Manifest(set, testService, toolspec.Limits{}); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(set, before) {
		t.Error("the set was changed")
	}
}

func nested(depth int) *descriptorpb.DescriptorProto {
	message := &descriptorpb.DescriptorProto{Name: proto.String("N")}
	if depth > 1 {
		message.NestedType = []*descriptorpb.DescriptorProto{nested(depth - 1)}
	}
	return message
}
