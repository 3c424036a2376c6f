package main

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/pluginpb"
)

var update = flag.Bool("update", false, "write the golden file")

func TestConstantForEachTool(t *testing.T) {
	response := run(t, map[string]string{
		"b.proto": file("b", `
			// Zooms in on what is
			// far away.
			rpc Zoom(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "zoom"}; }
			rpc NoTool(M) returns (M);`),
		"a.proto": file("a", `
			// Creates a spiritual task on the user's list, with more to be said of it than fits on one line of a Go file
			// which is kept within the width that people read with ease.
			rpc MakeNote(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "make_note" aliases: ["add_note"]}; }
			rpc Bare(M) returns (stream M) { option (salaatflow.tools.v1.tool) = {name: "a_2_b"}; }`),
	})
	if response.GetError() != "" {
		t.Fatal(response.GetError())
	}
	if len(response.GetFile()) != 1 || response.GetFile()[0].GetName() != "toolnames.go" {
		t.Fatalf("files: %v", response.GetFile())
	}
	const golden = "testdata/toolnames.go.golden"
	got := response.GetFile()[0].GetContent()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant %s:\n%s", got, golden, want)
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	for _, tc := range []struct {
		name, rpcs string
		want       []string
	}{
		{"two tools of one name", `
			rpc A(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "same"}; }
			rpc B(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "same"}; }`,
			[]string{`a.S.B: tool name "same" is already taken by a.S.A`}},
		{"an alias that is a name", `
			rpc A(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "a" aliases: "b"}; }
			rpc B(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "b"}; }`,
			[]string{`a.S.A: alias "b" is already taken by a.S.B`}},
		{"an alias that is its own name", `
			rpc A(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "a" aliases: "a"}; }`,
			[]string{`a.S.A: alias "a" is already taken by a.S.A`}},
		{"an alias of two", `
			rpc A(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "a" aliases: "c"}; }
			rpc B(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "b" aliases: "c"}; }`,
			[]string{`a.S.B: alias "c" is already taken by a.S.A`}},
		{"malformed, all of them", `
			rpc A(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "CreateTask" aliases: "add-task"}; }
			rpc B(M) returns (M) { option (salaatflow.tools.v1.tool) = {title: "No name"}; }`,
			[]string{`a.S.A: tool name "CreateTask" does not match`, `a.S.A: alias "add-task" does not match`,
				`a.S.B: tool name "" does not match`}},
		{"one Go name of two tools", `
			rpc A(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "get_a1"}; }
			rpc B(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "get_a_1"}; }`,
			[]string{`tool name "get_a_1" has the same Go name, GetA1, as "get_a1" of a.S.A`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			response := run(t, map[string]string{"a.proto": file("a", tc.rpcs)})
			for _, want := range tc.want {
				if !strings.Contains(response.GetError(), want) {
					t.Errorf("error = %q, want it to say %q", response.GetError(), want)
				}
			}
			if len(response.GetFile()) > 0 {
				t.Error("a file was written all the same")
			}
		})
	}
}

// Names collide across files as within one.
func TestNamesInTwoFiles(t *testing.T) {
	rpc := `rpc A(M) returns (M) { option (salaatflow.tools.v1.tool) = {name: "same"}; }`
	response := run(t, map[string]string{"a.proto": file("a", rpc), "b.proto": file("b", rpc)})
	if want := `b.S.A: tool name "same" is already taken by a.S.A`; response.GetError() != want {
		t.Errorf("error = %q, want %q", response.GetError(), want)
	}
}

func TestFilesWithoutTheOption(t *testing.T) {
	response := run(t, map[string]string{"a.proto": `syntax = "proto3"; package a; option go_package = "x/a"; message M {}`})
	if want := "none of the files has the option salaatflow.tools.v1.tool"; !strings.Contains(response.GetError(), want) {
		t.Errorf("error = %q, want it to say %q", response.GetError(), want)
	}
}

func file(name, rpcs string) string {
	return `edition = "2023"; package ` + name + `; import "salaatflow/tools/v1/tool.proto"; option go_package = "x/a";
		message M {}
		service S {` + rpcs + `}`
}

// run compiles files and runs the plugin on them as protoc would.
func run(t *testing.T, files map[string]string) *pluginpb.CodeGeneratorResponse {
	t.Helper()
	option, err := os.ReadFile("../../proto/salaatflow/tools/v1/tool.proto")
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{"salaatflow/tools/v1/tool.proto": string(option)}
	request := &pluginpb.CodeGeneratorRequest{}
	for path, text := range files {
		sources[path] = text
		request.FileToGenerate = append(request.FileToGenerate, path)
	}
	slices.Sort(request.FileToGenerate)
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(sources)}),
	}
	compiled, err := compiler.Compile(t.Context(), request.FileToGenerate...)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range compiled {
		add(request, seen, file)
	}
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := generate(plugin); err != nil {
		plugin.Error(err)
	}
	return plugin.Response()
}

func add(request *pluginpb.CodeGeneratorRequest, seen map[string]bool, file protoreflect.FileDescriptor) {
	if seen[file.Path()] {
		return
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		add(request, seen, file.Imports().Get(i).FileDescriptor)
	}
	described := protodesc.ToFileDescriptorProto(file)
	if result, ok := file.(linker.Result); ok {
		described = result.FileDescriptorProto()
	}
	request.ProtoFile = append(request.ProtoFile, described)
}
