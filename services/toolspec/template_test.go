package toolspec_test

import (
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/toolspec"
)

// withRule is an RPC that has the rule.
func withRule(t testing.TB, rule *annotations.HttpRule) protoreflect.MethodDescriptor {
	t.Helper()
	options := &descriptorpb.MethodOptions{}
	proto.SetExtension(options, annotations.E_Http, rule)
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("a.proto"), Package: proto.String("a.v1"), Syntax: proto.String("proto3"),
		MessageType: []*descriptorpb.DescriptorProto{{Name: proto.String("M")}},
		Service: []*descriptorpb.ServiceDescriptorProto{{
			Name: proto.String("A"), Method: []*descriptorpb.MethodDescriptorProto{{
				Name: proto.String("Do"), InputType: proto.String(".a.v1.M"), OutputType: proto.String(".a.v1.M"), Options: options,
			}},
		}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return file.Services().Get(0).Methods().Get(0)
}

func get(t testing.TB, path string) toolspec.Template {
	t.Helper()
	templates, err := toolspec.Templates(withRule(t, &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: path}}))
	if err != nil || len(templates) != 1 {
		t.Fatalf("%s: %v, %v", path, templates, err)
	}
	return templates[0]
}

func TestTemplatesThatOneRequestFitsOverlap(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"/tasks", "/tasks", true},
		{"/tasks", "/tasks/", false},
		{"/tasks", "/Tasks", false},
		{"/tasks", "/tasks/{id}", false},
		{"/tasks/{task_id}", "/tasks/{other}", true},
		{"/tasks/{id}", "/tasks/count", true},
		{"/tasks/{id}", "/tasks/*", true},
		{"/{a}/b", "/a/{b}", true},
		{"/{a}/b", "/a/c", false},
		{"/tasks/{id}:undo", "/tasks/{id}", false},
		{"/tasks/{id}:undo", "/tasks/7:undo", true},
		{"/{name=shelves/*/books/*}", "/shelves/{a}/books/{b}", true},
		{"/{name=shelves/*}", "/racks/{a}", false},
		{"/files/{path=**}", "/files/a/b/c", true},
		{"/files/{path=**}", "/files", true},
		{"/files/{path=**}", "/folders/a", false},
		{"/**", "/anything/at/all", true},
	} {
		a, b := get(t, tc.a), get(t, tc.b)
		if a.Overlaps(b) != tc.want || b.Overlaps(a) != tc.want {
			t.Errorf("%s and %s overlap: %v and %v, want %v", tc.a, tc.b, a.Overlaps(b), b.Overlaps(a), tc.want)
		}
	}
}

func TestTemplatesOfEveryBindingAndKind(t *testing.T) {
	templates, err := toolspec.Templates(withRule(t, &annotations.HttpRule{
		Pattern: &annotations.HttpRule_Post{Post: "/a"},
		AdditionalBindings: []*annotations.HttpRule{
			{Pattern: &annotations.HttpRule_Custom{Custom: &annotations.CustomHttpPattern{Kind: "head", Path: "/b"}}},
		},
	}))
	if err != nil || len(templates) != 2 || templates[0].String() != "POST /a" || templates[1].String() != "HEAD /b" {
		t.Errorf("got %v, %v", templates, err)
	}
	if templates[0].Overlaps(get(t, "/a")) {
		t.Error("a POST overlaps a GET")
	}
}

func TestTemplatesThatCannotBeReadAreRefused(t *testing.T) {
	for _, path := range []string{"", "tasks", "/tasks/{id", "/tasks/id}", "/tasks/{{id}}", "/{a}/b}"} {
		if got, err := toolspec.Templates(withRule(t, &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: path}})); err == nil {
			t.Errorf("%q is read as %v", path, got)
		}
	}
	if got, err := toolspec.Templates(withRule(t, &annotations.HttpRule{})); err == nil {
		t.Errorf("a rule without a path is read as %v", got)
	}
}
