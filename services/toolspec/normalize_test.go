package toolspec_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

func TestNormalizeTrimsWhatIsMarked(t *testing.T) {
	request := &tasksv1.CreateTaskRequest{
		Title: proto.String(" \t\u00a0Read Quran\n"), Description: proto.String("  "), LinkedPrayer: proto.String(" Fajr "),
	}
	toolspec.Normalize(request)
	want := &tasksv1.CreateTaskRequest{
		Title: proto.String("Read Quran"), Description: proto.String(""), LinkedPrayer: proto.String(" Fajr "),
	}
	if !proto.Equal(request, want) {
		t.Errorf("got %v, want %v", request, want)
	}
}

func TestNormalizeLeavesAbsentTextsAbsent(t *testing.T) {
	request := &tasksv1.CreateTaskRequest{}
	toolspec.Normalize(request)
	if request.Title != nil || request.Description != nil {
		t.Errorf("absent texts became present: %v", request)
	}
}

func TestNormalizeReachesDown(t *testing.T) {
	descriptor := prototest.Message(t, `edition = "2023"; import "salaatflow/tools/v1/tool.proto";
		message Root {
			repeated string list = 1 [(salaatflow.tools.v1.parameter).trim = true];
			map<string, string> map = 2 [(salaatflow.tools.v1.parameter).trim = true];
			Tree tree = 3;
			map<int32, Tree> trees = 4;
			string plain = 5;
			int32 number = 6 [(salaatflow.tools.v1.parameter).trim = true]; // which means nothing
		}
		message Tree {
			string name = 1 [(salaatflow.tools.v1.parameter).trim = true];
			repeated Tree branches = 2;
		}`, "Root")
	message, want := dynamicpb.NewMessage(descriptor), dynamicpb.NewMessage(descriptor)
	for target, text := range map[*dynamicpb.Message]string{
		message: `{"list":[" a ","b"],"map":{" k ":" v "},"tree":{"name":" x ","branches":[{"branches":[{"name":"y "}]}]},
			"trees":{"1":{"name":" z"}},"plain":" p ","number":1}`,
		want: `{"list":["a","b"],"map":{" k ":"v"},"tree":{"name":"x","branches":[{"branches":[{"name":"y"}]}]},
			"trees":{"1":{"name":"z"}},"plain":" p ","number":1}`,
	} {
		if err := protojson.Unmarshal([]byte(text), target); err != nil {
			t.Fatal(err)
		}
	}
	toolspec.Normalize(message)
	if !proto.Equal(message, want) {
		t.Errorf("got %v, want %v", message, want)
	}
}

func BenchmarkNormalize(b *testing.B) {
	request := &tasksv1.CreateTaskRequest{Title: proto.String(" Read Quran after Fajr "), Priority: proto.String("high")}
	b.ReportAllocs()
	for b.Loop() {
		toolspec.Normalize(request)
	}
}
